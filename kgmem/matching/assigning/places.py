"""Where values may stand in a text: runs of units, what follows a colon, and parts of
units."""

import re
from collections.abc import Iterator, Sequence

from kgmem.language.words import Span
from kgmem.matching.assigning.units import BRACKETS, SIGNS, TextUnit

LONGEST = 8
"""Units of a value that no mark shows."""
COLONS = frozenset(":：=")
"""Marks that what a value is called stands before."""
_SIGN = f"[{re.escape(''.join(sorted(SIGNS)))}]"
_NUMBER = re.compile(rf"(?=\D|.*\D$){_SIGN}?(\d+(?:[.,]\d+)*)(?:-?[^\W\d_]+)?")
"""A number beside a sign, or what it counts: "#31", "90-minute", 159元;"""
_TIMES = re.compile(r"(\d{1,2}:\d\d)[-–—~](\d{1,2}:\d\d)")
"""and two times: 9:00-11:30."""

Place = tuple[int, int]
"""Indexes [first, last) of units."""


def free_places(found: Sequence[TextUnit], may_end: Sequence[bool]) -> Iterator[Place]:
    """The runs of up to LONGEST units without a mark, but for what is in brackets as a
    whole."""
    for first, begun in enumerate(found):
        if begun.is_mark and begun.fold not in SIGNS:
            continue
        open_: list[str] = []
        for last in range(first + 1, min(len(found), first + LONGEST) + 1):
            unit = found[last - 1]
            if unit.fold in BRACKETS:
                open_.append(BRACKETS[unit.fold])
            elif open_ and unit.fold == open_[-1]:
                open_.pop()
            elif unit.is_mark and unit.fold not in SIGNS:
                break
            is_end = may_end[last - 1] or unit.is_mark
            if is_end and not open_ and any(map(says, found[first:last])):
                yield first, last


def behind_colons(found: Sequence[TextUnit]) -> Iterator[Place]:
    """All that stands behind a colon, up to the marks at its end or one before them."""
    for n, unit in enumerate(found):
        if unit.is_mark and unit.fold in COLONS:
            yield from _up_to_marks(found, n + 1)


def _up_to_marks(found: Sequence[TextUnit], first: int) -> Iterator[Place]:
    told = False
    for last, unit in enumerate(found[first:], first):
        if unit.is_mark and told and not found[last - 1].is_mark:
            yield first, last
        told = told or says(unit)
    if told and not found[-1].is_mark:
        yield first, len(found)


def parts_of_unit(written: str) -> Iterator[Span]:
    """Where a part of the unit stands that may be a value by itself: its number, or
    both ends of its range of times."""
    found = _NUMBER.fullmatch(written) or _TIMES.fullmatch(written)
    if found:
        yield from (found.span(n + 1) for n in range(len(found.groups())))


def says(unit: TextUnit) -> bool:
    """Does it say something by itself, or has it a digit?"""
    return unit.is_content or has_digit(unit)


def has_digit(unit: TextUnit) -> bool:
    """Has it a digit?"""
    return any(map(str.isdigit, unit.fold))
