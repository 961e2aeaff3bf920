"""A task in other words than a pattern's: its values tell which slots they are for.

Values that quotation marks or their form show are taken out on both sides. What is
left must name the same things; another verb is a doubt, told as `unexplained`.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, permutations

from kgmem.language.intent import intent_of
from kgmem.language.typed import typed_spans
from kgmem.language.vocabulary import word_set
from kgmem.language.words import Word, folds, words
from kgmem.matching.anchor_words import (
    LIGHT,
    NEGATIONS,
    POLAR,
    is_content,
    is_han,
    stem,
    weight,
)
from kgmem.matching.sentence import QUOTES, SENTENCE_MARKS
from kgmem.matching.value_fit import fold_marks, is_known, is_well_typed, said
from kgmem.model.kind import form_of
from kgmem.model.pattern import Pattern, Slot
from kgmem.model.texts.template import Hole, parts
from kgmem.tuning import tuned

_TUNED = tuned("matching.paraphrase")

MAX_VALUES = 4
"""Values of a text that are tried in all orders."""
MAX_WORDS = 120
"""Words of a text that is compared."""
NAMED = _TUNED["named"]
"""Share of a wording's content words beside its first that a text with a quoted value
must have,"""
NAMED_BARE = _TUNED["named_bare"]
"""and a text whose values only their form shows."""
LONGEST = 3
"""Words of a value that only the word before it shows."""
UNDOING = frozenset({"delete", "return"})
"""Intents that no other one may be taken for."""
USUAL = word_set("usual")
"""Words with an opposite that mostly mean nothing by it."""
NAMING = word_set("naming")
"""Words that stand between a thing and what it is called."""
MOST_OTHER = 5.0
"""Content words that a task may say in other words; more are further wishes."""


@dataclass(frozen=True, slots=True)
class PlacedValue:
    """A value that stands in a text."""

    text: str
    kind: str
    """As in `kgmem.language.typed`."""
    before: tuple[str, ...]
    """Stems of the content words before it, back to a mark or another value."""
    after: tuple[str, ...]
    """Of those after it, up to a mark or another value."""


@dataclass(frozen=True)
class BareTask:
    """A task's text with its values taken out."""

    text: str

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """All of its words."""
        return words(self.text)

    @property
    def is_long(self) -> bool:
        """Does it say too much to be a few words and values?"""
        return len(self.words) > MAX_WORDS

    @cached_property
    def _spans(self) -> tuple[tuple[int, int, str], ...]:
        """Of the values; "一个" is none."""
        return tuple(
            (*typed.span, typed.kind)
            for typed in typed_spans(self.text)
            if not LIGHT.issuperset(folds(self.text[slice(*typed.span)]))
        )

    @cached_property
    def rest(self) -> tuple[Word, ...]:
        """The words outside of the values, as they are compared."""
        return tuple(
            Word(fold_marks(word.fold), word.start, word.end)
            for word in self.words
            if not any(start <= word.start < end for start, end, _ in self._spans)
        )

    @cached_property
    def stems(self) -> dict[str, str]:
        """The content words of the rest as the text has them, by stem."""
        return {
            stem(word.fold): self.text[word.start : word.end]
            for word in self.rest
            if is_content(word.fold)
        }

    @cached_property
    def values(self) -> tuple[PlacedValue, ...]:
        """In the text's order."""
        ends = [0, *(end for _, end, _ in self._spans)]
        starts = [*(start for start, _, _ in self._spans), len(self.text)]
        between = [self._clauses(a, b) for a, b in zip(ends, starts, strict=True)]
        return tuple(
            PlacedValue(self.text[start:end], kind, left[-1], right[0])
            for (start, end, kind), (left, right) in zip(
                self._spans, pairwise(between), strict=True
            )
        )

    def _clauses(self, start: int, end: int) -> list[tuple[str, ...]]:
        """The stems of the content words there, parted by marks."""
        found: list[tuple[str, ...]] = [()]
        for word in self.rest:
            if start <= word.start < end:
                if word.fold in SENTENCE_MARKS:
                    found.append(())
                elif is_content(word.fold):
                    found[-1] += (stem(word.fold),)
        return found


