"""Which texts of a page go with the task."""

import pytest

from kgmem.model.trajectory import Element
from kgmem.paths.marks import (
    DAYS,
    aim_of,
    led_to,
    marks_of,
    position,
    seen_beside,
    shown_at,
    texts_of,
)

CAPTION = "/html/h3[1]"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("March 2026", ("month", (2026, 3))),
        ("2026年3月", ("month", (2026, 3))),
        ("Mar", ("month", (0, 3))),
        ("3", ("#", (3,))),
        ("Week 11", ("week #", (11,))),
        ("3 of 7", None),
        ("10:30", None),
        ("12 EUR 50", None),
        ("5 %", None),
        ("5 March 2026", ("date", (2026, 3, 5))),
        ("05/03/2026", None),
        ("nothing", None),
    ],
)
def test_a_short_text_says_a_month_a_date_or_a_number(
    text: str, place: tuple[str, tuple[int, ...]] | None
) -> None:
    assert position(text) == place


def test_a_calendar_is_turned_to_the_month_of_the_same_date() -> None:
    began, ended = {CAPTION: "February 2026"}, {CAPTION: "March 2026"}

    mark = led_to(began, ended, 1, "Book from 5 March 2026 to 2026-04-02")

    assert mark is not None
    assert (mark.turns, aim_of(mark, "Book from 6 June to 8 July")) == ("up", (0, 6))
    assert aim_of(mark, "Book for 5 March 2026") is None
    assert shown_at(mark, {CAPTION: "Juni", "/y": "2027"}) is None
    assert shown_at(mark, {CAPTION: "June", "/y": "2027"}) == (2027, 6)


def test_the_days_that_change_with_the_month_are_not_counted() -> None:
    began, ended = {CAPTION: "May 2026", "/a": "3"}, {CAPTION: "June 2026", "/a": "7"}

    mark = led_to(began, ended, 1, "Book for 7 June 2026")

    assert mark is not None
    assert (mark.kind, mark.at) == ("month", CAPTION)


@pytest.mark.parametrize(
    ("began", "ended", "times"),
    [
        ({"/a": "4"}, {"/a": "2"}, 2),
        ({"/a": "1"}, {"/a": "5"}, 4),
        ({"/a": "1", "/b": "Row 1"}, {"/a": "2", "/b": "Row 2"}, 1),
    ],
    ids=["what is left to do", "no number of the task", "two kinds of texts"],
)
def test_a_number_that_changes_by_chance_is_no_mark(
    began: dict[str, str], ended: dict[str, str], times: int
) -> None:
    assert led_to(began, ended, times, "Mark 2 messages as read") is None


def test_the_number_is_turned_and_not_what_it_stands_in() -> None:
    begun = {"/form/div": "Packs − 1 +", "/form/div/output": "1"}
    ended = {"/form/div": "Packs − 4 +", "/form/div/output": "4"}

    mark = led_to(begun, ended, 3, "Order 4 packs of gauze")

    assert mark is not None
    assert (mark.at, mark.turns, mark.times) == ("/form/div/output", "up", 3)


def test_the_month_beside_a_day_goes_with_its_date() -> None:
    task = "Book the room for 5 March 2026"

    assert seen_beside({CAPTION: "March 2026"}, "5", task) is not None
    assert seen_beside({CAPTION: "March 2026"}, "Reports", task) is None
    assert seen_beside({CAPTION: "March 2026", "/b": "May 2026"}, "5", task) is None


def days(month: int, held: str | None = None) -> list[Element]:
    cells = [
        Element(path=f"/td[{n}]", text=f"{n}", attributes={"data-date": date})
        for n, date in enumerate((f"2027-{month:02}-{n:02}" for n in range(1, 29)), 1)
    ]
    field = [Element(path="/input", attributes={"value": held})] if held else []
    return [*cells, *field]


def test_a_calendar_without_a_caption_is_told_by_the_dates_of_its_days() -> None:
    later = Element(name="Later")

    (mark,) = marks_of(days(2), days(3), 1, later, "Book the room for 2027-03-05")

    assert (mark.kind, mark.at, mark.turns) == ("month", DAYS, "up")
    assert shown_at(mark, texts_of(days(6))) == (2027, 6)


def test_a_field_that_holds_a_date_of_the_task_is_read_at_its_place() -> None:
    book, task = Element(name="Book"), "Book the room for 5 March 2027"

    marks = marks_of(days(3, "2027-03-05"), [], 1, book, task)
    (held,) = (mark for mark in marks if mark.kind == "date")

    assert shown_at(held, texts_of(days(4, "2027-04-05"))) == (2027, 4, 5)
    assert aim_of(held, "Book the room for 12 June 2027") == (2027, 6, 12)
    assert shown_at(held, {"/other": "2027-04-05"}) is None
