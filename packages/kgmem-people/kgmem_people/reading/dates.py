"""When something holds: the periods that a text names, in English and Chinese.

A period is half open, [since, until), in UTC, and as long as what was said: "2019" is a
year, 2019年5月 a month. "Yesterday" and 上个月 are read only where it is known on which
day they were said. A date without a year, and one such as 05/03/2019 that is two days,
is none.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from kgmem.people import (
    DATES,
    HAN_UP_TO_10,
    WEEKDAYS,
    away,
    date_of,
    either,
    languages,
    meanings,
    read_whole,
    spelled,
    within,
    word_set,
    written,
)

Precision = Literal["year", "month", "week", "weekend", "day"]

MAX_PERIODS = 200
"""Periods that are told apart in one text."""
MAX_AGO = 1_000
"""Of days, weeks, months or years that something is ago."""


@dataclass(frozen=True, slots=True)
class DateSpan:
    """A stretch of time that a text names."""

    since: datetime
    until: datetime
    """The first moment after it."""
    precision: Precision
    start: int
    end: int
    """`text[start:end]` names it."""


def read_period(text: str, today: date | None = None) -> DateSpan | None:
    """The period that is all of `text`; None where it is none."""
    whole = text.strip()
    if re.fullmatch(_YEAR, whole):
        return _placed(_of_date(int(whole)), 0, len(whole))
    found = periods(whole, today)
    if len(found) == 1 and (found[0].start, found[0].end) == (0, len(whole)):
        return found[0]
    return None


def periods(text: str, today: date | None = None) -> list[DateSpan]:
    """What `text` names, in its order; of those that overlap the longest."""
    named = list(_absolute(text))
    if today is not None:
        named += _relative(text, today)
    named.sort(key=lambda one: (one[0] - one[1], one[0]))
    taken: list[tuple[int, int]] = []
    found: list[DateSpan] = []
    for start, end, bounds in named:
        at = bisect_left(taken, (start, end))
        if any(s < end and start < e for s, e in taken[max(at - 1, 0) : at + 1]):
            continue
        taken.insert(at, (start, end))
        if period := _placed(bounds, start, end):
            found.append(period)
    return sorted(found, key=lambda period: period.start)[:MAX_PERIODS]


_Bounds = tuple[date, date, Precision] | None
"""First day, first day after it, precision; None: a date that can't be placed."""


def _placed(bounds: _Bounds, start: int, end: int) -> DateSpan | None:
    if bounds is None:
        return None
    since, until, precision = bounds
    return DateSpan(_midnight(since), _midnight(until), precision, start, end)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


# --- dates that stand for themselves ---------------------------------------------

_YEAR = r"1\d{3}|20\d{2}"
PART = rf"(?:{either('period.part', spaced=True)})[\s-]"
_BARE_YEAR = re.compile(
    rf"\b(?P<cue>{either('period.year_cue')})\s(?:{PART})?"
    rf"(?P<y>{_YEAR})(?![\w%])(?![.,:/]\d)(?!\s[a-z]+s\b)(?!-[^\d\s])",
    re.IGNORECASE,
)
"""A year after a preposition; "in 1500 cities" holds none."""
_YEARS = re.compile(
    rf"(?<![\w.,/:-])(?P<a>{_YEAR})\s?[-–—~～]\s?(?P<b>{_YEAR})(?![\w%-])(?!{either('date.year')})"
)
"""`1969–1974`."""


def _absolute(text: str) -> Iterator[tuple[int, int, _Bounds]]:
    for pattern in DATES:
        for match in pattern.finditer(text):
            yield match.start(), match.end(), _of_match(match)
    for match in _BARE_YEAR.finditer(text):
        yield match.start("y"), match.end("y"), _of_date(int(match["y"]))
    for match in _YEARS.finditer(text):
        for year in "ab":
            yield match.start(year), match.end(year), _of_date(int(match[year]))


def _of_match(match: re.Match[str]) -> _Bounds:
    said = match.groupdict()
    if "a" in said and "b" in said:
        a, b = int(said["a"]), int(said["b"])
        if a != b and a <= 12 and b <= 12:
            return None
        found = date_of(match, day_first=a > 12)
    else:
        found = date_of(match)
    if found is None or found.year is None:
        return None
    return _of_date(found.year, found.month, found.day)


