"""The learn flow: what is acknowledged, what is refused, what is kept for later."""

import json
from typing import Any

import pytest

from kgmem import GraphUnavailable, InvalidInput, Memory, StoreUnavailable


def run(number: Any, **fields: Any) -> dict[str, Any]:
    return {"task": f"task {number}", "source_task_id": f"run-{number}", **fields}


TOO_LARGE = run("large", steps=[{"action": "click", "params": {"name": "x"}}])
"""Valid, but the graph below refuses it."""


@pytest.fixture
def picky(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Memory:
    """A memory whose graph refuses runs named large, as it does too large numbers."""
    store = memory._parts.store  # type: ignore[union-attr]
    write = store.write_runs

    def write_runs(runs: Any, drafts: Any = ()) -> Any:
        if any(r.task["props"]["text"] == "task large" for r in runs):
            raise InvalidInput("integer out of range")
        return write(runs, drafts)

    monkeypatch.setattr(type(store), "write_runs", lambda self, *a: write_runs(*a))
    return memory


def kept(memory: Memory) -> list[str]:
    """Source ids in the failed log."""
    path = memory.settings.logs / "failed_learning_tasks.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(ln)["input"]["trajectory"].get("source_task_id") for ln in lines]


def test_run_that_the_graph_refuses_takes_no_other_with_it(picky: Memory) -> None:
    report = picky.learn_many([run(1), TOO_LARGE, run(2), run(1)])

    assert (report.stored, report.duplicates, report.failed) == (2, 1, 1)
    assert (report.errors[0].index, report.errors[0].source_task_id) == (1, "run-large")
    assert "out of range" in report.errors[0].error
    assert kept(picky) == ["run-large"]
    assert picky.stats()["experiences"] == 2


def test_graph_that_goes_away_keeps_the_batch_once(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: Any) -> Any:
        raise GraphUnavailable("the graph does not answer")

    monkeypatch.setattr(memory._parts.engine, "write", down)  # type: ignore[union-attr]

    with pytest.raises(GraphUnavailable):
        memory.learn_many([run(1), run("bad", outcome="maybe"), run(2)])

    assert sorted(kept(memory)) == ["run-1", "run-2", "run-bad"]


@pytest.mark.parametrize("given", [None, 5])
def test_what_is_no_list_is_refused(memory: Memory, given: Any) -> None:
    with pytest.raises(InvalidInput, match="trajectories"):
        memory.learn_many(given)


def test_progress_is_told_after_each_batch(memory: Memory) -> None:
    told: list[tuple[int, int | None]] = []
    runs = [run(n) for n in range(130)]

    memory.learn_many(runs, progress=lambda *done: told.append(done))
    memory.learn_many(iter(runs[:3]), progress=lambda *done: told.append(done))

    assert told == [(128, 130), (130, 130), (3, None)]


def test_failed_log_that_can_not_be_read_is_named(memory: Memory) -> None:
    (memory.settings.logs / "failed_learning_tasks.jsonl").mkdir(parents=True)

    with pytest.raises(StoreUnavailable, match="KGMEM_LOG_DIR"):
        memory.retry_failed()


def test_retry_says_what_still_fails(memory: Memory) -> None:
    for bad in (run(1, outcome="maybe"), run(2, score=9)):
        with pytest.raises(InvalidInput):
            memory.learn(bad)

    report = memory.retry_failed()

    assert (report.stored, report.failed) == (0, 2)
    assert kept(memory) == ["run-1", "run-2"]
