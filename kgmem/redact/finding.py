"""What was found where, and the placeholder that takes its place."""

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from operator import attrgetter

from kgmem.model.texts.placeholder import PLACEHOLDER

__all__ = ["KNOWN", "PHRASE", "PLACEHOLDER", "SHAPE", "Sensitive", "settle"]

SHAPE, KNOWN, PHRASE = 0, 1, 2
"""Ranks of evidence, best first: the value's own form or its field, a value known
from elsewhere in the run, a phrase around it."""

_START = attrgetter("start")


@dataclass(frozen=True, slots=True)
class Sensitive:
    """A sensitive value at text[start:end]."""

    start: int
    end: int
    kind: str
    value: str = field(repr=False)
    """As its owner would write it: without URL encoding or JSON escapes."""
    rank: int = SHAPE
    spread: bool = True
    """Replace it in the other texts of the run as well?"""

    @classmethod
    def of(cls, match: re.Match[str], kind: str, group: int | str = 0) -> "Sensitive":
        """What a group of a match is."""
        return cls(*match.span(group), kind, match[group])


def settle(found: Iterable[Sensitive]) -> list[Sensitive]:
    """Findings that don't overlap, in text order.

    Better evidence wins, then length. What a loser covers beyond the winners stays
    covered, as a value that counts only where it stands.
    """
    taken: list[Sensitive] = []
    for one in sorted(found, key=lambda f: (f.rank, f.start - f.end, f.start)):
        for piece in list(_outside(one, taken)):
            insort(taken, piece, key=_START)
    return taken


def _outside(one: Sensitive, taken: list[Sensitive]) -> Iterator[Sensitive]:
    """The parts of `one` that no taken finding covers."""
    at = max(bisect_left(taken, one.start, key=_START) - 1, 0)
    start = one.start
    while at < len(taken) and taken[at].start < one.end:
        other = taken[at]
        if other.end > start:
            yield from _part(one, start, other.start)
            start = max(start, other.end)
        at += 1
    yield from _part(one, start, one.end)


def _part(one: Sensitive, start: int, end: int) -> Iterator[Sensitive]:
    if start >= end:
        return
    if (start, end) == (one.start, one.end):
        yield one
        return
    same_length = len(one.value) == one.end - one.start
    value = one.value[start - one.start : end - one.start] if same_length else ""
    if any(char.isalnum() for char in value):
        yield replace(one, start=start, end=end, value=value, spread=False)
