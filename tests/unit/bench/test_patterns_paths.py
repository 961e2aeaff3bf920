"""Plans against what people did: what is equal, who is asked, what baselines plan."""

from collections.abc import Iterator, Mapping, Sequence

from kgmem_bench.common.path_match import (
    comparison,
    follows,
)
from kgmem_bench.patterns.demonstrations import (
    ALONE,
    Learner,
    PathScore,
    kinds_of,
    path_scores,
)

from kgmem.generalize.plain import TaskRuns
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element, Step, Trajectory
from kgmem.samples import Sample


def _planned(*names: str) -> tuple[PlanStep, ...]:
    return tuple(_step(n, name) for n, name in enumerate(names, 1))


def _step(n: int, name: str, **rest: object) -> PlanStep:
    target = Element(role="button", name=name)
    return PlanStep.model_validate(
        {"n": n, "action": "click", "target": target, **rest}
    )


def _done(*names: str) -> list[Step]:
    return [Step(action="click", target=Element(role="button", name=n)) for n in names]


SAME = comparison("strict", frozenset())


# Ways through a plan ------------------------------------------------------------------


def test_a_run_follows_a_plan_only_with_every_step_in_order() -> None:
    plan = _planned("Open", "Save")

    assert follows(plan, _done("Open", "Save"), SAME)
    assert not follows(plan, _done("Save", "Open"), SAME)
    assert not follows(plan, _done("Open"), SAME)
    assert not follows(plan, _done("Open", "Save", "Save"), SAME)


def test_an_optional_step_may_be_made_or_not_but_not_twice() -> None:
    plan = (_step(1, "Accept", need="optional"), _step(2, "Go"))

    assert follows(plan, _done("Go"), SAME)
    assert follows(plan, _done("Accept", "Go"), SAME)
    assert not follows(plan, _done("Accept", "Accept", "Go"), SAME)


def test_exactly_one_way_of_a_choice_is_gone() -> None:
    plan = (
        _step(1, "Cart", need="alternative", branches=(_planned("Pay"),)),
        _step(2, "Pay later", need="alternative"),
        _step(3, "Done"),
    )

    assert follows(plan, _done("Pay", "Done"), SAME)
    assert follows(plan, _done("Cart", "Pay later", "Done"), SAME)
    assert not follows(plan, _done("Pay", "Pay later", "Done"), SAME)
    assert not follows(plan, _done("Cart", "Pay", "Done"), SAME)


# Equal steps --------------------------------------------------------------------------


# Baselines ----------------------------------------------------------------------------


def _search(place: str) -> Trajectory:
    return Trajectory(
        task=f"Look for {place} on the map",
        app="maps",
        outcome="success",
        source_task_id=place,
        steps=(
            Step(action="type", target=Element(role="searchbox"), value=place),
            Step(action="click", target=Element(role="option", name=place)),
        ),
    )


# Learning and asking ------------------------------------------------------------------


PLACES = ("Rome", "Oslo", "Bonn", "Lima", "Kyiv")
SAMPLES = [Sample(_search(place), "made", group="search") for place in PLACES]


class _Watched:
    """Knows what it was given and plans nothing."""

    seen: list[tuple[set[str], str]]

    def __init__(self, tasks: Sequence[TaskRuns]) -> None:
        self.learned = {task.text for task in tasks}

    def plan(self, text: str, app: str | None) -> None:
        self.seen.append((self.learned, text))


def test_no_asked_run_was_learned() -> None:
    _Watched.seen = []

    list(_scored({"w": _Watched}, ALONE, ks=(1, 3)))

    assert {len(learned) for learned, _ in _Watched.seen} == {1, 3}
    assert all(text not in learned for learned, text in _Watched.seen)


def _scored(
    ways: Mapping[str, Learner], setting: str, ks: Sequence[int] = (1,)
) -> Iterator[PathScore]:
    kinds = kinds_of(SAMPLES)
    return path_scores("made", kinds, ways, {}, setting=setting, ks=ks, draws=2)
