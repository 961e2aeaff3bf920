"""Numbers and dates that are written as none before."""

import re
from collections.abc import Collection

from kgmem.language.moments import Date, read_date

_NUMBERS = tuple(
    re.compile(
        rf"-?(?:\d{{1,3}}(?:[{groups}]\d{{3}})+|0|[1-9]\d*)(?:[{point}]\d+)?(?![.,\d])"
    )
    for groups, point in ((", '\u00a0", "."), (". '\u00a0", ","))
)
"""With a point or a comma before the decimals."""


def has_new_shape(value: str, known: Collection[str], *, is_read: bool) -> bool:
    """Is it written with other signs than all known values, which are numbers or dates
    without words: `5-10` beside 5, `1/6/2026` beside 2026-06-01; or no date as they
    are? `is_read`: the path reads a date in any form, and it may be two of them, as no
    known one."""
    if is_read:
        told = _readings(value)
        is_open = len(told) > 1 and None not in told
        return is_open and bool(known) and all(len(_readings(k)) == 1 for k in known)
    if not known or any(map(str.isalpha, "".join([value, *known]))):
        return False
    if all(_readings(one) != {None} for one in known):
        is_new = _shape(value) not in map(_shape, known)
        return is_new or _readings(value) == {None}
    styles = [(_signs(value, n), {_signs(one, n) for one in known}) for n in _NUMBERS]
    as_before = [own in signs for own, signs in styles if None not in signs]
    return bool(as_before) and not any(as_before)


def _shape(date: str) -> str:
    return re.sub(r"\d+", "9", date)


def _readings(date: str) -> set[Date | None]:
    """What it is with the month first, and with the day."""
    return {read_date(date), read_date(date, day_first=True)}


def _signs(value: str, number: re.Pattern[str]) -> str | None:
    """What is around its one number; None where that is not all that has digits."""
    rest, count = number.subn("", value, count=1)
    is_one = count == 1 and not any(map(str.isdigit, rest))
    return rest.strip() if is_one else None