def _of_date(year: int, month: int | None = None, day: int | None = None) -> _Bounds:
    try:
        if month is None:
            return date(year, 1, 1), date(year + 1, 1, 1), "year"
        if day is None:
            return _month(year * 12 + month - 1)
        return _day(date(year, month, day))
    except (ValueError, OverflowError):
        return None


def _month(count: int) -> _Bounds:
    """The month by its number since year 0."""
    first, after = divmod(count, 12), divmod(count + 1, 12)
    return date(first[0], first[1] + 1, 1), date(after[0], after[1] + 1, 1), "month"


def _day(day: date) -> _Bounds:
    return day, day + timedelta(days=1), "day"


def _week(day: date) -> _Bounds:
    """From Monday on (ISO 8601)."""
    monday = day - timedelta(days=day.weekday())
    return monday, monday + timedelta(days=7), "week"


# --- dates that hang on the day they are said ------------------------------------

_UNITS = meanings("period.unit")
_DAYS, _YEARS_AWAY, _STEPS = (
    away(f"period.{role}") for role in ("day", "year", "step")
)
_SPELLED = [one.code for one in languages() if one.spaced]
_SMALL = "|".join(
    str(spelled(n, language)) for language in _SPELLED for n in range(12, 0, -1)
)
_HAN_TWO = written("numeral.value.2", spaced=False)[1]
_HAN_SMALL = rf"(?<!\d)\d{{1,3}}|[{HAN_UP_TO_10}{_HAN_TWO}]{{1,3}}"


def _any(*roles: str, spaced: bool) -> str:
    """The words of roles, the longest first."""
    found = set(either(*roles, spaced=spaced).split("|"))
    return "|".join(sorted(found, key=lambda word: (-len(word), word)))


_WEEKDAY = either("weekday", spaced=True).lower()
_HAN_WEEKDAY = either("weekday", *within("weekday_besides"), spaced=False)
_SPACED_UNIT = either(
    "period.unit.week", "period.unit.month", "period.unit.year", spaced=True
)
_WEEKEND = "period.weekend"
_ANY_UNIT = _any(*within("period.unit"), spaced=True)
_ANY_COUNT = rf"\d{{1,3}}|{either('period.one')}|{_SMALL}"
_DONE = re.compile(rf"\b(?:{either('period.done', spaced=True)})\b", re.IGNORECASE)
"""What was done "in two weeks" took them; what is to be done is so far ahead."""
_CLAUSE = re.compile(r"[,.;!?\n]")
_MEASURE = f"[{''.join(written('ordinal.measure', spaced=False))}]"
_RELATIVE = re.compile(
    rf"\b(?P<day>{_any('period.day', spaced=True)})\b"
    rf"|\b(?P<step>{_any('period.step', spaced=True)})\s"
    rf"(?:(?P<unit>{_SPACED_UNIT}|{either(_WEEKEND, spaced=True)})"
    rf"|(?P<name>{_WEEKDAY}))\b"
    rf"|\b(?P<n>{_ANY_COUNT})\s(?P<ago>{_ANY_UNIT})(?:{either('period.plural')})?"
    rf"\s(?:{either('period.ago', spaced=True)}|(?P<on>{either('period.on')}))\b"
    rf"|\b(?:{either('period.in')})\s(?P<in_n>{_ANY_COUNT})\s(?P<in>{_ANY_UNIT})"
    rf"(?:{either('period.plural')})?\b(?!\s(?:{either('period.ago', spaced=True)}))"
    rf"|(?P<han_day>{_any('period.day', spaced=False)})"
    rf"|(?P<han_year>{_any('period.year', spaced=False)})"
    rf"(?:(?P<m>{_HAN_SMALL})(?:{either('date.month')})"
    rf"(?:(?P<d>{_HAN_SMALL})(?:{either('date.day')}))?)?"
    rf"|(?P<han_step>{_any('period.step', spaced=False)}){_MEASURE}?"
    rf"(?:(?P<weekend>{either(_WEEKEND, spaced=False)})"
    rf"|(?P<han_unit>{either('period.unit.month', spaced=False)})"
    rf"(?:(?P<of>{_HAN_SMALL})(?:{either('date.day', spaced=False)}))?"
    rf"|(?P<week>{either('period.unit.week', spaced=False)})"
    rf"(?P<han_name>(?:{_HAN_WEEKDAY})(?!{_MEASURE}))?)"
    rf"|(?P<han_n>{_HAN_SMALL}){_MEASURE}?"
    rf"(?P<han_ago>{_any(*within('period.unit'), spaced=False)})"
    rf"(?:{either('period.ago', spaced=False)}"
    rf"|(?P<han_on>{either('period.behind.after', spaced=False)}))",
    re.IGNORECASE,
)


