"""Dates and times of day as people write them, in English and Chinese.

Only what stands for itself: "tomorrow" and 下周三 depend on the day on which they are
said, and are not read.
"""

import datetime
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from kgmem.language import numerals
from kgmem.language.vocabulary import (
    any_character,
    either,
    languages,
    meanings,
    within,
    words,
    words_in,
    written,
)

MONTHS = words("month")
WEEKDAYS = {
    name.casefold(): n
    for each in languages()
    for n, name in enumerate(each.words("weekday"))
} | {name: int(n) for name, n in meanings("weekday_besides").items()}
"""From 0 for Monday, by the folded name."""
MONTH_NUMBERS = {
    name[:3].casefold(): n
    for each in languages()
    for n, name in enumerate(each.words("month"), start=1)
}
ENGLISH_MONTHS = words_in("month", "en")
ENGLISH_WEEKDAYS = words_in("weekday", "en")
HAN_WEEKDAYS = written("weekday", spaced=False)
LEAP_YEAR = 2000
"""Stands in for a year that is not said, so that 29 February is a day."""
PIVOT = 69
"""Two-digit years from here on are of the 1900s, those before of the 2000s (POSIX)."""


@dataclass(frozen=True, slots=True)
class Date:
    """A day, or as much of it as was said."""

    year: int | None = None
    month: int | None = None
    day: int | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day."""

    hour: int
    """0 to 23."""
    minute: int = 0


def _written(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


_START = r"(?<![A-Za-z\d_/])(?<!\d[.,:])"
_END = r"(?![A-Za-z\d_/])(?![.:]\d)"
_WIDTHS = {
    "y": r"\d{4}",
    "yy": r"\d{2}",
    "m": r"\d{1,2}",
    "d": r"\d{1,2}",
    "a": r"\d{1,2}",
    "b": r"\d{1,2}",
}
"""Of the parts of a date in digits; `a` and `b` are month and day in either order."""


def _numeric(mark: str, *parts: str) -> str:
    """Parts in digits with a mark between them."""
    date = re.escape(mark).join(f"(?P<{part}>{_WIDTHS[part]})" for part in parts)
    # Other marks leave the dash free to stand between two dates.
    return f"{_START}(?<!-){date}(?!-){_END}" if mark == "-" else _START + date + _END


_NAME = "|".join((*MONTHS, *words("date.month_short"), *(one[:3] for one in MONTHS)))
_MONTH = rf"(?P<name>{_NAME})(?![A-Za-z])\.?"
_DAY = rf"(?P<d>\d{{1,2}})(?:{either('ordinal.suffix')})?"
_YEAR = r"(?P<y>\d{4})"
_AND_YEAR = rf"(?:(?:,?\s|,){_YEAR})?"
_OF = rf"(?:(?:{either('date.of')})\s)?"
_NAMED_DAY = "|".join((*ENGLISH_WEEKDAYS, *(one[:3] for one in ENGLISH_WEEKDAYS)))
_ON = rf"(?:(?:{_NAMED_DAY})\.?,?\s)?"
"""The day of the week that a date may begin with."""
_HAN_SMALL = (
    rf"(?<!\d)\d{{1,2}}|(?<![{numerals.HAN_UP_TO_10}])[{numerals.HAN_UP_TO_10}]{{1,3}}"
)
_HAN_ZERO = "".join(words("numeral.value.0"))
_HAN_YEAR = (
    rf"(?P<y>(?<!\d)\d{{4}}|[{_HAN_ZERO}{numerals.HAN_ONES}]{{4}})"
    rf"\s?(?:{either('date.year')})"
)
_HAN_MONTH = rf"(?P<m>{_HAN_SMALL})\s?(?:{either('date.month')})"
_HAN_DAY = rf"(?P<d>{_HAN_SMALL})\s?(?:{either('date.day')})"

DATES = _written(
    *(_numeric(mark, "y", "m", "d") for mark in "-/."),
    *(_numeric(mark, "a", "b", "y") for mark in "-/."),
    _numeric("/", "a", "b", "yy"),
    _numeric("/", "a", "b"),
    _numeric("/", "m", "y"),
    *(_numeric(mark, "y", "m") for mark in "-/"),
    rf"{_START}{_ON}{_MONTH}\s?{_DAY}{_AND_YEAR}{_END}",
    rf"{_START}{_ON}{_DAY}\s{_OF}{_MONTH}{_AND_YEAR}{_END}",
    rf"{_START}{_MONTH},?\s{_OF}{_YEAR}{_END}",
    rf"{_HAN_YEAR}(?:\s?{_HAN_MONTH}(?:\s?{_HAN_DAY})?)?",
    rf"{_HAN_MONTH}(?:\s?{_HAN_DAY})?",
)
"""Wordings of dates that stand out within a text."""

_ALONE = (
    re.compile(r"(?P<y>\d{4})(?P<m>\d{2})(?P<d>\d{2})"),
    re.compile(_MONTH),  # with a capital: "may" is no month
)
"""Wordings of dates where nothing else is said."""

_HOURS: Mapping[str, Mapping[int, int]] = {
    "night": {12: 0} | {hour: hour for hour in range(6)},
    "morning": {hour: hour for hour in range(1, 12)},
    "noon": {11: 11, 12: 12, 1: 13, 2: 14},
    "afternoon": {12: 12} | {hour: hour + 12 for hour in range(1, 8)},
    "evening": {12: 0} | {hour: hour + 12 for hour in range(5, 12)},
}
_PERIODS = {word: _HOURS[part] for word, part in meanings("time.period").items()}
"""The hour of the day by the hour that is said."""
_PERIOD = rf"(?P<period>{'|'.join(_PERIODS)})\s?"
_AM_PM = r"(?P<half>[ap]\.m\.|[ap]m(?![A-Za-z]))"
_HAN_TWO = "|".join(words("numeral.value.2")[1:])
_HAN_HOUR = rf"(?P<h>{_HAN_SMALL}|{_HAN_TWO})\s?"
_NOT_COUNTED = rf"(?!\d|{either('time.counted')})"
_HAN_MINUTE = (
    rf"(?P<min>{either(*within('time.minute_named'))}"
    rf"|(?:{_HAN_SMALL})(?:{either('time.minute')})|[0-5]\d{_NOT_COUNTED}"
    rf"|[{numerals.HAN_ONES[1:5]}]?{any_character('numeral.value.10')}"
    rf"[{numerals.HAN_ONES}]?{_NOT_COUNTED})"
)
_COLON = "[:：]"
_HOUR_MINUTE = rf"(?P<h>\d{{1,2}}){_COLON}(?P<min>[0-5]\d)"

TIMES = _written(
    rf"{_START}(?P<h>\d{{1,2}})(?:{_COLON}(?P<min>[0-5]\d))?\s?{_AM_PM}",
    rf"{_PERIOD}{_HOUR_MINUTE}(?!\d)",
    rf"{_PERIOD}{_HAN_HOUR}(?:{either('time.hour')}){_HAN_MINUTE}?",
    rf"(?<![\d.])(?P<h>\d{{1,2}})\s?(?:{either('time.hour_by_digits')}){_HAN_MINUTE}?",
    rf"(?<![\d.])(?P<h>\d{{1,2}})\s?(?:{either('time.hour_before_minute')})"
    rf"(?P<min>\d{{1,2}}(?:{either('time.minute')}))",
    rf"{_START}{_HOUR_MINUTE}(?:{_COLON}00)?(?!{_COLON}){_END}",
    rf"{_START}(?P<h>\d{{1,2}})\s(?:{either('time.clock')})(?![A-Za-z])",
    rf"(?<![A-Za-z-])(?P<word>{either(*within('time.named'), spaced=True)})"
    r"(?![A-Za-z-])"
    rf"|(?P<han>{either(*within('time.named'), spaced=False)})",
)
"""Wordings of times of day that stand out within a text."""

_NAMED_HOURS = {word: int(hour) for word, hour in meanings("time.named").items()}
_NAMED_MINUTES = {word: int(n) for word, n in meanings("time.minute_named").items()}
_MINUTE_ENDS = re.compile(rf"(?:{either('time.minute')})\Z")


def read_date(text: str, day_first: bool = False) -> Date | None:
    """The date that is all of `text`; None where it is none.

    Of 12/05/2016 the first number is the month unless `day_first`; of 12.5.2016 it is
    the day in all languages that write so.
    """
    text = unicodedata.normalize("NFKC", text).strip()
    for pattern in (*DATES, *_ALONE):
        if match := pattern.fullmatch(text):
            return date_of(match, day_first)
    return None


def date_of(match: re.Match[str], day_first: bool = False) -> Date | None:
    """The date in a match of one of `DATES`; None where no calendar has that day."""
    said = match.groupdict()
    month, day = said.get("m"), said.get("d")
    if "a" in said:
        day_first = day_first or "." in match[0]
        month, day = (said["b"], said["a"]) if day_first else (said["a"], said["b"])
    date = Date(_year(said), _month(month, said.get("name")), _number(day))
    return date if _exists(date) else None


def _year(said: Mapping[str, str | None]) -> int | None:
    if short := said.get("yy"):
        return int(short) + (1900 if int(short) >= PIVOT else 2000)
    return _number(said.get("y"))


def _month(number: str | None, name: str | None) -> int | None:
    return _number(number) if name is None else MONTH_NUMBERS[name[:3].casefold()]


def _number(text: str | None) -> int | None:
    return numerals.read_whole(text) if text else None


def _exists(date: Date) -> bool:
    try:
        datetime.date(
            LEAP_YEAR if date.year is None else date.year,
            1 if date.month is None else date.month,
            1 if date.day is None else date.day,
        )
    except ValueError:
        return False
    return True


def weekday_of(text: str) -> int | None:
    """0 to 6 where the text is the name of a day, `Mondays` too; else None."""
    return WEEKDAYS.get(text.casefold().removesuffix("s"))


def read_time(text: str) -> Clock | None:
    """The time of day that is all of `text`; None where it is none."""
    text = unicodedata.normalize("NFKC", text).strip()
    for pattern in TIMES:
        if match := pattern.fullmatch(text):
            return time_of(match)
    return None


def time_of(match: re.Match[str]) -> Clock | None:
    """The time in a match of one of `TIMES`; None where no day has it."""
    said = match.groupdict()
    if named := said.get("word") or said.get("han"):
        return Clock(_NAMED_HOURS[named.lower()])
    hour = _hour(_number(said["h"]), said.get("half"), said.get("period"))
    minute = _minute(said.get("min"))
    if hour is None or minute is None:
        return None
    return Clock(hour, minute)


def _hour(said: int | None, half: str | None, period: str | None) -> int | None:
    """The hour of the day, 0 to 23; None where there is none such."""
    if said is None or said > 23:
        return None
    if half:
        later = 12 if half[0] in "pP" else 0
        return said % 12 + later if 1 <= said <= 12 else None
    if period:
        hours = _PERIODS[period]
        return said if said > 12 and said in hours.values() else hours.get(said)
    return said


def _minute(said: str | None) -> int | None:
    """0 to 59, 0 where none is said; None where there is none such."""
    if said is None:
        return 0
    minute = _NAMED_MINUTES.get(said) or _number(_MINUTE_ENDS.sub("", said))
    return minute if minute is not None and minute < 60 else None