@dataclass(frozen=True, slots=True)
class SlotContext:
    """What stands around a slot's holes in a pattern's wordings."""

    slot: Slot
    is_quoted: bool
    before: frozenset[str]
    """Stems of the content words next before it, and of its name's words."""
    after: frozenset[str]
    anchors: frozenset[str]
    """Words that stand right before it, whatever they mean, and its name's."""


@dataclass(frozen=True, slots=True)
class PatternOutline:
    """A pattern with what tells it in other words."""

    pattern: Pattern
    places: tuple[SlotContext, ...]
    heads: frozenset[str]
    """Stems of the first content words of the wordings: what is done."""
    things: frozenset[str]
    """Of all others: what it is done with."""
    names: frozenset[str]
    """Of the slots' names, which may say the same of any value."""
    least: int
    """Content words beside the first of the shortest wording."""
    turning: frozenset[str]
    """Words with an opposite."""
    intents: frozenset[str | None]

    @classmethod
    def of(cls, pattern: Pattern) -> "PatternOutline | None":
        """None for a pattern without slots, or with one that no wording has."""
        wordings = (pattern.template, *pattern.wordings)
        places = [_place(slot, wordings) for slot in pattern.slots]
        if not places or len(places) > MAX_VALUES or None in places:
            return None
        literal = [_content(wording) for wording in wordings]
        told = [[stem(fold) for fold in found] for found in literal]
        names = frozenset(
            stem(word) for slot in pattern.slots for word in folds(slot.name)
        )
        return cls(
            pattern,
            tuple(place for place in places if place),
            frozenset(found[0] for found in told if found),
            frozenset(word for found in told for word in found[1:]),
            names,
            min(len(set(found[1:])) for found in told),
            _turning({fold for found in literal for fold in found}),
            frozenset(
                intent_of("".join(p if isinstance(p, str) else "…" for p in parts(w)))
                for w in wordings
            ),
        )


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """A text as a pattern's in other words."""

    bindings: Mapping[str, str | list[str]]
    unexplained: tuple[str, ...]
    """Never empty: what is said in other words, or otherwise ordered."""
    likeness: float
    """0..1: the share of content words that both have."""


def paraphrase(asked: BareTask, outline: PatternOutline) -> Paraphrase | None:
    """The text as the pattern's in other words; None if it names other things, or if
    it is not clear which value is which slot's."""
    if asked.is_long:
        return None
    stems = asked.stems
    quoted = any(form_of(value.kind).ends == "marks" for value in asked.values)
    needed = (NAMED if quoted else NAMED_BARE) * outline.least
    if not asked.values or len(stems.keys() & outline.things) < max(1.0, needed):
        return None
    if _is_opposite(asked, outline):
        return None
    bound = _bound(asked, outline)
    if bound is None:
        return None
    given = {stem(word) for value in bound.values() for word in folds(value)}
    known = outline.things | outline.heads
    explained = known | given | outline.names
    other = [text for key, text in stems.items() if key not in explained]
    if sum(map(weight, other)) > MOST_OTHER:
        return None
    missing = sorted(outline.heads - stems.keys())
    slots = {place.slot.name: place.slot for place in outline.places}
    return Paraphrase(
        {n: [v] if slots[n].is_list else v for n, v in bound.items()},
        tuple(other or missing or stems.values()),
        len(stems.keys() & known) / len(stems.keys() | known),
    )


def _is_opposite(asked: BareTask, outline: PatternOutline) -> bool:
    """Does it negate, undo or reverse what the pattern does, or the other way round?"""
    here = {word.fold for word in asked.rest}
    if here & NEGATIONS or _turning(here) != outline.turning:
        return True
    undoes = intent_of(asked.text) in UNDOING
    return all((intent in UNDOING) != undoes for intent in outline.intents)


def _turning(found: Collection[str]) -> frozenset[str]:
    """The words among them that have an opposite, but the usual one of each pair."""
    return POLAR.intersection(found) - USUAL


