"""Whether a value of the task says in which row an element stands."""

import pytest

from kgmem.model.keys.table_rows import HEADS, IN_CELL, IN_ROW, under
from kgmem.model.trajectory import Element, Locator
from kgmem.paths.row_marks import row_marks, told_by_task


@pytest.mark.parametrize(
    ("texts", "marks"),
    [
        (["{who}\tactive", "{who}\tgone"], [IN_CELL]),
        (["Dr {who}\tactive", "{who}\tgone"], [IN_ROW]),
        (["{who} active", "{who} gone"], [IN_ROW]),
        (["{who} Edit", "{who} Edit"], [IN_ROW]),
        (["Ticket {who}", "Ticket {who}"], []),
        (["New ticket ({who})"], []),
        (['Reply to "{who}"'], []),
        (["{who}", "{who}"], []),
        (["active", "gone"], []),
    ],
)
def test_a_row_holds_more_than_the_value(
    texts: list[str], marks: list[Locator]
) -> None:
    targets = [Element(role="button", container=(text,)) for text in texts]

    assert list(row_marks(targets)) == marks


@pytest.mark.parametrize(
    ("heads", "rows", "over"),
    [
        (["Who\tAs", "As\tWho"], ["{who}\tcook", "cook\t{who}"], ["Who"]),
        (["Who\tFor", "Who\tFor"], ["{who}\tMay", "May\t{who}"], []),
        (["Who\tFor", "Who\tFor"], ["{who}\t{who}", "Bo\t{who}"], ["For"]),
        (["Who\tFor"], ["{who}\t{month}"], ["Who", "For"]),
        (["\tFor"], ["{who}\t{month}"], ["", "For"]),
    ],
)
def test_the_heads_over_values_are_those_of_all_runs(
    heads: list[str], rows: list[str], over: list[str]
) -> None:
    targets = [
        Element(role="button", container=(row,), attributes={HEADS: told})
        for row, told in zip(rows, heads, strict=True)
    ]

    assert list(row_marks(targets)) == [IN_CELL, *under(over)]


def test_what_stands_around_a_whole_table_tells_no_row_of_it() -> None:
    days = ("1\t2\t3", "4\t5\t6")
    targets = [Element(role="button", container=(row, "{who} is wanted for 1 2 3"))
               for row in days]  # fmt: skip

    assert list(row_marks(targets)) == []


@pytest.mark.parametrize(
    ("container", "task", "told"),
    [
        (("Edit", "hweiss\tactive\tEdit"), "Retire hweiss", ("", "hweiss")),
        (("hweiss\tMay 3\tEdit",), "Retire hweiss on May 3", ("hweiss\tMay 3",)),
        (("hweiss\tactive",), "Retire the first one", ("hweiss\tactive",)),
        (("hweiss active",), "Retire hweiss", ("hweiss active",)),
    ],
)
def test_the_cells_that_a_task_names_tell_the_row_of_its_run(
    container: tuple[str, ...], task: str, told: tuple[str, ...]
) -> None:
    target = Element(role="button", container=container)

    found = told_by_task(target, task)

    assert found is not None
    assert found.container == told
    assert (IN_CELL in found.locators) is (told != container)


def test_no_element_stands_in_no_row() -> None:
    assert told_by_task(None, "Retire hweiss") is None
