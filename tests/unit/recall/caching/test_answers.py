"""An answer is given again until something is written, and is never an old one."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgmem import Memory
from kgmem.errors import ServiceError
from tests.engines import Stores
from tests.unit.operate.metrics.test_measure import TASK, run
from tests.written_at_random import QUESTIONS, asked, refused, without_cache, writes


@pytest.fixture
def memory(tmp_path: Path, stores: Stores) -> Iterator[Memory]:
    with stores.memory(tmp_path, generalize_after=0) as memory:
        memory.learn(run())
        yield memory


def hits(memory: Memory) -> int:
    return memory.metrics().caches["L1"].hits


def test_what_is_asked_twice_is_answered_from_memory(memory: Memory) -> None:
    first, again = (memory.recall(TASK, app="shop") for _ in range(2))

    assert hits(memory) == 1
    assert again.stages[0].name == "cache"
    assert again.stages[0].reason == "L1"
    assert again.stages[1:] == first.stages
    assert again.model_copy(update={"stages": (), "plan": None}) == first.model_copy(
        update={"stages": (), "plan": None}
    )


def test_a_plan_that_is_given_again_is_another_plan(memory: Memory) -> None:
    plans = [memory.recall(TASK, app="shop").plan for _ in range(2)]

    for plan in plans:
        assert plan is not None
        memory.report(plan, "success")

    assert memory.metrics().replays == {"success": 2}


@pytest.mark.parametrize(
    "other",
    [
        {"app": "bank"},
        {"app": "shop", "top_n": 1},
        {"app": "shop", "expand": False},
        {"app": "shop", "url": "https://shop.example"},
        {"app": "shop", "app_version": "2"},
    ],
    ids=lambda one: str(list(one)[-1]),
)
def test_another_question_is_another_recall(
    memory: Memory, other: dict[str, object]
) -> None:
    memory.recall(TASK, app="shop")

    memory.recall(TASK, **other)  # type: ignore[arg-type]

    assert hits(memory) == 0


def test_another_space_has_answers_of_its_own(memory: Memory) -> None:
    memory.recall(TASK)

    found = memory.in_space("other").recall(TASK)

    assert hits(memory) == 0
    assert found.experiences == ()


def test_nothing_is_kept_of_a_question_with_a_secret(memory: Memory) -> None:
    for _ in range(2):
        memory.recall('log in with password "hunter2-Xy"', app="shop")

    assert memory.metrics().caches["L1"].size == 0


def test_nothing_is_kept_where_a_stage_could_not_run(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: object) -> None:
        raise ServiceError("the embedder does not answer")

    monkeypatch.setattr(memory._open.projection, "embed", down)
    failed = memory.recall(TASK, app="shop")
    monkeypatch.undo()

    whole = memory.recall(TASK, app="shop")

    assert "failed" in {stage.status for stage in failed.stages}
    assert "failed" not in {stage.status for stage in whole.stages}


def test_no_more_are_kept_than_the_setting_says(tmp_path: Path, stores: Stores) -> None:
    with stores.memory(tmp_path, cache_answers=2) as memory:
        for task in ("one thing", "another", "a third", "one thing", "a third"):
            memory.recall(task)

        told = memory.metrics().caches["L1"]

    assert (told.size, told.hits, told.misses) == (2, 1, 4)


def test_nothing_is_kept_where_it_is_switched_off(
    tmp_path: Path, stores: Stores
) -> None:
    with stores.memory(tmp_path, cache_answers=0) as memory:
        found = [memory.recall(TASK) for _ in range(2)]

        assert memory.metrics().caches == {}
    assert all(one.stages[0].name == "embed" for one in found)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_after_any_write_the_answer_is_a_new_one(memory: Memory, seed: int) -> None:
    anew = without_cache(memory)
    chosen = random.Random(seed)

    for _, write in zip(range(40), writes(chosen), strict=False):
        refused(write, memory)

        task = chosen.choice(QUESTIONS)
        expected = asked(anew, task)
        assert asked(memory, task) == expected
        assert asked(memory, task) == expected
    assert hits(memory) > 20
