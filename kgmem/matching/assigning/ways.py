"""Values of a text for some of a pattern's slots."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kgmem.matching.assigning.spans import PossibleValue


@dataclass(frozen=True, slots=True)
class ValueWay:
    """Values for some of the slots."""

    values: Mapping[str, PossibleValue] = field(default_factory=dict)
    """By slot name."""
    score: float = 0.0
    """Log-odds, up to a constant."""
    end: int = -1
    """Where the last of the values ends; -1 without one."""

    def covers(self, start: int, end: int) -> bool:
        """Is what stands there in a value?"""
        return any(one.start < end and start < one.end for one in self.values.values())

    def plus(self, name: str, span: PossibleValue | None, score: float) -> "ValueWay":
        """The way with one more slot, whose value is `span`, or which has none."""
        if span is None:
            return ValueWay(self.values, score, self.end)
        return ValueWay({**self.values, name: span}, score, max(self.end, span.end))
