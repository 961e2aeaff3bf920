"""An element is found in the row that bears the value, and in no other."""

import pytest

from kgmem.model.keys.table_rows import HEADS, IN_CELL, IN_ROW, OF_PAGE, under
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element, Locator
from kgmem.replay.locate.flow import locate


def button(name: str, *around: str) -> Element:
    return Element(role="button", tag="button", name=name, container=around)


def retire(row: str, mark: Locator) -> PlanStep:
    target = button("Retire", row).model_copy(update={"locators": (mark,)})
    return PlanStep(n=1, action="click", target=target, varies=True)


def table(*rows: str) -> list[Element]:
    """Rows of two buttons, each button beside the other one."""
    pairs = (("Edit", "Retire"), ("Retire", "Edit"))
    every = " ".join(rows)
    return [button(n, o, f"{row}\t{o}", every) for row in rows for n, o in pairs]


@pytest.mark.parametrize(
    ("mark", "rows", "found"),
    [
        (IN_CELL, ["drill press\tB1", "drill\tB2"], 3),
        (IN_CELL, ["sander\tgoes with drill", "drill\tB2"], 3),
        (IN_CELL, ["drill press\tB1", "sander\tB2"], None),
        (IN_ROW, ["drill press\tB1", "drill\tB2"], 3),
        (IN_ROW, ["Dr. drill\tB1", "sander\tB2"], 1),
        (IN_ROW, ["sander\tB1"], None),
        (IN_ROW, [], None),
    ],
)
def test_only_the_row_that_bears_it(
    mark: Locator, rows: list[str], found: int | None
) -> None:
    here = locate(retire("drill", mark), table(*rows))

    assert here.index == found
    is_told = here.why is not None and "'drill'" in here.why
    assert is_told is (found is None)


def test_a_page_that_parts_no_cells_has_it_among_other_words() -> None:
    rows = [button("Retire", "sander B1 Edit"), button("Retire", "drill B2 Edit")]

    assert locate(retire("drill", IN_CELL), rows).index == 1


@pytest.mark.parametrize(
    ("around", "found"),
    [
        (["Event: drill"] * 3, 1),  # the heading of their page: the place tells
        (["Event: drill", "Event: saw", "Event: axe"], 0),  # a row each
        (["Event: saw", "Event: axe", "Event: mop"], None),
    ],
)
def test_a_value_around_all_alike_is_the_page_s(
    around: list[str], found: int | None
) -> None:
    def placed(n: int, text: str) -> Element:
        place = {"path": f"/html/body[1]/p[{n}]/button[1]", "ordinal": n}
        return button("Actions", text).model_copy(update=place)

    target = placed(2, "drill").model_copy(update={"locators": (OF_PAGE,)})
    step = PlanStep(n=1, action="click", target=target, varies=True)

    here = locate(step, [placed(n, text) for n, text in enumerate(around, 1)])

    assert here.index == found


def test_two_rows_that_bear_it_alike_are_told_apart_by_nothing() -> None:
    here = locate(retire("drill", IN_CELL), table("drill\tB1", "drill\tB2"))

    assert (here.index, here.why) == (None, None)


def test_another_table_of_the_page_may_bear_it_nearer() -> None:
    cards = [button("Lend", "drill\tB2"), button("Lend", "sander\tB1")]

    here = locate(retire("drill", IN_CELL), [*table("sander\tB1", "drill\tB2"), *cards])

    assert here.index == 3


@pytest.mark.parametrize(
    ("heads", "rows", "found"),
    [
        ("Tool\tSpare for", ["saw\tdrill", "drill\tlathe"], 1),
        ("Spare for\tTool", ["saw\tdrill", "drill\tlathe"], 0),
        ("Tool\tSpare for", ["saw\tdrill", "mill\tlathe"], None),
        ("Name\tSpare for", ["saw\tdrill", "mill\tlathe"], 0),  # no such head is there
        ("", ["saw\tdrill", "mill\tlathe"], 0),
        ("Tool\tSpare for", ["drill\tdrill", "mill\tlathe"], 0),
    ],
)
def test_a_row_that_bears_it_under_another_head_is_not_the_one(
    heads: str, rows: list[str], found: int | None
) -> None:
    step = retire("drill", IN_CELL)
    assert step.target is not None
    target = step.target.model_copy(update={"locators": (IN_CELL, *under(["Tool"]))})
    beside = {HEADS: heads} if heads else {}
    page = [button("Retire", r).model_copy(update={"attributes": beside}) for r in rows]

    here = locate(step.model_copy(update={"target": target}), page)

    assert here.index == found
    assert found is not None or "bears 'drill' under 'Tool'" in (here.why or "")
