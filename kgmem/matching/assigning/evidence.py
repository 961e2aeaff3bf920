"""What speaks for and against a value in a slot, each with its weight."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from kgmem.language.stemming import stem
from kgmem.language.typed import is_of
from kgmem.matching.anchor_words import is_content
from kgmem.matching.assigning.slot_context import SlotContext
from kgmem.matching.assigning.spans import PossibleValue, value_spans
from kgmem.matching.assigning.units import TextUnit, units
from kgmem.matching.turning import turn_in
from kgmem.matching.value_fit import is_well_typed, value_loss
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
    opens: float = 0.0
    """It begins with the plain word that the text begins with."""
    told: float = 0.0
    """Ends of it that are verb forms."""
    label: float = 0.0
    """A word beside it says what the slot holds."""
    labelled: float = 0.0
    """It begins with such a word."""
    kin: float = 0.0
    """It ends with the word, or Chinese sign, that an example ends with."""
    misformed: float = 0.0
    """All examples have a form or name days, and it does not; or it does, and none of
    them."""

    mixed: float = 0.0
    """A day or what has a form is but a part of it, as in no example."""

    def plus(self, other: "Evidence") -> "Evidence":
        """The sum of both."""
        return Evidence(*map(sum, zip(self, other, strict=True)))


UNBOUND = Evidence(unbound=1.0)
IN_ORDER = Evidence(order=1.0)

OneEvidence = tuple[int, float]
"""One kind of evidence by its place among the fields: most are 0, and left out."""
_PLACE = {name: n for n, name in enumerate(Evidence._fields)}
_KNOWN, _KIND, _EXACT, _SHAPE, _CAPITAL, _QUOTED, _BESIDE, _NEAR, _SAID = (
    _PLACE[name]
    for name in (
        "known", "kind", "exact", "shape", "capital", "quoted", "beside", "near", "said"
    )
)  # fmt: skip
_FRAYED, _SPLIT, _COVER, _TYPED, _LENGTH, _FOREIGN, _MARKER, _LITTLE, _LAST = (
    _PLACE[name]
    for name in (
        "frayed", "split", "cover", "typed", "length", "foreign", "marker", "little",
        "last",
    )
)  # fmt: skip
_TURN, _ACTS, _LATE = (_PLACE[name] for name in ("turn", "acts", "late"))
_OPENS, _TOLD, _LABEL, _LABELLED, _KIN, _MISFORMED, _MIXED = (
    _PLACE[name]
    for name in ("opens", "told", "label", "labelled", "kin", "misformed", "mixed")
)


@dataclass(frozen=True, slots=True)
class EvidenceWeights:
    """What each kind of evidence counts for, as log-odds."""

    of: Evidence

    def score(self, found: Evidence) -> float:
        """The log-odds that the evidence comes to, up to a constant."""
        return self.sum(enumerate(found))

    def sum(self, told: Iterable[OneEvidence]) -> float:
        """The same of evidence that is told by its places."""
        of, total = self.of, 0.0
        for place, value in told:
            total += of[place] * value
        return total

    def by_fit(self, slot: Slot) -> float:
        """The most that `fit` may add,"""
        kind = self.of.kind if form_of(slot.kind).has_form else 0.0
        return max(0.0, kind) + max(0.0, self.of.shape)

    @property
    def by_turn(self) -> float:
        """and `turn`."""
        return max(0.0, self.of.turn)


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
        opens=_TUNED["opens"],
        told=_TUNED["told"],
        label=_TUNED["label"],
        labelled=_TUNED["labelled"],
        kin=_TUNED["kin"],
        misformed=_TUNED["misformed"],
        mixed=_TUNED["mixed"],
    )
)


def evidence(
    place: SlotContext, span: PossibleValue, literal: frozenset[str]
) -> Evidence | None:
    """What speaks for the span as the slot's value; None if it can't be one: what the
    pattern says itself, of whose words `literal` are stems, or the verb that a request
    begins with."""
    own = {
        unit.fold: is_said(unit, literal) for unit in (*span.content, *span.torn_from)
    }
    one = read_span(span, own)
    if not may_be(place, one):
        return None
    known = span.said.key in place.known
    told = [*(one.known if known else one.unknown), *of_place(place, span, known)]
    told += [*fit(place.slot, span), *turn(place.slot, span)]
    total = [0.0] * len(_PLACE)
    for n, value in told:
        total[n] = value
    return Evidence(*total)


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
            (_SPLIT, torn),
            (_COVER, len(span.content) - own),
            (_TYPED, span.typed),
            (_FOREIGN, span.is_foreign),
            (_LITTLE, span.little),
            (_LAST, span.is_last),
            (_LATE, span.is_late),
            (_OPENS, span.opens),
        )
        if value
    ]
    return ReadSpan(span, own, [(_SAID, own), *known], known)


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
    is_verb = span.is_opening and not place.begin_big
    if not is_verb and one.own < len(span.content):
        return True
    return bool(span.typed) or span.said.key in place.known


def of_place(
    place: SlotContext, span: PossibleValue, known: bool
) -> Iterator[OneEvidence]:
    """What speaks for and against it in this slot, which may know it, but how well it
    fits the values there."""
    value = span.said
    if known:
        yield _KNOWN, 1.0
    is_formed = bool(place.formed) and is_of(value.text, place.formed)
    is_exact = is_formed or (span.is_day and place.is_day)
    if is_exact:
        yield _EXACT, 1.0
    if not known:
        yield from _beside_examples(place, span, is_exact=is_exact)
    if place.begin_big and span.begins_big:
        yield _CAPITAL, 1.0
    if span.is_quoted:
        yield _QUOTED, 0.5 + place.is_quoted
    left, right = (
        _is_first(span.before, place.before),
        _is_first(span.after, place.after),
    )
    if left or right:
        yield _BESIDE, left + right
    left = not left and not place.before.isdisjoint(span.before)
    right = not right and not place.after.isdisjoint(span.after)
    if left or right:
        yield _NEAR, left + right
    yield _LENGTH, abs(math.log2(len(value.folds) / place.length))
    if not known and span.told and not place.tells and not span.is_quoted:
        yield _TOLD, float(span.told)
    if not known:
        frayed = span.frayed_first and span.is_signed not in place.begins_frayed
        if frayed or span.frayed_last:
            yield _FRAYED, frayed + span.frayed_last
    if not place.fields.isdisjoint(span.labels):
        yield _LABEL, 1.0
    if span.is_labelled and not place.is_labelled and not known:
        yield _LABELLED, 1.0
    if span.marker in place.markers:
        yield _MARKER, 1.0
    if span.acts > place.acts and not known and not span.is_quoted:
        yield _ACTS, span.acts - place.acts


def _beside_examples(
    place: SlotContext, span: PossibleValue, *, is_exact: bool
) -> Iterator[OneEvidence]:
    """Whether it ends and is formed as the examples are, none of which it is."""
    if stem(span.said.folds[-1]) in place.ends:
        yield _KIN, 1.0
    if span.is_mixed and not place.is_mixed and not span.is_quoted:
        yield _MIXED, 1.0
    if place.all_formed and not is_exact:
        yield _MISFORMED, 1.0
    if place.none_formed and span.is_formed and not span.is_quoted:
        yield _MISFORMED, 1.0


def fit(slot: Slot, span: PossibleValue) -> Iterator[OneEvidence]:
    """How well it fits the slot's other values, which takes longer to tell."""
    value = span.said
    has_form = form_of(slot.kind).has_form
    if has_form and is_well_typed(slot, value, is_quoted=span.is_quoted):
        yield _KIND, 1.0
    yield _SHAPE, min(1.0, value_loss(slot, value))


def turn(slot: Slot, span: PossibleValue) -> Iterator[OneEvidence]:
    """Whether it turns the request, which takes longest."""
    if turn_in(slot, span.text) is not None:
        yield _TURN, 1.0


def is_said(unit: TextUnit, literal: frozenset[str]) -> bool:
    """Does the pattern say the unit itself?"""
    if not unit.is_han:
        return stem(unit.fold) in literal
    signs = [sign for sign in unit.fold if is_content(sign)]
    return bool(signs) and all(sign in literal for sign in signs)


def _is_first(found: Sequence[str], wanted: frozenset[str]) -> bool:
    return bool(found) and found[0] in wanted
