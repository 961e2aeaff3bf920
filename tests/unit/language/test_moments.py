"""Dates and times as both languages write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.language.moment_forms import write_date, write_time
from kgmem.language.moments import Clock, Date, read_date, read_time


@pytest.mark.parametrize(
    "text",
    [
        "Nov 22, 2026",
        "november 22nd 2026",
        "Nov. 22,2026",
        "22 November 2026",
        "22nd of Nov, 2026",
        "11/22/2026",
        "11-22-2026",
        "11/22/26",
        "2026-11-22",
        "2026/11/22",
        "2026.11.22",
        "20261122",
        "2026年11月22日",
        "2026 年 11 月 22 号",
        "二〇二六年十一月二十二日",
        "２０２６年１１月２２日",
    ],
)
def test_one_day_in_many_wordings(text: str) -> None:
    assert read_date(text) == Date(2026, 11, 22)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("11月22日", Date(None, 11, 22)),
        ("Sept. 5", Date(None, 9, 5)),
        ("3/2", Date(None, 3, 2)),
        ("2/29", Date(None, 2, 29)),
        ("March 2023", Date(2023, 3)),
        ("2022/03", Date(2022, 3)),
        ("08/2022", Date(2022, 8)),
        ("2023年3月", Date(2023, 3)),
        ("三月", Date(None, 3)),
        ("2023年", Date(2023)),
        ("March", Date(None, 3)),
        ("12/05/99", Date(1999, 12, 5)),
    ],
)
def test_a_date_holds_as_much_as_was_said(text: str, date: Date) -> None:
    assert read_date(text) == date


@pytest.mark.parametrize(
    "text",
    ["", "may", "2/30", "29/02/2023", "0000-01-01", "2022-13", "13月", "明天", "12:30"],
)
def test_what_no_calendar_has_is_no_date(text: str) -> None:
    assert read_date(text) is None
    assert read_date(text, day_first=True) is None


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("3pm", Clock(15)),
        ("3 p.m.", Clock(15)),
        ("3:30 PM", Clock(15, 30)),
        ("12am", Clock(0)),
        ("12 PM", Clock(12)),
        ("15:00", Clock(15)),
        ("15:00:00", Clock(15)),
        ("noon", Clock(12)),
        ("5 o'clock", Clock(5)),
        ("下午3点", Clock(15)),
        ("下午三点半", Clock(15, 30)),
        ("下午3：05", Clock(15, 5)),
        ("下午15点", Clock(15)),
        ("晚上十二点", Clock(0)),
        ("中午1点", Clock(13)),
        ("早上九点三十分", Clock(9, 30)),
        ("9点一刻", Clock(9, 15)),
        ("15时30分", Clock(15, 30)),
    ],
)
def test_times_of_day_are_read(text: str, clock: Clock) -> None:
    assert read_time(text) == clock


@pytest.mark.parametrize(
    "text", ["", "25:00", "13pm", "3:75", "上午12点", "晚上2点", "3"]
)
def test_what_no_day_has_or_what_is_not_clear_is_no_time(text: str) -> None:
    assert read_time(text) is None


@given(st.dates())
def test_whole_dates_survive_every_form_that_holds_them(day: object) -> None:
    iso = str(day)
    date = read_date(iso)
    assert date is not None

    written = write_date(date)

    for form in (
        "iso",
        "us",
        "us_dash",
        "zh",
        "zh2",
        "compact",
        "mdy_text",
        "dmy_abbr",
    ):
        assert read_date(written[form]) == date, form
    for form in ("eu", "eu_short", "eu_dot", "eu_dash"):
        assert read_date(written[form], day_first=True) == date, form


@given(st.integers(0, 23), st.integers(0, 59))
def test_times_survive_every_form_that_holds_them(hour: int, minute: int) -> None:
    written = write_time(Clock(hour, minute))

    for form in ("24h", "24h_seconds", "12h", "12h2", "12h_tight_lower", "zh_24h"):
        assert read_time(written[form]) == Clock(hour, minute), form
