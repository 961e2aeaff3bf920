"""Plans against what people did: what is equal, who is asked, what baselines plan."""

from collections.abc import Iterator, Mapping, Sequence

import pytest
from kgmem_bench.common.path_match import (
    LEVELS,
    Level,
    comparison,
    differing_words,
    follows,
    required_only,
)
from kgmem_bench.common.task_pairs import is_tuning
from kgmem_bench.patterns.demonstrations import (
    ALONE,
    NEW,
    REQUIRED,
    TOGETHER,
    Learner,
    PathScore,
    judge,
    kinds_of,
    path_scores,
)
from kgmem_bench.patterns.linear_plans import NearestCopied, NearestFilled
from kgmem_bench.patterns.pattern_tasks import tasks_of

from kgmem.generalize.plain import TaskRuns
from kgmem.model.pattern import Expectation
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


def test_what_is_required_is_the_first_way_without_optional_steps() -> None:
    plan = (
        _step(1, "Accept", need="optional"),
        _step(2, "Pay", need="alternative", branches=(_planned("Cart"),)),
        _step(3, "Next", until=Expectation(texts=("x",))),
        _step(4, "Done"),
    )

    found = required_only(plan)

    assert [step.target and step.target.name for step in found] == ["Pay", "Done"]


# Equal steps --------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("planned", "recorded", "same"),
    [
        ("Shanghai ", "shanghai", True),
        ("ＡＢＣ", "abc", True),
        ("机械键盘", "机械键盘", True),
        ("机械键盘", "键盘", False),
        (None, "", True),
        ("a", None, False),
    ],
)
def test_values_are_compared_folded(
    level: Level, planned: str | None, recorded: str | None, same: bool
) -> None:
    field = Element(tag="input", attributes={"id": "search"})
    plan = PlanStep(n=1, action="type", target=field, value=planned)
    step = Step(action="type", target=field, value=recorded)

    assert comparison(level, frozenset())(plan, step) is same


def test_words_differ_that_at_most_half_of_the_kinds_texts_have() -> None:
    kind = ["在淘宝搜索手机", "在京东搜索手机", "在京东搜索键盘"]

    assert differing_words("在淘宝搜索手机", kind) == set("淘宝")
    assert differing_words("click No", ["click Yes", "click No"]) == {"no"}


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


def test_the_nearest_run_is_copied_or_filled() -> None:
    tasks = tasks_of([_search("Rome"), _search("Oslo")], {})

    copied = NearestCopied(tasks).plan("Look for Bonn on the map", "maps")
    filled = NearestFilled(tasks).plan("Look for Bonn on the map", "maps")

    assert copied is not None
    assert copied[0].value == "Rome"
    assert filled is not None
    assert [step.value for step in filled] == ["Bonn", None]
    assert filled[1].target == Element(role="option", name="Bonn")


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


@pytest.mark.parametrize("setting", [ALONE, TOGETHER])
def test_filling_gives_paths_that_copying_does_not(setting: str) -> None:
    half = "tuning" if is_tuning("search") else "reported"
    ways = {"filled": NearestFilled, "copied": NearestCopied}

    found = {one.way: one for one in _scored(ways, setting) if one.half == half}

    assert found["filled"].measures["strict"].value == 1.0
    assert found["filled"].measures[NEW].value == 1.0
    assert found["copied"].measures["slot"].value == 0.0
    assert found["copied"].runs == 8


def test_a_plan_whose_optional_steps_were_made_is_not_right_without_them() -> None:
    run = SAMPLES[0].trajectory
    plan = [
        PlanStep(n=1, action="type", target=Element(role="searchbox"), value="Rome"),
        PlanStep(
            n=2,
            action="click",
            target=Element(role="option", name="Rome"),
            need="optional",
        ),
    ]

    values = judge(plan, run, frozenset({"rome"}))

    assert (values["fits"], values[REQUIRED]) == (1.0, 0.0)