def _bound(asked: BareTask, outline: PatternOutline) -> dict[str, str] | None:
    """The value of each slot; None if one has none, a value has no slot, or another
    order would do as well."""
    values = asked.values
    if len(values) > len(outline.places):
        return None
    ways = sorted(
        (
            (sum(map(_agrees, values, order)), n, order)
            for n, order in enumerate(permutations(outline.places, len(values)))
            if all(map(_takes, order, values))
        ),
        key=lambda way: (-way[0], way[1]),
    )
    if not ways or (len(ways) > 1 and ways[0][0] == ways[1][0]):
        return None
    order = ways[0][2]
    bound = {p.slot.name: v.text for p, v in zip(order, values, strict=True)}
    for place in outline.places:
        if place not in order:
            value = _bare_value(asked, place)
            if value is None:
                return None
            bound[place.slot.name] = value
    return bound


def _takes(place: SlotContext, value: PlacedValue) -> bool:
    """May the value stand in the slot?"""
    if form_of(value.kind).ends != "marks":
        return value.kind == place.slot.kind and not place.is_quoted
    given = said(value.text)
    is_named = place.is_quoted or place.before.issuperset(value.before[-1:] or [""])
    return (is_named or is_known(place.slot, given)) and is_well_typed(
        place.slot, given, is_quoted=True
    )


def _agrees(value: PlacedValue, place: SlotContext) -> int:
    """How much the words around the value are those around the slot; the one right
    before it tells most."""
    nearest = place.before.intersection(value.before[-1:])
    return (
        2 * bool(nearest)
        + (not place.before.isdisjoint(value.before))
        + (not place.before.isdisjoint(value.after))
        + bool(place.after.intersection(value.after[:1]))
    )


def _bare_value(asked: BareTask, place: SlotContext) -> str | None:
    """An example of the slot that the text names, or the words behind one that stands
    before the slot; None unless there is exactly one."""
    folded = [word.fold for word in asked.rest]
    named = [one for one in place.slot.examples if one and _has(folded, folds(one))]
    if named:
        return max(named, key=len) if len(named) == 1 else None
    found = [n for n, fold in enumerate(folded[:-1]) if stem(fold) in place.anchors]
    values = [text for n in found if (text := _run(asked, n + 1))]
    return values[0] if len(values) == 1 else None


def _has(folded: Sequence[str], wanted: Sequence[str]) -> bool:
    size = len(wanted)
    return any(
        tuple(folded[n : n + size]) == tuple(wanted)
        for n in range(len(folded) - size + 1)
    )


def _run(asked: BareTask, at: int) -> str | None:
    """The few words from here to a mark or a word of little meaning; Chinese doesn't
    show where a name ends."""
    at += at < len(asked.rest) and asked.rest[at].fold in NAMING
    end = at
    while end < len(asked.rest) and is_content(asked.rest[end].fold):
        end += 1
    run = asked.rest[at:end]
    if not 0 < len(run) <= LONGEST or any(is_han(word.fold) for word in run):
        return None
    return asked.text[run[0].start : run[-1].end]


def _content(wording: str) -> list[str]:
    """Its content words, in order."""
    return [
        fold
        for part in parts(wording)
        if isinstance(part, str)
        for fold in folds(part)
        if is_content(fold)
    ]


def _place(slot: Slot, wordings: Sequence[str]) -> SlotContext | None:
    around = [pair for wording in wordings for pair in _around(wording, slot.name)]
    if not around:
        return None
    name = {stem(word) for word in folds(slot.name)}
    before = [[stem(f) for f in folds(left) if is_content(f)] for left, _ in around]
    after = [[stem(f) for f in folds(right) if is_content(f)] for _, right in around]
    right_before = [[f for f in folds(left) if f[:1].isalnum()] for left, _ in around]
    return SlotContext(
        slot,
        any(fold_marks(left[-1:]) in QUOTES for left, _ in around if left),
        frozenset(found[-1] for found in before if found) | name,
        frozenset(found[0] for found in after if found),
        frozenset(stem(found[-1]) for found in right_before if found) | name,
    )


def _around(wording: str, name: str) -> Iterator[tuple[str, str]]:
    """The literal texts before and after each of the slot's holes."""
    found = ["", *parts(wording), ""]
    for n, part in enumerate(found):
        if isinstance(part, Hole) and part.slot == name:
            left, right = found[n - 1], found[n + 1]
            yield (
                left if isinstance(left, str) else "",
                right if isinstance(right, str) else "",
            )
