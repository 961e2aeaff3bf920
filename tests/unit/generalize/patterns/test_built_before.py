"""What was built before is taken again only where nothing about it changed."""

import random

import pytest

from kgmem.generalize.patterns import built_before
from kgmem.generalize.patterns.assemble import build_pattern, groundings
from kgmem.generalize.patterns.build import Around, generalize_app
from kgmem.generalize.patterns.built_before import BuiltBefore
from kgmem.generalize.plain import RunSteps, TaskRuns
from kgmem.model.trajectory import parse_trajectory
from tests.contracts.memory_patterns import ITEMS, search, tick
from tests.unit.generalize.patterns.test_build import (
    after_a_banner,
    entered,
    looked_for,
)


def task(number: int, variant: int) -> TaskRuns:
    """A task in one of the ways in which it may have been done."""
    item = ITEMS[number % len(ITEMS)]
    kinds = (search, entered, after_a_banner)
    run = (
        tick([item, ITEMS[(number + 1) % len(ITEMS)]], f"run-{number}")
        if number % 4 == 3
        else looked_for(1 + variant, item)
        if number % 4 == 2
        else kinds[variant](item, f"run-{number}")
    )
    parsed = parse_trajectory(run)
    runs = (RunSteps(f"run-{number}-{variant}", parsed.steps),)
    return TaskRuns(f"task-{number:02}", parsed.task, "shop", runs)


@pytest.mark.parametrize("seed", range(4))
def test_jobs_after_any_changes_find_what_a_first_job_finds(seed: int) -> None:
    chance, before = random.Random(seed), BuiltBefore(most=12)
    known: dict[int, TaskRuns] = {}

    for _ in range(8):
        for _ in range(3):  # learned, learned anew, or forgotten
            number = chance.randrange(12)
            if number in known and chance.random() < 0.3:
                del known[number]
            else:
                known[number] = task(number, chance.randrange(3))
        tasks = chance.sample(list(known.values()), len(known))

        assert generalize_app(tasks, None, before) == generalize_app(tasks)


def test_only_groups_that_changed_are_built(monkeypatch: pytest.MonkeyPatch) -> None:
    before, built, grounded = BuiltBefore(), list[set[str]](), list[str]()

    def watched_build(group: list[TaskRuns], found: object) -> object:
        built.append({one.task_id for one in group})
        return build_pattern(group, found)  # type: ignore[arg-type]

    def watched_groundings(one: TaskRuns) -> object:
        grounded.append(one.task_id)
        return groundings(one)

    tasks = [task(n, 0) for n in (0, 1, 2, 4, 5, 6)]
    generalize_app(tasks, None, before)
    monkeypatch.setattr(built_before, "build_pattern", watched_build)
    monkeypatch.setattr(built_before, "groundings", watched_groundings)

    generalize_app(tasks, None, before)
    unchanged = built.copy(), grounded.copy()
    generalize_app([*tasks, task(8, 0)], None, before)

    assert unchanged == ([], [])
    assert grounded == ["task-08"]
    assert built
    assert all("task-08" in group for group in built)


@pytest.mark.parametrize("new", range(12))
def test_a_new_task_is_of_the_kind_that_a_job_over_all_finds(new: int) -> None:
    tasks = [task(n, n % 3) for n in range(12)]
    name = f"task-{new:02}"

    whole = generalize_app(tasks)
    around = generalize_app(tasks, around=Around({name}, []))

    kinds = [d for d in whole.drafts if name in d.pattern.members]
    assert [d for d in around.drafts if name in d.pattern.members] == kinds
    assert len(around.drafts) < len(whole.drafts)
