"""Does a recorded path follow a pattern's path?"""

from collections.abc import Sequence

import pytest

from kgmem.model.pattern import Bindings, Expectation, PatternStep, Slot
from kgmem.model.trajectory import Element, Step
from kgmem.paths.fill_steps import Filler
from kgmem.paths.fits import PART_OF_NAME, fits
from kgmem.paths.walk import recorded, walked

THINGS = Slot(slot_id="t", name="things", kind="text", is_list=True)


def walk(
    steps: Sequence[PatternStep],
    slots: Sequence[Slot],
    bindings: Bindings,
    run: Sequence[Step],
) -> tuple[int | None, ...] | None:
    """The numbers of the pattern's steps that the run's are instances of."""
    taken = walked(Filler(steps, slots), bindings, recorded(run))
    return None if taken is None else tuple(one and one.n for one in taken)


def button(name: str) -> Element:
    return Element(tag="button", role="button", name=name)


def press(n: int, name: str, **more: object) -> PatternStep:
    return PatternStep.model_validate(
        {"n": n, "action": "click", "target": button(name), **more}
    )


def path(*names: str) -> list[Step]:
    return [Step(action="click", target=button(name)) for name in names]


def test_each_step_is_told_and_fidgeting_is_none() -> None:
    field = Element(tag="input", attributes={"id": "who"})
    steps = [
        PatternStep(n=1, action="type", target=field, value="{who}"),
        press(2, "Send"),
    ]
    run = [
        Step(action="scroll"),
        Step(action="click", target=field),
        Step(action="type", target=field, value="李雷"),
        *path("SEND"),
    ]

    assert walk(steps, (), {"who": "李雷"}, run) == (None, None, 1, 2)
    assert walk(steps, (), {"who": "韩梅梅"}, run) is None
    assert walk(steps, (), {}, run) is None


@pytest.mark.parametrize(
    ("run", "taken"),
    [
        (["A", "C"], (1, 3)),
        (["A", "B", "C"], (1, 2, 3)),
        (["A", "B", "B", "C"], None),
        (["A"], None),
        (["A", "C", "C"], None),
        ([], None),
    ],
)
def test_optional_steps_may_be_left_out(
    run: list[str], taken: tuple[int, ...] | None
) -> None:
    steps = [press(1, "A"), press(2, "B", need="optional"), press(3, "C")]

    assert walk(steps, (), {}, path(*run)) == taken


@pytest.mark.parametrize(
    ("run", "taken"),
    [
        (["A", "D"], (1, 4)),
        (["B", "C", "D"], (2, 3, 4)),
        (["A", "B", "C", "D"], None),
        (["B", "D"], None),
        (["D"], None),
    ],
)
def test_one_way_of_a_choice_is_taken(
    run: list[str], taken: tuple[int, ...] | None
) -> None:
    steps = [
        press(1, "A", need="alternative", branch="1.a"),
        press(2, "B", need="alternative", branch="1.b"),
        press(3, "C", need="alternative", branch="1.b"),
        press(4, "D"),
    ]

    assert walk(steps, (), {}, path(*run)) == taken


@pytest.mark.parametrize(
    ("run", "taken"),
    [
        (["Day 5"], (2,)),
        (["Next", "Next", "Next", "Day 5"], (1, 1, 1, 2)),
        (["Next"], None),
    ],
)
def test_until_is_any_number_of_times(
    run: list[str], taken: tuple[int, ...] | None
) -> None:
    seen = Expectation(elements=(button("Day 5"),))
    steps = [press(1, "Next", until=seen), press(2, "Day 5")]

    assert walk(steps, (), {}, path(*run)) == taken


@pytest.mark.parametrize(
    ("items", "run", "taken"),
    [
        ([], ["Done"], (3,)),
        (["a"], ["Add", "a", "Done"], (1, 2, 3)),
        (["a", "b"], ["Add", "b", "Add", "a", "Done"], (1, 2, 1, 2, 3)),
        (["a", "b"], ["Add", "a", "Done"], None),
        (["a", "b"], ["Add", "a", "Add", "a", "Done"], None),
        (["a", "a"], ["Add", "a", "Add", "a", "Done"], (1, 2, 1, 2, 3)),
    ],
)
def test_a_loop_goes_once_through_the_items_in_any_order(
    items: list[str], run: list[str], taken: tuple[int, ...] | None
) -> None:
    steps = [
        press(1, "Add", repeat_for="things"),
        press(2, "{things}", repeat_for="things"),
        press(3, "Done"),
    ]

    assert walk(steps, (THINGS,), {"things": items}, path(*run)) == taken


def test_a_number_is_taken_at_its_word() -> None:
    steps = [press(1, "+", repeat_for="n"), press(2, "OK")]

    assert walk(steps, (), {"n": "两"}, path("+", "+", "OK")) == (1, 1, 2)
    assert walk(steps, (), {"n": "two"}, path("+", "OK")) is None


