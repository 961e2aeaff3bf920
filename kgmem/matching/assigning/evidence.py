"""What speaks for and against a value in a slot, each with its weight."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from kgmem.language.stemming import stem
from kgmem.language.typed import is_of
from kgmem.language.vocabulary import word_set
from kgmem.matching.anchor_words import is_content
from kgmem.matching.assigning.slot_context import SlotContext, begun_with
from kgmem.matching.assigning.spans import PossibleValue, value_spans
from kgmem.matching.assigning.units import TextUnit, units
from kgmem.matching.turning import turn_in
from kgmem.matching.value_fit import value_loss
from kgmem.model.pattern import Slot
from kgmem.tuning import tuned


class Evidence(NamedTuple):
    """Of one slot and what may be its value; all are 0 for a slot without one, but
    `unbound`."""

    known: float = 0.0
    """It is one of the slot's values."""
    exact: float = 0.0
    """It is of the slot's kind, which has a form, or of an example's."""
    shape: float = 0.0
    """How unlike the examples it looks."""
    capital: float = 0.0
    """It begins with a capital letter, as all examples do."""
    quoted: float = 0.0
    """It is quoted; half of it where the slot's values are not."""
    beside: float = 0.0
    """Sides on which the next word is the wording's."""
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
    opens: float = 0.0
    """It begins with the plain word that the text begins with."""
    mixed: float = 0.0
    """Ends of it that are plain words beside names, as no example's are."""
    told: float = 0.0
    """Ends of it that are verb forms."""
    label: float = 0.0
    """A word beside it says what the slot holds."""
    labelled: float = 0.0
    """It begins with such a word."""
    kin: float = 0.0
    """It ends with the word, or Chinese sign, that an example ends with."""
    bound: float = 0.0
    """Ends of it that say something of it: a preposition, a particle."""


USUAL = word_set("usual")
"""Words with an opposite that mostly mean nothing by it."""

OneEvidence = tuple[int, float]
"""One kind of evidence by its place among the fields: most are 0, and left out."""
_PLACE = {name: n for n, name in enumerate(Evidence._fields)}


@dataclass(frozen=True, slots=True)
class EvidenceWeights:
    """What each kind of evidence counts for, as log-odds."""

    of: Evidence

    def sum(self, told: Iterable[OneEvidence]) -> float:
        """The log-odds that evidence comes to, told by its places, up to a constant."""
        of, total = self.of, 0.0
        for place, value in told:
            total += of[place] * value
        return total

    @property
    def by_fit(self) -> float:
        """The most that `fit` may add,"""
        return max(0.0, self.of.shape)

    @property
    def by_turn(self) -> float:
        """and `turn`."""
        return max(0.0, self.of.turn)


_TUNED = tuned("matching.assigning.evidence")
WEIGHTS = EvidenceWeights(Evidence(**_TUNED))


def evidence(
    place: SlotContext, span: PossibleValue, literal: frozenset[str]
) -> list[OneEvidence]:
    """All that speaks for and against the span as the slot's value; `literal` are stems
    of what the pattern says itself."""
    own = {
        unit.fold: is_said(unit, literal) for unit in (*span.content, *span.torn_from)
    }
    one, known = read_span(span, own), place.knows(span.said)
    told = [*(one.known if known else one.unknown), *of_place(place, span, known)]
    return [*told, *fit(place.slot, span), *turn(place.slot, span)]


@dataclass(frozen=True, slots=True)
class ReadSpan:
    """A span, and what of it a pattern says itself."""

    span: PossibleValue
    own: int
    """Its units that say something, and that the pattern says."""
    unknown: list[OneEvidence]
    """What speaks for and against it in a slot that does not know it,"""
    known: list[OneEvidence]
    """and in one that does."""


def read_span(span: PossibleValue, is_own: Mapping[str, bool]) -> ReadSpan:
    """The span beside a pattern that says some of its units, by their folds."""
    own = sum([is_own[unit.fold] for unit in span.content])
    torn = sum([not is_own[unit.fold] for unit in span.torn_from])
    known = [
        (place, float(value))
        for place, value in (
            (_PLACE["split"], torn),
            (_PLACE["cover"], len(span.content) - own),
            (_PLACE["typed"], span.typed),
            (_PLACE["foreign"], span.is_foreign),
            (_PLACE["little"], span.little),
            (_PLACE["last"], span.is_last),
            (_PLACE["opens"], span.opens),
        )
        if value
    ]
    return ReadSpan(span, own, [(_PLACE["said"], own), *known], known)


