"""A very value as a key of what is remembered of it."""

from typing import Generic, TypeVar

V = TypeVar("V")

REMEMBERED = 8192
"""Values that were met last, of which something is remembered."""


class Identical(Generic[V]):
    """A very value, not one that is like it: comparing two by all that they say takes
    longer than most of what is asked of them. It keeps the value alive."""

    __slots__ = ("value",)

    def __init__(self, value: V) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identical) and self.value is other.value
