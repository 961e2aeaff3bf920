"""A text is cut once: its words, values, clauses and whatever else is asked of it again
and again stay with it, in one place for all who read it."""

from collections import deque
from collections.abc import Callable
from functools import lru_cache, wraps
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")

REMEMBERED = 1 << 14
"""Texts that are kept: tasks, and values of the slots that they are held against."""
LONG = 500
"""Characters from which on a text takes a hundred KB and more with what is read in it:
of those that are so long, `FEW` are kept."""
FEW = 128


class ReadText:
    """What was read in a text so far."""

    __slots__ = ("parts",)

    def __init__(self) -> None:
        self.parts: dict[Callable[[str], Any], Any] = {}
        """What each of those who read it found."""


@lru_cache(REMEMBERED)
def read_text(text: str) -> ReadText:
    """What was read in it before."""
    return ReadText()


_long: deque[ReadText] = deque()
_lock = Lock()


def _keep_few(one: ReadText) -> None:
    """Of long texts, only the last keep what was read in them."""
    with _lock:
        if one not in _long:
            _long.append(one)
        if len(_long) > FEW:
            _long.popleft().parts.clear()


def part_of_text(read: Callable[[str], T]) -> Callable[[str], T]:
    """`read`, done once for each text."""

    @wraps(read)
    def part(text: str) -> T:
        one = read_text(text)
        try:
            found: T = one.parts[read]
        except KeyError:
            found = one.parts[read] = read(text)
            if len(text) >= LONG:
                _keep_few(one)
        return found

    return part
