"""Days and stretches of days by their names, or as seen from today: "next Friday",
去年12月, 元旦. What they are on the calendar is not read; see `moments` for those that
stand for themselves."""

import re

from kgmem.language.moments import MONTHS, WEEKDAYS, read_date
from kgmem.language.numerals import HAN_UP_TO_10
from kgmem.language.read_text import part_of_text
from kgmem.language.vocabulary import either, within, written
from kgmem.language.words import Span

_HAN_DAY = "".join(name for name in WEEKDAYS if len(name) == 1)
_DAYS = "|".join((*(name for name in WEEKDAYS if len(name) > 1), *MONTHS))
_STEP, _UNIT = (
    either("period.step", spaced=True),
    either(*within("period.unit"), spaced=True),
)
_STEP_HAN, _YEAR_HAN, _DAY_HAN = (
    either(f"period.{role}", spaced=False) for role in ("step", "year", "day")
)
_WEEK, _MONTH = (
    "|".join(written(f"period.unit.{unit}", spaced=False)) for unit in ("week", "month")
)
_COUNTING = either("period.counting", spaced=False)
_SMALL = rf"(?:\d{{1,2}}|[{HAN_UP_TO_10}]{{1,3}})"
_MONTH_HAN = rf"{_SMALL}(?:{either('date.month')})"
_DATE_HAN = rf"(?:{_MONTH_HAN})(?:{_SMALL}(?:{either('date.day')}))?"
_NAMED = re.compile(
    rf"(?<![a-z])(?:(?:{either('period.day', spaced=True)})"
    rf"|(?:(?:{_STEP})\s)?(?:{_DAYS})|(?:{_STEP})\s(?:{_UNIT})"
    rf"|(?:{either('period.feast', spaced=True)}))(?![a-z])"
    rf"|(?:{_YEAR_HAN})(?:{_DATE_HAN})?|(?:{_DAY_HAN})"
    rf"|(?:{_STEP_HAN})(?:{_COUNTING})?(?:(?:{_WEEK})[{_HAN_DAY}]?|(?:{_MONTH})(?:{_SMALL}"
    rf"(?:{either('date.day')}))?)|(?:{_WEEK})[{_HAN_DAY}]"
    rf"|(?:{either('period.feast', spaced=False)})",
    re.IGNORECASE,
)


@part_of_text
def named_days(text: str) -> tuple[Span, ...]:
    """Where days are named, in characters and in order."""
    return tuple(match.span() for match in _NAMED.finditer(text))


@part_of_text
def is_day(text: str) -> bool:
    """Is all of it a day, by its name or on the calendar?"""
    plain = text.strip()
    return named_days(plain) == ((0, len(plain)),) or read_date(plain) is not None