def _relative(text: str, today: date) -> Iterator[tuple[int, int, _Bounds]]:
    for match in _RELATIVE.finditer(text):
        if match["in"] and _DONE.search(_CLAUSE.split(text[: match.start()])[-1]):
            continue
        try:
            yield match.start(), match.end(), _of_relative(match, today)
        except (ValueError, OverflowError):
            continue  # before the first year or after the last one


def _of_relative(match: re.Match[str], today: date) -> _Bounds:
    said = {key: value for key, value in match.groupdict().items() if value}
    if day := said.get("day") or said.get("han_day"):
        return _day(today + timedelta(days=_DAYS[" ".join(day.lower().split())]))
    if year := said.get("han_year"):
        month, day_of = (read_whole(said.get(key, "")) for key in "md")
        return _of_date(today.year + _YEARS_AWAY[year], month, day_of)
    if number := said.get("n") or said.get("han_n") or said.get("in_n"):
        unit = said.get("ago") or said.get("han_ago") or said["in"]
        count = _count(number)
        ahead = "in" in said or "on" in said or "han_on" in said
        return _from(count if ahead else -count, _UNITS[unit.lower()], today)
    step = _STEPS[(said.get("step") or said["han_step"]).lower()]
    if name := said.get("name"):
        return _weekday_by_name(name, step, today)
    if han := said.get("han_name"):
        place = WEEKDAYS[han]
        monday = today - timedelta(days=today.weekday())
        return _day(monday + timedelta(days=7 * step + place))
    if day_of := read_whole(said.get("of", "")):
        first = _away(step, "month", today)
        return first and _of_date(first[0].year, first[0].month, day_of)
    unit = (said.get("unit") or said.get("han_unit") or "week").lower()
    if "weekend" in said or unit in word_set(_WEEKEND):
        return _weekend(today + timedelta(days=7 * step))
    return _away(step, _UNITS[unit], today)


def _weekend(day: date) -> _Bounds:
    saturday = day + timedelta(days=5 - day.weekday())
    return saturday, saturday + timedelta(days=2), "weekend"


def _count(number: str) -> int:
    if number.lower() in word_set("period.one"):
        return 1
    count = read_whole(number.lower())
    if count is None or count > MAX_AGO:
        raise ValueError(number)
    return count


def _weekday_by_name(name: str, step: int, today: date) -> _Bounds:
    """`last` and `next` go by days, `this` by the week."""
    place = WEEKDAYS[name.casefold()]
    ahead = (place - today.weekday()) % 7
    if step == 0:
        return _day(today + timedelta(days=place - today.weekday()))
    return _day(today + timedelta(days=(ahead or 7) if step > 0 else ahead - 7))


def _from(count: int, unit: str, today: date) -> _Bounds:
    """So many units away: days and weeks to the day, others as far as was said."""
    if unit in ("day", "week"):
        return _day(today + timedelta(days=count * (7 if unit == "week" else 1)))
    return _away(count, unit, today)


def _away(step: int, unit: str, today: date) -> _Bounds:
    """The unit that today is in, moved on by `step`."""
    if unit == "year":
        return _of_date(today.year + step)
    if unit == "month":
        return _month(today.year * 12 + today.month - 1 + step)
    if unit == "week":
        return _week(today + timedelta(days=7 * step))
    return _day(today + timedelta(days=step))
