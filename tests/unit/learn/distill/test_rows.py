"""Which row was meant, as the pages of a run and its task tell it."""

import pytest

from kgmem.learn.distill.rows import with_rows
from kgmem.model.trajectory import Element, Page, Step, Trajectory


def run_on(task: str, *rows: str, meant: int = 0, names: str = "retire") -> Trajectory:
    buttons = [Element(role="button", name=names, container=(row,)) for row in rows]
    page = Page(url="http://h/users", elements=tuple(buttons))
    step = Step(action="click", target=buttons[meant], page_before=page)
    return Trajectory(task=task, steps=(step,), outcome="success")


def row_of(run: Trajectory) -> str:
    target = with_rows(run).steps[0].target
    assert target is not None
    return target.container[0]


@pytest.mark.parametrize(
    ("task", "told"),
    [
        ("Retire the user kvarga", "kvarga\tKata Varga kvarga at corp"),
        ("Retire Kata Varga", "kvarga\tKata Varga\tkvarga at corp"),
        ("Retire whoever is at corp", "kvarga Kata Varga kvarga at corp"),
        ("Retire the last one", "kvarga Kata Varga kvarga at corp"),
    ],
)
def test_words_of_the_task_that_no_other_row_has_are_a_cell(
    task: str, told: str
) -> None:
    rows = "kvarga Kata Varga kvarga at corp", "odahl Oskar Dahl odahl at corp"

    assert row_of(run_on(task, *rows)) == told


def test_a_short_number_within_a_row_is_there_by_chance() -> None:
    first, second = "3 Lamp is broken 8 days", "7 Chair is broken 2 days"

    assert row_of(run_on("Close ticket 8", first, second)) == first
    assert row_of(run_on("Close 7", first, second, meant=1)).startswith("7\t")


def test_a_row_that_has_cells_and_an_element_without_another_stay() -> None:
    parted = run_on("Retire kvarga", "kvarga\tKata", "odahl\tOskar")
    alone = run_on("Retire kvarga", "kvarga Kata Varga")

    assert with_rows(parted) is parted
    assert with_rows(alone) is alone
