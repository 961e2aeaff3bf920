"""What speaks for and against a value in a slot, each with its weight."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import NamedTuple

from kgmem.language.stemming import stem
from kgmem.matching.anchor_words import is_content
from kgmem.matching.assigning.slot_context import SlotContext
from kgmem.matching.assigning.spans import PossibleValue
from kgmem.matching.assigning.units import TextUnit
from kgmem.matching.turning import turn_in
from kgmem.matching.value_fit import is_known, is_well_typed, value_loss
from kgmem.model.kind import form_of
from kgmem.model.pattern import Slot
from kgmem.tuning import tuned


class Evidence(NamedTuple):
    """Of one slot and what may be its value; all are 0 for a slot without one, but
    `unbound`."""

    known: float = 0.0
    """It is one of the slot's values."""
    kind: float = 0.0
    """It can be of the slot's kind, which has a form,"""
    exact: float = 0.0
    """and is, or of an example's."""
    shape: float = 0.0
    """How unlike the examples it looks."""
    capital: float = 0.0
    """It begins with a capital letter, as all examples do."""
    quoted: float = 0.0
    """It is quoted; half of it where the slot's values are not."""
    beside: float = 0.0
    """Sides on which the next word is the wording's,"""
    near: float = 0.0
    """and on which one of the next words is."""
    said: float = 0.0
    """Words in it that the pattern says itself."""
    frayed: float = 0.0
    """Ends of it that no value has."""
    split: float = 0.0
    """Ends of it within a name, a compound or words of another script."""
    cover: float = 0.0
    """Words in it that nothing else would explain,"""
    typed: float = 0.0
    """and values that their form shows."""
    order: float = 0.0
    """It stands behind the value of the slot before."""
    unbound: float = 0.0
    """The slot has no value."""
    length: float = 0.0
    """How often its words double or halve those of an example."""
    foreign: float = 0.0
    """It is in another script than the text around it."""
    marker: float = 0.0
    """A little word before it says the same as one in the wording."""
    little: float = 0.0
    """Little words within it."""
    last: float = 0.0
    """A mark or the text's end follows."""
    turn: float = 0.0
    """It holds a word that turns the request, as no example does."""
    acts: float = 0.0
    """Verbs in it, more than in an example."""
    late: float = 0.0
    """It stands behind the first sentence."""

    def plus(self, other: "Evidence") -> "Evidence":
        """The sum of both."""
        return Evidence(*map(sum, zip(self, other, strict=True)))


UNBOUND = Evidence(unbound=1.0)
IN_ORDER = Evidence(order=1.0)


@dataclass(frozen=True, slots=True)
class EvidenceWeights:
    """What each kind of evidence counts for, as log-odds."""

    of: Evidence

    def score(self, found: Evidence) -> float:
        """The log-odds that the evidence comes to, up to a constant."""
        return float(sum(map(mul, self.of, found)))

    @property
    def headroom(self) -> float:
        """The most that `judged_evidence` may add to what is seen."""
        judged = self.of.kind, self.of.shape, self.of.turn
        return sum(max(0.0, weight) for weight in judged)


_TUNED = tuned("matching.assigning.evidence")
WEIGHTS = EvidenceWeights(
    Evidence(
        known=_TUNED["known"],
        kind=_TUNED["kind"],
        exact=_TUNED["exact"],
        shape=_TUNED["shape"],
        capital=_TUNED["capital"],
        quoted=_TUNED["quoted"],
        beside=_TUNED["beside"],
        near=_TUNED["near"],
        said=_TUNED["said"],
        frayed=_TUNED["frayed"],
        split=_TUNED["split"],
        cover=_TUNED["cover"],
        typed=_TUNED["typed"],
        order=_TUNED["order"],
        unbound=_TUNED["unbound"],
        length=_TUNED["length"],
        foreign=_TUNED["foreign"],
        marker=_TUNED["marker"],
        little=_TUNED["little"],
        last=_TUNED["last"],
        turn=_TUNED["turn"],
        acts=_TUNED["acts"],
        late=_TUNED["late"],
    )
)


def evidence(
    place: SlotContext, span: PossibleValue, literal: frozenset[str]
) -> Evidence | None:
    """What speaks for the span as the slot's value; None if it can't be one: what the
    pattern says itself, of whose words `literal` are stems, or the verb that a request
    begins with."""
    seen = seen_evidence(place, span, literal)
    return None if seen is None else judged_evidence(seen, place.slot, span)


def judged_evidence(seen: Evidence, slot: Slot, span: PossibleValue) -> Evidence:
    """What is seen, and what takes longer: how well it fits the slot's other values."""
    value = span.said
    has_form = form_of(slot.kind).has_form
    return seen._replace(
        kind=has_form and is_well_typed(slot, value, is_quoted=span.is_quoted),
        shape=min(1.0, value_loss(slot, value)),
        turn=turn_in(slot, span.text) is not None,
    )


def seen_evidence(
    place: SlotContext, span: PossibleValue, literal: frozenset[str]
) -> Evidence | None:
    """The same without kind, shape and turn."""
    slot, value = place.slot, span.said
    if not value.folds:
        return None
    known = is_known(slot, value)
    is_kind = value.kind == slot.kind or value.kind in place.kinds
    own = [unit for unit in span.content if is_said(unit, literal)]
    is_verb = span.is_opening and not place.begin_big
    if (is_verb or len(own) == len(span.content)) and not (known or span.typed):
        return None
    return Evidence(
        known=known,
        exact=(form_of(value.kind).has_form and is_kind)
        or (span.is_day and place.is_day),
        capital=place.begin_big and span.begins_big,
        quoted=(0.5 + place.is_quoted) * span.is_quoted,
        beside=_has_first(span.before, place.before)
        + _has_first(span.after, place.after),
        near=_has_later(span.before, place.before)
        + _has_later(span.after, place.after),
        said=0.0 if known else len(own),
        frayed=0.0 if known else span.frayed,
        split=sum(not is_said(unit, literal) for unit in span.torn_from),
        cover=len(span.content) - len(own),
        typed=span.typed,
        length=abs(math.log2(len(value.folds) / place.length)),
        foreign=span.is_foreign,
        marker=span.marker in place.markers,
        little=span.little,
        last=span.is_last,
        acts=0.0 if known or span.is_quoted else max(0, span.acts - place.acts),
        late=span.is_late,
    )


def is_said(unit: TextUnit, literal: frozenset[str]) -> bool:
    """Does the pattern say the unit itself?"""
    if not unit.is_han:
        return stem(unit.fold) in literal
    signs = [sign for sign in unit.fold if is_content(sign)]
    return bool(signs) and all(sign in literal for sign in signs)


def _has_first(found: Sequence[str], wanted: frozenset[str]) -> bool:
    return bool(found) and found[0] in wanted


def _has_later(found: Sequence[str], wanted: frozenset[str]) -> bool:
    return not _has_first(found, wanted) and not wanted.isdisjoint(found)
