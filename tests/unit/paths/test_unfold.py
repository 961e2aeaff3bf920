"""From a pattern's path to the steps of a plan."""

from collections.abc import Sequence

import pytest

from kgmem.model.pattern import Bindings, Expectation, PatternStep, Slot
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element
from kgmem.model.values.unfit import MAX_LAID_OUT, MAX_ROUNDS, Unfit
from kgmem.paths import unfold as unfolding


def slot(name: str, *, is_list: bool = False, transform: str | None = None) -> Slot:
    return Slot(
        slot_id=name, name=name, kind="text", is_list=is_list, transform=transform
    )


def unfold(
    steps: Sequence[PatternStep], slots: Sequence[Slot], bindings: Bindings
) -> tuple[PlanStep, ...]:
    """The steps of a path that the values fit."""
    planned = unfolding.unfold(steps, slots, bindings)
    assert not isinstance(planned, Unfit), planned.reason
    return planned


def unfit(
    steps: Sequence[PatternStep], slots: Sequence[Slot], bindings: Bindings
) -> Unfit:
    """Why the values do not fit."""
    planned = unfolding.unfold(steps, slots, bindings)
    assert isinstance(planned, Unfit)
    return planned


def press(n: int, name: str, **more: object) -> PatternStep:
    target = Element(role="button", name=name)
    return PatternStep.model_validate(
        {"n": n, "action": "click", "target": target, **more}
    )


def enter(n: int, value: str, **more: object) -> PatternStep:
    return PatternStep.model_validate(
        {"n": n, "action": "type", "target": {"tag": "input"}, "value": value, **more}
    )


def names(steps: tuple[object, ...]) -> list[str | None]:
    return [step.target.name for step in steps]  # type: ignore[attr-defined]


def test_values_go_into_every_text_and_braces_are_undoubled() -> None:
    step = PatternStep(
        n=1,
        action="click",
        target=Element(
            tag="button",
            name="把{商品}放入 {{购物车}}",
            text="{商品}",
            container=("{商品} ({size})",),
            attributes={"id": "add-{size}"},
        ),
        value="{商品|upper}",
        params={"query": {"q": "{商品}", "pages": [1, "{size}"]}},
        until=Expectation(texts=("{size}",), elements=(Element(name="{商品}"),)),
    )

    (planned,) = unfold(
        [step], [slot("商品"), slot("size")], {"商品": "a{b}", "size": "L"}
    )

    assert planned.target == Element(
        tag="button",
        name="把a{b}放入 {购物车}",
        text="a{b}",
        container=("a{b} (L)",),
        attributes={"id": "add-L"},
    )
    assert planned.value == "A{B}"
    assert planned.params == {"query": {"q": "a{b}", "pages": [1, "L"]}}
    assert planned.until == Expectation(texts=("L",), elements=(Element(name="a{b}"),))


@pytest.mark.parametrize("items", [[], ["milk"], ["milk", "鸡蛋", "tea"]])
def test_neighbours_are_repeated_together_for_each_item(items: list[str]) -> None:
    steps = [
        press(1, "Add", repeat_for="things"),
        enter(2, "{things}", repeat_for="things"),
        press(3, "Save {things}"),
    ]

    planned = unfold(steps, [slot("things", is_list=True)], {"things": items})

    rounds = [step.value for step in planned[:-1]]
    assert rounds == [value for item in items for value in (None, item)]
    assert planned[-1].target == Element(role="button", name=f"Save {', '.join(items)}")


@pytest.mark.parametrize(("said", "times"), [("3", 3), ("two", 2), ("三", 3), ("0", 0)])
def test_a_number_says_how_often(said: str, times: int) -> None:
    planned = unfold([press(1, "+", repeat_for="n")], [slot("n")], {"n": said})

    assert len(planned) == times


@pytest.mark.parametrize(
    "said", ["often", "-3", "3.5", "", "99999", "99999999999999999999", "9" * 5000]
)
def test_a_number_of_times_that_makes_no_sense_is_told(said: str) -> None:
    told = unfit([press(1, "+", repeat_for="n")], [slot("n")], {"n": said})

    assert told.slot == "n"
    assert " n " in told.reason


def test_loops_that_come_to_too_many_steps_together_are_told() -> None:
    rounds = MAX_ROUNDS // 2
    per_loop = MAX_LAID_OUT // (2 * rounds)
    steps = [
        press(n, "+", repeat_for="a" if n <= per_loop else "b")
        for n in range(1, 2 * per_loop + 1)
    ]

    most = unfold(steps, [slot("a"), slot("b")], {"a": str(rounds), "b": str(rounds)})
    told = unfit(steps, [slot("a"), slot("b")], {"a": "100", "b": "101"})

    assert len(most) == MAX_LAID_OUT
    assert told.slot == "b"
    assert f"{MAX_LAID_OUT:,}" in told.reason


def test_the_most_supported_way_stands_in_the_path_and_the_others_branch_off() -> None:
    steps = [
        press(1, "Open"),
        press(2, "Menu", need="alternative", branch="1.a", support=2),
        press(3, "Find", need="alternative", branch="1.a", support=2),
        press(4, "Search", need="alternative", branch="1.b", support=5),
        press(5, "Go", need="alternative", branch="2.a"),
        press(6, "Close"),
    ]

    planned = unfold(steps, [], {})

    assert [(step.n, step.need) for step in planned] == [
        (1, "required"),
        (2, "alternative"),
        (3, "alternative"),
        (4, "required"),
    ]
    assert names(planned) == ["Open", "Search", "Go", "Close"]
    (other,) = planned[1].branches
    assert [(step.n, step.target and step.target.name) for step in other] == [
        (2, "Menu"),
        (3, "Find"),
    ]


def test_optional_steps_stay_in_and_go_with_a_value_that_is_missing() -> None:
    steps = [
        press(1, "Cookies", need="optional"),
        enter(2, "{note}", need="optional"),
        press(3, "Send"),
    ]

    planned = unfold(steps, [slot("note")], {})

    assert names(planned) == ["Cookies", "Send"]
    assert planned[0].need == "optional"


def test_a_way_whose_value_is_missing_is_no_way() -> None:
    steps = [
        enter(1, "{code}", need="alternative", branch="1.a", support=9),
        press(2, "Skip", need="alternative", branch="1.b"),
    ]

    planned = unfold(steps, [slot("code")], {})

    assert [(step.action, step.branches) for step in planned] == [("click", ())]


@pytest.mark.parametrize(
    "steps",
    [
        [enter(1, "{code}")],
        [press(1, "+", repeat_for="code")],
        [enter(1, "{code}", need="alternative", branch="1.a")],
    ],
)
def test_a_slot_without_a_value_is_named(steps: list[PatternStep]) -> None:
    told = unfit(steps, [slot("code")], {"other": "1"})

    assert told.slot == "code"
    assert " code" in told.reason


def test_a_value_that_the_transform_does_not_fit_is_not_shown() -> None:
    told = unfit(
        [enter(1, "{day}")], [slot("day", transform="date:iso")], {"day": "hunter2"}
    )

    assert " day " in told.reason
    assert "hunter2" not in told.reason + told.wanted
