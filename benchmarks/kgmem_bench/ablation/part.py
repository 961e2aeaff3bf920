"""One set, asked in one way, with any rule on or off."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

Measures = Mapping[str, float]
"""By what is measured; more is better, unless the name ends with WRONG."""
PATTERNS, RECALL = "patterns", "recall"
"""Sides of the rules: what makes patterns, and what follows them."""
WRONG = "wrong"
"""What such names end with."""


@dataclass(frozen=True, slots=True)
class Part:
    """One set, asked in one way."""

    name: str
    measure: Callable[[], Measures]
    shows: frozenset[str] = frozenset({PATTERNS, RECALL})
    """Rules of which side it is there for."""
