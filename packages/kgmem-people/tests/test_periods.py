"""Periods that texts name, and what they bound."""

from datetime import UTC, date, datetime

import pytest

from kgmem_people.reading.dates import read_period
from kgmem_people.reading.validity import validity

TODAY = date(2024, 6, 15)  # a Saturday


def day(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None


@pytest.mark.parametrize(
    ("text", "since", "until", "precision"),
    [
        ("2019", "2019-01-01", "2020-01-01", "year"),
        ("May 2019", "2019-05-01", "2019-06-01", "month"),
        ("December 2019", "2019-12-01", "2020-01-01", "month"),
        ("3 May 2019", "2019-05-03", "2019-05-04", "day"),
        ("2024-02-29", "2024-02-29", "2024-03-01", "day"),
        ("25/03/2019", "2019-03-25", "2019-03-26", "day"),
        ("04/04/2019", "2019-04-04", "2019-04-05", "day"),
        ("2019年5月3日", "2019-05-03", "2019-05-04", "day"),
        ("2019年5月", "2019-05-01", "2019-06-01", "month"),
        ("二〇一九年", "2019-01-01", "2020-01-01", "year"),
        ("yesterday", "2024-06-14", "2024-06-15", "day"),
        ("last month", "2024-05-01", "2024-06-01", "month"),
        ("this week", "2024-06-10", "2024-06-17", "week"),
        ("two weeks ago", "2024-06-01", "2024-06-02", "day"),
        ("3 months ago", "2024-03-01", "2024-04-01", "month"),
        ("last Friday", "2024-06-14", "2024-06-15", "day"),
        ("last Saturday", "2024-06-08", "2024-06-09", "day"),
        ("next Monday", "2024-06-17", "2024-06-18", "day"),
        ("昨天", "2024-06-14", "2024-06-15", "day"),
        ("上个月", "2024-05-01", "2024-06-01", "month"),
        ("三天前", "2024-06-12", "2024-06-13", "day"),
        ("去年", "2023-01-01", "2024-01-01", "year"),
        ("去年5月", "2023-05-01", "2023-06-01", "month"),
        ("本周一", "2024-06-10", "2024-06-11", "day"),
        ("上周日", "2024-06-09", "2024-06-10", "day"),
        ("五年前", "2019-01-01", "2020-01-01", "year"),
        ("in two weeks", "2024-06-29", "2024-06-30", "day"),
        ("three days from now", "2024-06-18", "2024-06-19", "day"),
        ("last weekend", "2024-06-08", "2024-06-10", "weekend"),
        ("last night", "2024-06-14", "2024-06-15", "day"),
        ("两周后", "2024-06-29", "2024-06-30", "day"),
        ("下个月三号", "2024-07-03", "2024-07-04", "day"),
        ("大后天", "2024-06-18", "2024-06-19", "day"),
        ("前年", "2022-01-01", "2023-01-01", "year"),
        ("上上周", "2024-05-27", "2024-06-03", "week"),
        ("这个周末", "2024-06-15", "2024-06-17", "weekend"),
    ],
)
def test_a_period_is_as_long_as_what_was_said(
    text: str, since: str, until: str, precision: str
) -> None:
    period = read_period(text, TODAY)

    assert period is not None
    assert (period.since, period.until) == (day(since), day(until))
    assert period.precision == precision


@pytest.mark.parametrize(
    "text",
    ["05/03/2019", "31/02/2019", "3 May", "5月3日", "soon", "", "0000", "2019 cats"],
)
def test_what_is_two_days_or_none_is_no_period(text: str) -> None:
    assert read_period(text, TODAY) is None


@pytest.mark.parametrize("text", ["yesterday", "上个月", "last Friday", "三天前"])
def test_relative_dates_need_a_day_to_be_relative_to(text: str) -> None:
    assert read_period(text) is None


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("She leads it since 2019.", "2019-01-01", None),
        ("From 2010 to 2015 he led it.", "2010-01-01", "2016-01-01"),
        ("between May 2019 and 3 June 2020", "2019-05-01", "2020-06-04"),
        ("He led it until May 2020.", None, "2020-06-01"),
        ("before 2015", None, "2015-01-01"),
        ("after 2015", "2016-01-01", None),
        ("the years 1969–1974", "1969-01-01", "1975-01-01"),
        ("since last month", "2024-05-01", None),
        ("自2019年起", "2019-01-01", None),
        ("2019年5月以来", "2019-05-01", None),
        ("2010年至2015年", "2010-01-01", "2016-01-01"),
        ("从1927年到1937年", "1927-01-01", "1938-01-01"),
        ("到2020年5月为止", None, "2020-06-01"),
        ("截至2020年底", None, "2021-01-01"),
        ("2015年以前", None, "2015-01-01"),
        ("by 2015", None, None),
        ("from 2015 to 2010", "2015-01-01", "2011-01-01"),
    ],
)
def test_words_around_a_date_say_what_it_bounds(
    text: str, since: str | None, until: str | None
) -> None:
    if (since or "") > (until or "9"):
        since = until = None  # what ends before it begins has no bounds

    found = validity(text, TODAY)

    assert (found.valid_from, found.valid_to) == (day(since), day(until))


@pytest.mark.parametrize("text", ["in 1994", "on 3 May 1994", "于1994年", "1994年5月"])
def test_a_time_without_a_bound_is_when_it_was(text: str) -> None:
    found = validity(text)

    assert (found.valid_from, found.valid_to) == (None, None)
    assert found.at is not None
    assert found.at.since.year == 1994
