"""words such as yesterday and 上周五 -> the days that they mean when they are said."""

import re
from datetime import UTC, date, datetime, timedelta

from kgmem.people import (
    HAN_UP_TO_10,
    MONTH_NUMBERS,
    MONTHS,
    either,
    language_of,
    phrase,
    read_whole,
    written,
)
from kgmem_people.reading.dates import DateSpan, periods
from kgmem_people.reading.validity import validity

_LONGEST = 4_000
"""Characters in which days are looked for."""
_OPEN = datetime(1970, 1, 1, tzinfo=UTC)
_BEFORE = "".join(
    (
        *written("date.year", spaced=False),
        *written("period.counting", spaced=False),
        *written("period.step", spaced=False),
    )
)
_IN_MONTH = re.compile(
    rf"\b(?:{either('period.before.at', spaced=True)})\s(?P<name>{'|'.join(MONTHS)})\b"
    rf"(?!\s\d)|(?<![\d{_BEFORE}])(?P<n>\d{{1,2}}|[{HAN_UP_TO_10}]{{1,2}})"
    rf"(?:{either('date.month', spaced=False)})(?!\d|[{HAN_UP_TO_10}])",
    re.IGNORECASE,
)
"""A month without its year: the last one of this name."""


def days_named(text: str, at: datetime) -> list[DateSpan]:
    """The days that a text names, said at a time."""
    return periods(text[:_LONGEST], at.date())


def happened_at(text: str, at: datetime) -> datetime:
    """When it happened: on the last day that the text names, if that is over; else when
    it was told."""
    past = [
        one
        for one in days_named(text, at)
        if one.precision == "day" and one.since.date() < at.date()
    ]
    return datetime.combine(past[-1].since.date(), at.timetz()) if past else at


def dated(text: str, at: datetime) -> str:
    """The text with the days behind the words that hang on when they were said.

    >>> dated("I moved yesterday", datetime(2025, 3, 2, tzinfo=UTC))
    'I moved yesterday (2025-03-01)'
    """
    told = text
    for one in reversed(_hanging(text, at)):
        mark = phrase("period.mark", language_of(text), day=_written(one))
        told = told[: one.end] + mark + told[one.end :]
    return told


def days_meant(text: str, at: datetime) -> dict[str, str]:
    """By the words of a text that hang on when they were said, the days they mean."""
    hanging = _hanging(text, at)
    return {text[one.start : one.end]: _written(one) for one in hanging}


def _hanging(text: str, at: datetime) -> list[DateSpan]:
    found = []
    for one in days_named(text, at):
        words = text[one.start : one.end]
        if str(one.since.year) not in words and not re.match(r"\d{4}", words):
            found.append(one)
    return found


def _written(one: DateSpan) -> str:
    first, last = one.since.date(), (one.until - timedelta(days=1)).date()
    if one.precision == "year":
        return str(first.year)
    if one.precision == "month":
        return f"{first:%Y-%m}"
    return f"{first}" if first == last else f"{first}/{last}"


def days_asked(question: str, now: datetime) -> tuple[datetime, datetime] | None:
    """The stretch of time that a question is about, half open; None if it names none,
    or one that is to come."""
    asked = validity(question[:_LONGEST], now.date())
    since, until = asked.valid_from, asked.valid_to
    if since is None and until is None:
        if asked.at is not None:
            since, until = asked.at.since, asked.at.until
        elif (month := _month_asked(question, now.date())) is not None:
            since, until = month
        else:
            return None
    since, until = since or _OPEN, until or now + timedelta(days=1)
    return (since, until) if since < until and since <= now else None


def _month_asked(text: str, today: date) -> tuple[datetime, datetime] | None:
    match = _IN_MONTH.search(text[:_LONGEST])
    if match is None:
        return None
    name = match["name"]
    month = MONTH_NUMBERS[name[:3].casefold()] if name else read_whole(match["n"])
    if not month or month > 12:
        return None
    year = today.year if month <= today.month else today.year - 1
    after = (year, month + 1) if month < 12 else (year + 1, 1)
    return (
        datetime(year, month, 1, tzinfo=UTC),
        datetime(*after, 1, tzinfo=UTC),
    )


def is_of_days(text: str, at: datetime | None, days: tuple[datetime, datetime]) -> bool:
    """Was it said in these days, or does it tell of them?"""
    since, until = days
    if at is None:
        return False
    return since <= at < until or any(
        one.since < until and since < one.until for one in days_named(text, at)
    )
