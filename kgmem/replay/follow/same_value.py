"""Is what a field holds what was entered into it? Fields write in their own way."""

import re
from decimal import Decimal

from kgmem.language.moments import Clock, Date, read_date, read_time
from kgmem.model.base import normalize

LONG = 100
"""Letters after which a driver may have cut what a field holds."""
MAX_TYPED = 80
"""Characters of a value that may be a date, a time or a number."""
PHONE = 7
"""Digits from which on a number may be told with or without its country."""
_NUMBER = re.compile(
    r"[^\d\s+\-−]{0,4}\s*(?P<sign>[+\-−]?)(?P<number>\d[\d.,'’\s]*)[^\d]{0,4}"
)
"""A number, with a currency or a unit."""
_GROUPED = re.compile(r"\d+|\d{1,3}(?: \d{3})+")


def is_same_value(entered: str, held: str) -> bool:
    """Marks that a field puts in by itself are no difference, nor is what it completes,
    another form of a date, a time, a sum or a phone number, or that it is empty after
    Enter. Where both are dates or numbers, that decides."""
    if normalize(entered) == normalize(held):
        return True
    if len(entered) <= MAX_TYPED and len(held) <= MAX_TYPED:
        days, shown = _dates(entered), _dates(held)
        if days and shown:
            return any(_is_same_day(a, b) for a in days for b in shown)
        for read in (_times, _phones, _numbers):
            one, other = read(entered), read(held)
            if one and other:
                return not one.isdisjoint(other)
    return _has_letters_of(held, entered)


def _has_letters_of(held: str, entered: str) -> bool:
    shown, wanted = letters(held), letters(entered)
    if not shown or not wanted:
        return shown == wanted or entered.endswith("\n")
    if wanted in shown or (len(shown) >= LONG and wanted.startswith(shown)):
        return True
    return wanted.isdecimal() and _all_numbers(held) == _all_numbers(entered)


def _all_numbers(text: str) -> list[int]:
    """Those of a date with a time, in any order."""
    return sorted(map(int, re.findall(r"\d+", text)))


def _dates(text: str) -> list[Date]:
    """The days that it may mean."""
    found = (read_date(text, day_first) for day_first in (False, True))
    return [date for date in found if date and sum(map(_is_told, _parts(date))) > 1]


def _is_same_day(one: Date, other: Date) -> bool:
    """As far as both tell it."""
    pairs = zip(_parts(one), _parts(other), strict=True)
    return all(a == b for a, b in pairs if _is_told(a) and _is_told(b))


def _parts(date: Date) -> tuple[int | None, int | None, int | None]:
    return date.year, date.month, date.day


def _is_told(part: int | None) -> bool:
    return part is not None


def _times(text: str) -> set[Clock]:
    time = read_time(text)
    return {time} if time else set()


def _phones(text: str) -> set[str]:
    """The last digits of what has enough of them, and no letters."""
    digits = "".join(c for c in text if c.isdecimal())
    is_one = len(digits) >= PHONE and re.search(r"[\s()/+\-]", text.strip()) is not None
    return {digits[-PHONE:]} if is_one and not any(map(str.isalpha, text)) else set()


def _numbers(text: str) -> set[Decimal]:
    """What the number may be, for those who write 1,680.00 and those who write
    1.680,00."""
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return set()
    found = set()
    for thousands, point in ((",", "."), (".", ",")):
        whole, _, part = match["number"].strip(" .,").partition(point)
        groups = re.sub(rf"[{re.escape(thousands)}'’\s]", " ", whole)
        if _GROUPED.fullmatch(groups) and (part.isdecimal() or not part):
            number = Decimal(f"{groups.replace(' ', '')}.{part or 0}")
            found.add(-number if match["sign"] in ("-", "−") else number)
    return found


def letters(text: str) -> str:
    """Its letters and digits."""
    return "".join(c for c in normalize(text) if c.isalnum())
