"""Which values of a text are for which slots, whatever words and language are around.

Each slot takes one run of words or none, and no two take the same. Of all ways to do so
the likeliest is told, by the evidence of its values; a slot whose value another likely
way has elsewhere stays open.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from kgmem.language.words import Span
from kgmem.matching.assigning.closeness import Embed, closest
from kgmem.matching.assigning.evidence import (
    WEIGHTS,
    Evidence,
    EvidenceWeights,
    OneEvidence,
    ReadSpan,
    evidence,
    fit,
    may_be,
    of_place,
    read_spans,
    turn,
)
from kgmem.matching.assigning.series import series_around
from kgmem.matching.assigning.slot_context import SlotContext
from kgmem.matching.assigning.spans import PossibleValue
from kgmem.matching.assigning.units import TextUnit
from kgmem.matching.assigning.ways import ValueWay
from kgmem.matching.unnamed import is_unnamed
from kgmem.model.kind import form_of
from kgmem.tuning import tuned

_TUNED = tuned("matching.assigning.assign")

SURE = _TUNED["sure"]
"""Probability of a value from which on it is told."""
SWAPPED = _TUNED["swapped"]
"""Odds, beside the likeliest way, of one with two values in each other's slots from
which on neither is told."""
BEAM = 32
"""Ways that are followed at once,"""
CHOICES = 16
"""and values of a slot that each goes on with."""
ROUNDING = 2**-30
"""How far sums in another order may be apart, at most."""


@dataclass(frozen=True, slots=True)
class Assigned:
    """A text's values in a pattern's slots."""

    values: Mapping[str, PossibleValue]
    """By slot name; without those that are not sure, or name nothing: "something"."""
    score: float
    """Log-odds of the likeliest way, up to a constant."""

    def covers(self, start: int, end: int) -> bool:
        """Is what stands there in a value?"""
        return ValueWay(self.values).covers(start, end)

    def with_items(self, text: str, lists: Mapping[str, Sequence[Span]]) -> "Assigned":
        """The same where the values of these slots reach from the first to the last of
        their items."""
        whole = {
            name: replace(
                self.values[name],
                text=text[spans[0][0] : spans[-1][1]],
                start=spans[0][0],
                end=spans[-1][1],
            )
            for name, spans in lists.items()
        }
        return replace(self, values={**self.values, **whole})


def assign(
    text: str,
    places: Sequence[SlotContext],
    literal: frozenset[str],
    embed: Embed | None = None,
) -> Assigned:
    """The likeliest values of the slots. `literal` are stems of the pattern's own
    words; with `embed`, what values mean is looked at, too."""
    ways = likely_ways(text, places, literal)
    if embed is not None:
        ways = closest(ways, places, embed)
    first = ways[0]
    odds = [math.exp(way.score - first.score) for way in ways]
    sure = SURE * sum(odds)
    slots = {place.slot.name: place.slot for place in places}
    lists = {n: _list_around(text, first, n) for n in first.values if slots[n].is_list}

    swapped = {
        name
        for way, o in zip(ways, odds, strict=True)
        if o >= SWAPPED
        for name in _swapped(first, way)
    }

    def is_told(name: str, span: PossibleValue) -> bool:
        """Is it likely, with all other items of its list, and for no other slot?"""
        if name in swapped:
            return False
        start, end = lists.get(name, (0, 0))
        likely = sum(
            o
            for o, way in zip(odds, ways, strict=True)
            if (other := way.values.get(name)) == span
            or (other and start <= other.start and other.end <= end)
        )
        return likely >= sure and not is_unnamed(slots[name], span.text)

    told = {name: span for name, span in first.values.items() if is_told(name, span)}
    return Assigned(told, first.score)


def _swapped(one: ValueWay, other: ValueWay) -> Iterator[str]:
    """The slots whose quoted values stand in each other's place there."""
    for name, span in one.values.items():
        for taken, theirs in other.values.items():
            is_swap = name != taken and theirs == span and span.is_quoted
            if is_swap and other.values.get(name) == one.values.get(taken) is not None:
                yield name


def _list_around(text: str, way: ValueWay, name: str) -> Span:
    """Where the items stand that the way's value of a list is one of."""
    own = way.values[name]
    rest = ValueWay({n: one for n, one in way.values.items() if n != name})

    def is_other(unit: TextUnit) -> bool:
        return rest.covers(unit.start, unit.end)

    items = series_around(text, (own.start, own.end), is_other)
    return items[0][0], items[-1][1]


