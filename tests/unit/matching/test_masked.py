"""What is left of a task without its values."""

import pytest

from kgmem.matching.masked import marked_values, masked, masked_with, without


@pytest.mark.parametrize(
    ("task", "left"),
    [
        ("Switch off the account of Iris Boyle", "Switch off the account of …"),
        ("Seat Iris Boyle, Jon Berg or Rin", "Seat … or …"),
        ('Set the title of ticket 12 to "New roof"', "Set the title of ticket … to …"),
        ("把工单12的标题改成“New roof”", "把工单…的标题改成…"),
        ("关闭 Iris Boyle 的账号", "关闭 Iris Boyle 的账号"),
        ("Log out", "Log out"),
    ],
)
def test_a_value_that_its_form_shows_is_one_mark(task: str, left: str) -> None:
    assert masked(task) == left


def test_what_a_run_entered_is_no_part_of_its_kind() -> None:
    task = "put the blue lamp on sale, not the lamp post"

    assert masked_with(task, ["blue lamp"]) == "put the … on sale, not the lamp post"


def test_a_value_within_a_word_stays() -> None:
    assert masked_with("open the opener", ["open"]) == "… the opener"


@pytest.mark.parametrize(
    ("task", "values"),
    [
        ("Seat Iris Boyle, Jon Berg or Rin", ["Iris Boyle, Jon Berg", "Rin"]),
        ('Set the title of ticket 1207 to "New roof"', ["1207", "New roof"]),
        ("把工单1207的标题改成“New roof”", ["1207", "New roof"]),
        ("Log out", []),
    ],
)
def test_what_a_mark_stands_for_is_told(task: str, values: list[str]) -> None:
    assert [*marked_values(task, masked(task))] == values


def test_only_values_that_are_known_are_taken_out() -> None:
    task = "Seat Iris Boyle beside Jon Berg"

    assert without(task, ["jon berg", "Rin"]) == "Seat Iris Boyle beside …"