def test_params_agree_with_what_was_handed_over() -> None:
    step = PatternStep(
        n=1, action="tool", params={"name": "cancel", "ids": ["{ids}"], "n": "{n}"}
    )
    bindings = {"ids": ["A1", "B2"], "n": "3"}
    given = {"name": "cancel", "ids": ["A1", "B2"], "n": 3, "note": "more"}

    assert walk([step], (), bindings, [Step(action="tool", params=given)]) == (1,)
    other = given | {"ids": ["A1"]}
    assert walk([step], (), bindings, [Step(action="tool", params=other)]) is None


def test_a_value_is_the_same_in_any_case_but_no_other_one() -> None:
    step = PatternStep(n=1, action="type", target=Element(tag="input"), value="{city}")

    def typed(value: str) -> list[Step]:
        return [Step(action="type", target=Element(tag="input"), value=value)]

    assert walk([step], (), {"city": "Boise"}, typed("boise")) == (1,)
    assert walk([step], (), {"city": "Boise"}, typed("boise, id")) is None


# --- fits ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "element"),
    [
        pytest.param(None, None, id="no target says nothing"),
        pytest.param(None, button("x"), id="nor of an element"),
        pytest.param(button("Submit"), button("  SUBMIT "), id="case and space"),
        pytest.param(button("Inbox (3)"), button("Inbox (12)"), id="a count"),
        pytest.param(
            Element(tag="a", name="purus"), Element(tag="a", text="purus,"), id="a mark"
        ),
        pytest.param(
            Element(test_id="go", name="Go"),
            Element(test_id="go", name="Go"),
            id="test id",
        ),
        pytest.param(
            Element(tag="input", attributes={"id": "mail"}),
            Element(tag="input", attributes={"id": "mail", "value": "x@example.org"}),
            id="chosen id, whatever it holds",
        ),
        pytest.param(
            Element(tag="li", text="巴黎", locators=(PART_OF_NAME,)),
            Element(tag="li", text="巴黎 (CDG)"),
            id="part of a name, if the pattern says so",
        ),
        pytest.param(
            Element(tag="#text", text="milk"),
            Element(tag="label", text="Milk"),
            id="a text and what is around it",
        ),
        pytest.param(
            Element(tag="button", name="Delete", container=("report.pdf",)),
            Element(tag="button", name="Delete", container=("Draft report.pdf 3 MB",)),
            id="the row",
        ),
        pytest.param(
            Element(role="checkbox", container=("milk",)),
            Element(role="checkbox", attributes={"id": "ch4"}),
            id="a record without surroundings",
        ),
        pytest.param(
            Element(role="checkbox", container=("milk",)),
            Element(tag="label", text="Milk"),
            id="a label stands for its checkbox",
        ),
        pytest.param(
            Element(tag="span", attributes={"class": "trash"}),
            Element(tag="span", attributes={"class": "trash hot"}),
            id="classes, where nothing else tells",
        ),
    ],
)
def test_what_agrees_fits(target: Element | None, element: Element | None) -> None:
    assert fits(target, element)


@pytest.mark.parametrize(
    ("target", "element"),
    [
        pytest.param(button("x"), None, id="no element"),
        pytest.param(button("Submit"), Element(tag="a", name="Submit"), id="kind"),
        pytest.param(button("Submit"), button("Submit all"), id="more of a name"),
        pytest.param(button("Submit"), Element(tag="button"), id="no name"),
        pytest.param(
            Element(tag="li", text="巴黎", locators=(PART_OF_NAME,)),
            Element(tag="li", text="黎巴嫩"),
            id="other words",
        ),
        pytest.param(
            Element(tag="li", text="Nice", locators=(PART_OF_NAME,)),
            Element(tag="li", text="Nicer places"),
            id="half a word",
        ),
        pytest.param(
            Element(test_id="go"), Element(test_id="stop"), id="another test id"
        ),
        pytest.param(
            Element(tag="input", attributes={"id": "mail"}),
            Element(tag="input", attributes={"id": "name"}),
            id="another id",
        ),
        pytest.param(
            Element(tag="button", name="Delete", container=("a.pdf",)),
            Element(tag="button", name="Delete", container=("b.pdf",)),
            id="another row",
        ),
        pytest.param(
            Element(role="checkbox", container=("milk",)),
            Element(tag="label", text="tea"),
            id="another label",
        ),
        pytest.param(
            Element(tag="span", attributes={"class": "trash"}),
            Element(tag="span", attributes={"class": "star"}),
            id="other classes",
        ),
        pytest.param(
            Element(tag="circle", attributes={"id": "(1,2)"}),
            Element(tag="circle", attributes={"id": "(2,1)"}),
            id="an id that nobody chose, where nothing else tells",
        ),
        pytest.param(
            Element(tag="td", path="/table/tr[1]/td[1]"),
            Element(tag="td", path="/table/tr[2]/td[1]"),
            id="another place",
        ),
        pytest.param(
            Element(tag="a", name="x", frame="left"),
            Element(tag="a", name="x", frame="right"),
            id="another frame",
        ),
    ],
)
def test_what_disagrees_does_not(target: Element, element: Element | None) -> None:
    assert not fits(target, element)