def likely_ways(
    text: str,
    places: Sequence[SlotContext],
    literal: frozenset[str],
    weights: EvidenceWeights = WEIGHTS,
) -> list[ValueWay]:
    """The likeliest ways to give the slots values, the best first; at least one."""
    spans = read_spans(text, literal)
    ways = [ValueWay()]
    for place in in_order(places):
        rated = _likeliest(place, spans, weights)
        found = _further(text, ways, rated, weights, place)
        further = sorted(found, key=lambda one: -one[0])[:BEAM]
        ways = [way.plus(place.slot.name, span, s) for s, way, span in further]
    return ways


def _likeliest(
    place: SlotContext, spans: Sequence[ReadSpan], weights: EvidenceWeights
) -> list[tuple[float, PossibleValue]]:
    """The CHOICES likeliest values of the slot with their scores, best first. Each is
    looked at closer only as long as it may still come to be one of them (A*)."""
    slot, best = place.slot, list[tuple[float, PossibleValue]]()
    by_turn = weights.by_turn
    ahead = weights.by_fit + by_turn + ROUNDING
    found = [(weights.sum(told), told, span) for told, span in _seen(place, spans)]
    found.sort(key=lambda one: -one[0])
    open_ = [
        (-so_far - ahead, 0, n, told, span)
        for n, (so_far, told, span) in enumerate(found)
    ]
    while open_ and len(best) < CHOICES:
        least, looks, n, told, span = heappop(open_)
        if looks == 2:
            best.append((-least, span))
            continue
        if looks == 0:
            told += fit(slot, span)
            least = -weights.sum(told) - by_turn - ROUNDING
        else:
            told += turn(slot, span)
            told.sort()  # or rounding would choose among equals
            least = -weights.sum(told)
        heappush(open_, (least, looks + 1, n, told, span))
    return best


def _seen(
    place: SlotContext, spans: Sequence[ReadSpan]
) -> Iterator[tuple[list[OneEvidence], PossibleValue]]:
    """What may be the slot's value, with what is seen of it at once."""
    for one in spans:
        if may_be(place, one):
            known = place.knows(one.span.said)
            by_itself = one.known if known else one.unknown
            yield [*by_itself, *of_place(place, one.span, known)], one.span


def in_order(places: Sequence[SlotContext]) -> list[SlotContext]:
    """The slots as a wording has them."""
    return sorted(places, key=lambda one: one.place)


def _further(
    text: str,
    ways: Sequence[ValueWay],
    rated: Sequence[tuple[float, PossibleValue]],
    weights: EvidenceWeights,
    place: SlotContext,
) -> Iterator[tuple[float, ValueWay, PossibleValue | None]]:
    """Each way with each of the values, or none, and the score that it comes to. That a
    slot has none says nothing where a wording lacks it."""
    without = 0.0 if place.is_optional else weights.of.unbound
    for way in ways:
        yield way.score + without, way, None
        taken = [(one.start, one.end) for one in way.values.values()]
        for score, span in rated:
            # For two or three places a list is twice as fast as a generator.
            if any([a < span.end and span.start < b for a, b in taken]):  # noqa: C419
                continue
            may_split = place.is_parted and not place.slot.is_closed
            if may_split and _is_split_off(text, way, span):
                continue
            is_behind = 0 <= way.end <= span.start
            more = score + weights.of.order if is_behind else score
            yield way.score + more, way, span


def _is_split_off(text: str, way: ValueWay, span: PossibleValue) -> bool:
    """Does nothing part it from another value, and does the form of neither tell where
    it ends? Then both may be one value."""
    return not _is_by_form(span) and any(
        not text[min(one.end, span.end) : max(one.start, span.start)].strip()
        and not _is_by_form(one)
        for one in way.values.values()
    )


def _is_by_form(span: PossibleValue) -> bool:
    return span.is_quoted or form_of(span.said.kind).is_certain


def evidence_of(
    way: ValueWay, places: Sequence[SlotContext], literal: frozenset[str]
) -> Evidence:
    """All that speaks for and against the way."""
    total, last = dict.fromkeys(Evidence._fields, 0.0), -1
    for place in in_order(places):
        span = way.values.get(place.slot.name)
        if span is None:
            total["unbound"] += not place.is_optional
            continue
        for n, value in evidence(place, span, literal):
            total[Evidence._fields[n]] += value
        total["order"] += 0 <= last <= span.start
        last = max(last, span.end)
    return Evidence(**total)
