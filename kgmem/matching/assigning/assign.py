"""Which values of a text are for which slots, whatever words and language are around.

Each slot takes one run of words or none, and no two take the same. Of all ways to do so
the likeliest is told, by the evidence of its values; a slot whose value another likely
way has elsewhere stays open.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kgmem.matching.assigning.evidence import (
    IN_ORDER,
    UNBOUND,
    WEIGHTS,
    Evidence,
    EvidenceWeights,
    evidence,
)
from kgmem.matching.assigning.slot_context import SlotContext
from kgmem.matching.assigning.spans import PossibleValue, value_spans
from kgmem.tuning import tuned

_TUNED = tuned("matching.assigning.assign")

SURE = _TUNED["sure"]
"""Probability of a value from which on it is told."""
BEAM = 24
"""Ways that are followed at once,"""
CHOICES = 16
"""and values of a slot that each goes on with."""


@dataclass(frozen=True, slots=True)
class SlotValues:
    """Values for some of the slots."""

    values: Mapping[str, PossibleValue] = field(default_factory=dict)
    """By slot name."""
    score: float = 0.0
    """Log-odds, up to a constant."""
    found: Evidence = field(default_factory=Evidence)

    def covers(self, start: int, end: int) -> bool:
        """Is what stands there in a value?"""
        return any(one.start < end and start < one.end for one in self.values.values())


@dataclass(frozen=True, slots=True)
class Assigned:
    """A text's values in a pattern's slots."""

    values: Mapping[str, PossibleValue]
    """By slot name; without those that are not sure."""
    score: float
    """Log-odds of the likeliest way, up to a constant."""

    def covers(self, start: int, end: int) -> bool:
        """Is what stands there in a value?"""
        return SlotValues(self.values).covers(start, end)


def assign(
    text: str, places: Sequence[SlotContext], literal: frozenset[str]
) -> Assigned:
    """The likeliest values of the slots. `literal` are stems of the pattern's own
    words."""
    ways = likely_ways(text, places, literal)
    first = ways[0]
    odds = [math.exp(way.score - first.score) for way in ways]
    sure = SURE * sum(odds)
    values = {
        name: span
        for name, span in first.values.items()
        if sum(o for o, w in zip(odds, ways, strict=True) if w.values.get(name) == span)
        >= sure
    }
    return Assigned(values, first.score)


def likely_ways(
    text: str,
    places: Sequence[SlotContext],
    literal: frozenset[str],
    weights: EvidenceWeights = WEIGHTS,
) -> list[SlotValues]:
    """The likeliest ways to give the slots values, the best first; at least one."""
    spans = value_spans(text)
    ways = [SlotValues()]
    for place in sorted(places, key=lambda one: one.place):
        told = ((s, evidence(place, s, literal)) for s in spans)
        rated = [(weights.score(e), s, e) for s, e in told if e is not None]
        rated.sort(key=lambda one: -one[0])
        further = sorted(_further(ways, rated[:CHOICES], weights), key=_likeliest)
        ways = [one.taken(place.slot.name) for one in further[:BEAM]]
    return ways


class _Further(NamedTuple):
    """A way, and what it goes on with: made into one only if it is followed."""

    score: float
    way: SlotValues
    span: PossibleValue | None
    """None: the slot stays open."""
    found: Evidence
    in_order: bool = False

    def taken(self, name: str) -> SlotValues:
        """The way with the slot of that name."""
        values = self.way.values
        if self.span is not None:
            values = {**values, name: self.span}
        found = self.found.plus(IN_ORDER) if self.in_order else self.found
        return SlotValues(values, self.score, self.way.found.plus(found))


def _likeliest(one: _Further) -> float:
    return -one.score


def _further(
    ways: Sequence[SlotValues],
    rated: Sequence[tuple[float, PossibleValue, Evidence]],
    weights: EvidenceWeights,
) -> Iterator[_Further]:
    open_cost, order = weights.score(UNBOUND), weights.score(IN_ORDER)
    for way in ways:
        yield _Further(way.score + open_cost, way, None, UNBOUND)
        last = max((one.end for one in way.values.values()), default=None)
        for score, span, found in rated:
            if way.covers(span.start, span.end):
                continue
            in_order = last is not None and span.start >= last
            score = score + order if in_order else score
            yield _Further(way.score + score, way, span, found, in_order)
