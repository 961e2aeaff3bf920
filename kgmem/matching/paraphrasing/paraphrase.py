"""A task in other words than a pattern's: its values tell which slots they are for.

What the text says beside them, and neither the pattern nor a value does, is told.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from kgmem.language.clauses import clause_starts
from kgmem.language.stemming import stem
from kgmem.language.words import Span, folds
from kgmem.matching.anchor_words import is_content
from kgmem.matching.assigning.assign import Assigned, assign
from kgmem.matching.assigning.closeness import BEHIND, Embed
from kgmem.matching.assigning.evidence import is_said
from kgmem.matching.assigning.series import series_around
from kgmem.matching.assigning.slot_context import SlotContext, slot_context
from kgmem.matching.assigning.units import TextUnit, units
from kgmem.matching.binding.list_items import has_separator
from kgmem.matching.paraphrasing.bare_task import BareTask
from kgmem.matching.turning import GOING_ON
from kgmem.model.base import language_of
from kgmem.model.pattern import Pattern
from kgmem.model.texts.template import parts

MAX_SLOTS = 8
"""Slots of a pattern that a text in other words may fill."""


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

    @property
    def spare(self) -> frozenset[str]:
        """Slots that a wording lacks and the path can do without."""
        optional = {place.slot.name for place in self.places if place.is_optional}
        return self.pattern.spare_slots & optional

    @property
    def wordings(self) -> tuple[str, ...]:
        """The templates that its tasks are told in."""
        return (self.pattern.template, *self.pattern.wordings)

    @property
    def literal(self) -> frozenset[str]:
        """Stems of all that it says itself."""
        return self.heads | self.things

    def grown(self, pattern: Pattern) -> "PatternOutline | None":
        """The outline of the same pattern with more members; None where its wordings or
        slots are others."""
        own = self.pattern
        is_same = (own.template, own.wordings, own.slots) == (
            pattern.template,
            pattern.wordings,
            pattern.slots,
        )
        return replace(self, pattern=pattern) if is_same else None

    @classmethod
    def of(cls, pattern: Pattern) -> "PatternOutline | None":
        """None for a pattern that no wording has a slot of."""
        wordings = (pattern.template, *pattern.wordings)
        places = [slot_context(s, wordings) for s in pattern.slots if not s.asked]
        if not places or len(places) > MAX_SLOTS or None in places:
            return None
        literal = [_content(wording) for wording in wordings]
        told = [[stem(fold) for fold in found] for found in literal]
        return cls(
            pattern,
            tuple(place for place in places if place),
            frozenset(found[0] for found in told if found),
            frozenset(word for found in told for word in found[1:]),
            _stems(slot.name for slot in pattern.slots),
        )


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """A text as a pattern's in other words."""

    bindings: Mapping[str, str | list[str]]
    unexplained: tuple[str, ...]
    """Never empty: what is said in other words, or otherwise ordered."""
    unbound: tuple[str, ...] = ()
    """Slots without a value."""
    left: tuple[str, ...] = ()
    """What its form shows to be a value, and no slot takes."""
    spans: tuple[tuple[int, int], ...] = ()
    """Where the values stand, in characters."""


def meaning(
    asked: BareTask, outline: PatternOutline, embed: Embed | None = None
) -> Paraphrase | None:
    """The text as the pattern's, which vectors say it may mean, in whatever words and
    language; slots may stay without a value, and values without a slot. With `embed`,
    what its values mean is looked at, too."""
    return None if asked.is_long else _told(asked, outline, embed)


def _told(
    asked: BareTask, outline: PatternOutline, embed: Embed | None = None
) -> Paraphrase | None:
    bound = _bound(asked.text, outline, embed)
    lists = _lists(asked, outline, bound)
    bound = bound.with_items(asked.text, lists)
    left = tuple(asked.text[slice(*at)] for at in asked.values if not bound.covers(*at))
    other = (*_unexplained(asked, outline, bound), *left)
    missing = tuple(sorted(outline.heads - asked.stems.keys()))
    slots = {place.slot.name: place.slot for place in outline.places}
    texts = {name: given.text for name, given in bound.values.items()}
    items = {n: [asked.text[slice(*at)] for at in spans] for n, spans in lists.items()}
    return Paraphrase(
        {**texts, **items},
        other or missing or tuple(asked.stems.values()) or (asked.text,),
        tuple(name for name in slots if name not in {*bound.values, *outline.spare}),
        left,
        tuple((one.start, one.end) for one in bound.values.values()),
    )


def _bound(text: str, outline: PatternOutline, embed: Embed | None) -> Assigned:
    """The text's values, without what it asks for besides, where the rest has them all
    and not much less speaks for them."""
    places, literal = outline.places, outline.literal
    whole = assign(text, places, literal, embed)
    needed = {place.slot.name for place in places} - outline.spare
    for at in _added(text):
        part = assign(text[:at], places, literal, embed)
        is_like = part.score >= whole.score - BEHIND
        if is_like and needed <= part.values.keys():
            return part
    return whole


def _added(text: str) -> Iterator[int]:
    """Where it begins to ask for something besides."""
    for at in clause_starts(text):
        first = next((u for u in units(text) if u.start >= at and not u.is_mark), None)
        if first and first.fold in GOING_ON:
            yield at


def _lists(
    asked: BareTask, outline: PatternOutline, bound: Assigned
) -> dict[str, list[Span]]:
    """Where the items of each list stand, around the one that is bound."""
    told = outline.literal | outline.names

    def is_other(unit: TextUnit) -> bool:
        return bound.covers(unit.start, unit.end) or is_said(unit, told)

    found = {}
    for place in outline.places:
        name = place.slot.name
        if place.slot.is_list and (one := bound.values.get(name)):
            span = one.start, one.end
            at_blanks = has_separator(outline.pattern, name, str.isspace)
            found[name] = series_around(asked.text, span, is_other, at_blanks=at_blanks)
    return found


def _unexplained(
    asked: BareTask, outline: PatternOutline, bound: Assigned
) -> tuple[str, ...]:
    """The content words, each once, that neither the pattern nor a value says."""
    given = {stem(word) for one in bound.values.values() for word in folds(one.text)}
    explained = outline.literal | given | outline.names
    return tuple(text for key, text in asked.stems.items() if key not in explained)


def is_same_language(asked: BareTask, outline: PatternOutline) -> bool:
    """Is the text in the language of the pattern's first wording?"""
    return language_of(asked.text) == language_of(outline.pattern.template)


def _stems(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(stem(word) for text in texts for word in folds(text))


def _content(wording: str) -> list[str]:
    """Its content words, in order."""
    return [
        fold
        for part in parts(wording)
        if isinstance(part, str)
        for fold in folds(part)
        if is_content(fold)
    ]
