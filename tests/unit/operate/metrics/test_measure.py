"""Each metric by what was really done with a memory."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgmem import Memory
from tests.doubles import WordEmbedder

TASK = "search cat"


def run(steps: int = 4, ms: int | None = 1_000, task: str = TASK) -> dict[str, object]:
    """A first exploration."""
    clicks = [
        {"action": "click", "target": {"role": "link", "name": f"page {n}"}}
        for n in range(steps)
    ]
    return {
        "task": task,
        "app": "shop",
        "steps": [step | {"duration_ms": ms} if ms else step for step in clicks],
        "outcome": "success",
        "source": "test",
    }


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(tmp_path, embedder=WordEmbedder()) as memory:
        yield memory


@pytest.fixture
def known(memory: Memory) -> Memory:
    """One that knows a run of four steps and four seconds."""
    memory.learn(run())
    return memory


def replay(memory: Memory, outcome: str, **told: int) -> None:
    found = memory.recall(TASK, app="shop")
    assert found.plan is not None
    memory.report(found.plan, outcome, **told)  # type: ignore[arg-type]


def test_a_recall_that_finds_something_is_a_hit(known: Memory) -> None:
    known.recall(TASK, app="shop")
    known.recall("nothing like it, at all")

    told = known.metrics()

    assert told.retrieval_hit_rate == 0.5
    assert told.of["retrieval_hit_rate"] == 2
    assert told.recalls == {"direct_replay": 1, "reflexion_explore": 1}
    assert told.recall_time.count == told.stages["expand"].count == 2
    assert told.avg_retrieval_time_ms == pytest.approx(
        told.recall_time.seconds * 1e3 / 2
    )


def test_replays_are_compared_to_the_first_exploration(known: Memory) -> None:
    replay(known, "success", actions=2, duration_ms=500)
    replay(known, "success", actions=3)

    told = known.metrics().saved

    assert (told.actions.n, told.actions.explored, told.actions.replayed) == (2, 8, 5)
    assert (told.actions.saved, told.actions.factor) == (3, 8 / 5)
    assert told.apps == {"shop": 3}
    assert (told.seconds.n, told.seconds.saved, told.seconds.factor) == (1, 3.5, 8)


def test_what_a_failed_replay_took_is_taken_off(known: Memory) -> None:
    replay(known, "success", actions=2)
    replay(known, "failure", actions=3)

    told = known.metrics().saved.actions

    assert (told.failed, told.in_vain, told.saved) == (1, 3, -1)


def test_a_run_of_a_plan_tells_what_the_report_left_out(
    known: Memory,
) -> None:
    plan = known.recall(TASK, app="shop").plan
    assert plan is not None
    known.learn(run(steps=1, ms=250) | {"plan_id": plan.plan_id})
    known.report(plan, "success")

    told = known.metrics().saved

    assert (told.actions.n, told.actions.saved) == (1, 3)
    assert (told.seconds.n, told.seconds.saved) == (1, 3.75)


def test_replays_by_what_came_of_them(known: Memory) -> None:
    for outcome in ("success", "success", "failure", "blocked", "absent", "refused"):
        replay(known, outcome)

    told = known.metrics()

    assert told.replays == {
        "absent": 1,
        "blocked": 1,
        "failure": 1,
        "refused": 1,
        "success": 2,
    }
    assert told.replay_success_rate == pytest.approx(2 / 3)
    assert told.of["replay_success_rate"] == 3
    assert told.experience_reuse_count == 6


def test_what_fails_too_often_is_refused_with_its_code(
    known: Memory,
) -> None:
    replay(known, "failure")
    replay(known, "failure")
    known.recall(TASK, app="shop")

    told = known.metrics()

    assert (told.experience_decay_rate, told.of["experience_decay_rate"]) == (1.0, 1)
    assert told.refused_plans == {"failing": 1}


def test_what_is_stored_and_how_fast_it_grows(known: Memory) -> None:
    known.learn(run(task="buy milk"))

    told = known.metrics()

    assert told.total_experiences == told.of["storage_growth_rate"] == 2
    assert told.avg_experience_size_kb is not None
    assert 0.1 < told.avg_experience_size_kb < 2
    assert told.storage_growth_rate == pytest.approx(
        told.avg_experience_size_kb * 2 / 7
    )


def test_what_runs_and_reports_tell_outlives_the_process(tmp_path: Path) -> None:
    with Memory.open(tmp_path, embedder=WordEmbedder()) as memory:
        memory.learn(run())
        replay(memory, "success", actions=1, duration_ms=100)
        before = memory.metrics()

    with Memory.open(tmp_path, embedder=WordEmbedder()) as again:
        after = again.metrics()

    kept = {"saved", "replays", "total_experiences", "avg_speedup_factor"}
    assert after.model_dump(include=kept) == before.model_dump(include=kept)
    assert after.recalls == {}


def searching(what: str, button: str = "go", **more: str) -> dict[str, object]:
    """A run of a kind of task."""
    return {
        "task": f'search for "{what}"',
        "app": "shop",
        "steps": [
            {
                "action": "type",
                "value": what,
                "target": {"role": "textbox", "name": "query"},
            },
            {"action": "click", "target": {"role": "button", "name": button}},
        ],
        "outcome": "success",
        "source": "test",
        **more,
    }


@pytest.mark.parametrize(
    ("learned", "accuracy", "n"),
    [
        ([searching("horse"), searching("cow")], 1.0, 2),
        ([searching("horse"), searching("cow", "elsewhere")], 0.5, 2),
        ([searching("horse", plan_id="p")], None, 0),
        ([searching("cat", source_task_id="once more")], None, 0),
        ([searching("cow", outcome="failure")], None, 0),
        ([run()], None, 0),
    ],
    ids=["as foretold", "another way", "of a plan", "known", "failed", "of no pattern"],
)
def test_a_pattern_is_right_where_a_new_task_goes_its_way(
    memory: Memory, learned: list[object], accuracy: float | None, n: int
) -> None:
    for what in ("cat", "dog", "mouse"):
        memory.learn(searching(what))
    memory.generalize()

    memory.learn_many(learned)

    told = memory.metrics()
    assert (told.generalization_accuracy, told.of["generalization_accuracy"]) == (
        accuracy,
        n,
    )
