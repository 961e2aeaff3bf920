"""Numbers and dates that are written as none before."""

import re
from collections.abc import Collection

from kgmem.language.moments import read_date

_NUMBER = re.compile(r"-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")


def has_new_shape(value: str, known: Collection[str], *, is_read: bool) -> bool:
    """Is it written with other signs than all known values, which are numbers, or are
    dates: `5-10` beside 5, `1/6/2026` beside 2026-06-01; or is it no date as they are?
    `is_read`: the path reads a date in any form, so it is only whether it can: not
    1/6/2026 where no value had such a form."""
    dates = [read_date(one) for one in known]
    if known and all(dates):
        if is_read:
            return _may_be_two(value) and not any(map(_may_be_two, known))
        is_new = _shape(value) not in set(map(_shape, known))
        return not _has_letters(value) and (is_new or read_date(value) is None)
    shapes = set(map(_shape, known))
    are_numbers = bool(known) and all(one[:1] == "#" for one in shapes)
    return are_numbers and not _has_letters(value) and _shape(value) not in shapes


def _may_be_two(value: str) -> bool:
    """Is it another date with the day first?"""
    return read_date(value) != read_date(value, day_first=True)


def _has_letters(value: str) -> bool:
    return any(map(str.isalpha, value))


def _shape(value: str) -> str:
    """`#` for a number, however long, and the signs around it."""
    return re.sub(r"\d+", "9", _NUMBER.sub("#", value, count=1))