@lru_cache(64)
def read_spans(text: str, literal: frozenset[str]) -> tuple[ReadSpan, ...]:
    """All spans of the text: the same for all slots of a pattern, of whose words
    `literal` are stems."""
    is_own = {unit.fold: is_said(unit, literal) for unit in units(text)}
    return tuple(read_span(span, is_own) for span in value_spans(text))


def may_be(place: SlotContext, one: ReadSpan) -> bool:
    """Can it be the slot's value at all?"""
    span = one.span
    if not span.said.folds:
        return False
    if place.slot.is_closed:
        return place.knows(span.said)
    is_verb = span.is_opening and not place.begin_big
    telling = sum(unit.fold not in USUAL for unit in span.content)
    if not is_verb and one.own < len(span.content) and telling:
        return True
    return bool(span.typed) or place.knows(span.said)


def of_place(
    place: SlotContext, span: PossibleValue, known: bool
) -> Iterator[OneEvidence]:
    """What speaks for and against it in this slot, which may know it, but how well it
    fits the values there."""
    value = span.said
    if known:
        yield _PLACE["known"], 1.0
    is_formed = bool(place.formed) and is_of(value.text, place.formed)
    if is_formed or (span.is_day and place.is_day):
        yield _PLACE["exact"], 1.0
    if not known and stem(value.folds[-1]) in place.ends:
        yield _PLACE["kin"], 1.0
    if place.begin_big and span.begins_big:
        yield _PLACE["capital"], 1.0
    if span.is_quoted:
        yield _PLACE["quoted"], 0.5 + place.is_quoted
    beside = (not span.before.isdisjoint(place.before)) + (span.after in place.after)
    if beside:
        yield _PLACE["beside"], float(beside)
    yield _PLACE["length"], abs(math.log2(len(value.folds) / place.length))
    if not known and not span.is_quoted and any(span.mixed):
        ends = zip(span.mixed, place.mixed, strict=True)
        yield _PLACE["mixed"], float(sum(new and not usual for new, usual in ends))
    if not known and span.told and not place.tells and not span.is_quoted:
        yield _PLACE["told"], float(span.told)
    if not known:
        frayed = span.frayed_first and span.is_signed not in place.begins_frayed
        if frayed or span.frayed_last:
            yield _PLACE["frayed"], frayed + span.frayed_last
    if not known and not span.is_quoted:
        bound = (span.is_led and not place.is_led) + (
            span.is_trailed and not place.is_trailed
        )
        if bound:
            yield _PLACE["bound"], float(bound)
    if not place.fields.isdisjoint(span.labels):
        yield _PLACE["label"], 1.0
    is_labelled = span.is_labelled or bool(begun_with(place.called, span.text))
    if is_labelled and not place.is_labelled and not known:
        yield _PLACE["labelled"], 1.0
    if span.marker in place.markers:
        yield _PLACE["marker"], 1.0
    if span.acts > place.acts and not known and not span.is_quoted:
        yield _PLACE["acts"], span.acts - place.acts


def fit(slot: Slot, span: PossibleValue) -> Iterator[OneEvidence]:
    """How well it fits the slot's other values, which takes longer to tell."""
    yield _PLACE["shape"], min(1.0, value_loss(slot, span.said))


def turn(slot: Slot, span: PossibleValue) -> Iterator[OneEvidence]:
    """Whether it turns the request, which takes longest."""
    if turn_in(slot, span.text) is not None:
        yield _PLACE["turn"], 1.0


def is_said(unit: TextUnit, literal: frozenset[str]) -> bool:
    """Does the pattern say the unit itself?"""
    if not unit.is_han:
        return stem(unit.fold) in literal
    signs = [sign for sign in unit.fold if is_content(sign)]
    return bool(signs) and all(sign in literal for sign in signs)
