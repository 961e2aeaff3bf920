"""A recording: what is told is checked, and what was told last is what is stored."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kgmem import GraphUnavailable, InvalidInput, KgmemError, Memory, Step
from tests.doubles import WordEmbedder

CLICK = Step.model_validate({"action": "click", "target": {"name": "Go"}})


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    folder: Path = tmp_path_factory.mktemp("recording")
    with Memory.open(folder / "m", embedder=WordEmbedder()) as memory:
        yield memory


@pytest.fixture
def memory(shared: Memory, request: pytest.FixtureRequest) -> Memory:
    return shared.in_space(request.node.name)


def outcomes(memory: Memory) -> list[str]:
    rows = memory.cypher(
        "MATCH (e:Experience) WHERE e.space = $space RETURN e.outcome AS outcome"
    )
    return [row["outcome"] for row in rows]


@pytest.mark.parametrize("given", [None, 5, b"click", [], {}, "clik", {"action": "x"}])
def test_step_that_is_none_is_refused(memory: Memory, given: Any) -> None:
    run = memory.record("t")

    with pytest.raises(InvalidInput, match="step"):
        run.step(given)
    assert memory.stats()["drafts"] == 0


@pytest.mark.parametrize("fields", [{"bogus": 1}, {"success": "maybe"}, {"target": 5}])
def test_fields_beside_a_step_are_checked_too(
    memory: Memory, fields: dict[str, Any]
) -> None:
    run = memory.record("t")

    with pytest.raises(InvalidInput, match=f"step: {next(iter(fields))}"):
        run.step(CLICK, **fields)


def test_step_in_each_of_its_forms(memory: Memory) -> None:
    with memory.record("t") as run:
        run.step("click", target={"name": "One"})
        run.step({"action": "click", "target": {"name": "Two"}})
        run.step(CLICK)
        run.step(CLICK, value="x", target={"name": "Four"})
        run.succeed()

    (found,) = memory.recall("t").experiences
    names = [step.target.name for step in found.steps if step.target]
    assert names == ["One", "Two", "Go", "Four"]
    assert found.steps[3].value == "x"


@pytest.mark.parametrize("score", [7, -0.1, "high", object()])
def test_a_run_that_succeeded_is_never_a_failure(memory: Memory, score: Any) -> None:
    def record() -> None:
        with memory.record("t") as run:
            run.step(CLICK)
            run.succeed(score=score)

    with pytest.raises(InvalidInput, match="score"):
        record()
    assert outcomes(memory) == []
    assert memory.stats()["drafts"] == 1  # its steps are not lost


def test_success_can_be_told_again(memory: Memory) -> None:
    run = memory.record("t")
    run.step(CLICK)
    with pytest.raises(InvalidInput):
        run.succeed(score=7)

    run.succeed(score=0.7)

    assert outcomes(memory) == ["success"]
    assert memory.stats()["drafts"] == 0


def test_run_ends_once(memory: Memory) -> None:
    run = memory.record("t")
    run.step(CLICK)
    run.succeed()

    for again in (run.succeed, run.fail, run.dead_end, lambda: run.step(CLICK)):
        with pytest.raises(InvalidInput, match="has ended"):
            again()


def test_left_without_a_word_its_outcome_is_unknown(memory: Memory) -> None:
    with memory.record("t") as run:
        run.step(CLICK)

    assert outcomes(memory) == ["unknown"]


def test_exception_before_the_first_step_stores_nothing(memory: Memory) -> None:
    with pytest.raises(ZeroDivisionError), memory.record("t"):
        raise ZeroDivisionError

    assert outcomes(memory) == []


def test_message_that_no_store_can_hold_is_cleaned(memory: Memory) -> None:
    def record() -> None:
        with memory.record("t") as run:
            run.step(CLICK)
            raise OSError("no file report\udcff")

    with pytest.raises(OSError, match="report"):
        record()
    (found,) = memory.recall("t").experiences
    assert found.steps[-1].error == "OSError: no file report\ufffd"


def test_reason_is_told_of_the_last_step(memory: Memory) -> None:
    run = memory.record("t")
    run.step(CLICK)
    run.fail("greyed\x00 out")

    (found,) = memory.recall("t").experiences
    assert found.steps[-1].error == "greyed out"


def test_dead_end_needs_a_step(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="no step yet"):
        memory.record("t").dead_end()


def test_callers_own_exception_goes_before_a_failure_to_store(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: Any) -> Any:
        raise GraphUnavailable("the graph does not answer")

    store = memory._parts.store  # type: ignore[union-attr]

    def leave() -> None:
        with memory.record("t") as run:
            run.step(CLICK)
            monkeypatch.setattr(store.engine, "write", down)
            raise ZeroDivisionError("by zero")

    with pytest.raises(ZeroDivisionError):
        leave()


def test_run_that_was_abandoned_is_no_part_of_the_next(tmp_path: Path) -> None:
    one = {"session_id": "s", "task_info": {"task_text": "t"}, "final_status": "failed"}
    with Memory.open(tmp_path / "m", embedder=WordEmbedder()) as memory:
        abandoned = memory.record("t")
        abandoned.step("click", target={"name": "Half"})
    with pytest.raises(KgmemError):
        abandoned.step("click", target={"name": "Late"})

    with Memory.open(tmp_path / "m", embedder=WordEmbedder()) as memory:
        held = memory.stats()["drafts"]
        with memory.record("t") as again:
            again.step("click", target={"name": "Whole"})
            again.succeed()
        memory.writeback(one)

        rows = memory.cypher("MATCH (e:Experience) RETURN e.experience_id AS id")
        stored = [memory.experience(row["id"]).steps for row in rows]
        assert (held, memory.stats()["drafts"]) == (1, 1)
        assert sorted([s.target and s.target.name for s in one] for one in stored) == [
            [],
            ["Whole"],
        ]


def test_run_that_has_ended_takes_nothing_more(memory: Memory) -> None:
    run = memory.record("t")
    run.step("click", target={"name": "One"})
    first = run.succeed()

    for more in (run.succeed, run.fail, run.dead_end, lambda: run.step("back")):
        with pytest.raises(InvalidInput, match="has ended"):
            more()  # type: ignore[operator]  # a list of several kinds
    with pytest.raises(InvalidInput, match="has ended"), run:
        run.step("back")

    assert run.learned == first
    assert outcomes(memory) == ["success"]


def test_run_whose_end_could_not_be_stored_is_learned_later(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m", embedder=WordEmbedder()) as memory:
        run = memory.record("t")
        run.step("click", target={"name": "One"})
    with pytest.raises(KgmemError):
        run.succeed()

    with Memory.open(tmp_path / "m", embedder=WordEmbedder()) as memory:
        report = memory.retry_failed()

        assert (report.stored, memory.stats()["drafts"]) == (1, 0)
        assert memory.recall("t").experiences[0].outcome == "success"
