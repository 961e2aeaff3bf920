"""A task in other words than a pattern's: its values tell which slots they are for.

What the text says beside them, and neither the pattern nor a value does, is told.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kgmem.language.clauses import clause_starts
from kgmem.language.intent import INTENTS, intent_of
from kgmem.language.stemming import stem
from kgmem.language.words import Span, folds
from kgmem.matching.anchor_words import NEGATIONS, POLAR, is_content, weight
from kgmem.matching.assigning.assign import Assigned, assign
from kgmem.matching.assigning.closeness import BEHIND, Embed
from kgmem.matching.assigning.evidence import USUAL, is_said
from kgmem.matching.assigning.series import series_around
from kgmem.matching.assigning.slot_context import SlotContext, slot_context
from kgmem.matching.assigning.units import TextUnit, units
from kgmem.matching.binding.list_items import has_separator
from kgmem.matching.paraphrasing.bare_task import BareTask
from kgmem.matching.turning import GOING_ON
from kgmem.model.base import language_of
from kgmem.model.keys.element_evidence import TOGGLES, kind_of
from kgmem.model.pattern import Pattern
from kgmem.model.texts.template import bare, parts

MAX_SLOTS = 8
"""Slots of a pattern that a text in other words may fill."""
UNDOING = frozenset({"delete", "return"})
"""Intents that no other one may be taken for."""
SENTENCE_ENDS = frozenset(".!?")
CLAUSE_ENDS = SENTENCE_ENDS | frozenset(",;")


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
    labels: frozenset[str]
    """Of what the fields and switches of its path are called."""
    turning: frozenset[str]
    """Words with an opposite."""
    intents: frozenset[str | None]
    undoing: frozenset[bool]
    """Whether its wordings undo something."""

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
            _stems(_labels(pattern)),
            _turning(
                unit.fold
                for wording in wordings
                for part in parts(wording)
                if isinstance(part, str)
                for unit in units(part)
            ),
            frozenset(intent_of(bare(wording)) for wording in wordings),
            frozenset(_undoes(bare(wording)) for wording in wordings),
        )


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """A text as a pattern's in other words."""

    bindings: Mapping[str, str | list[str]]
    unexplained: tuple[str, ...]
    """Never empty: what is said in other words, or otherwise ordered."""
    likeness: float
    """0..1: the share of content words that both have."""
    unbound: tuple[str, ...] = ()
    """Slots without a value."""
    fit: float = 0.0
    """Log-odds of the values, for a slot on average."""
    beyond: float = 0.0
    """Content words that neither the pattern, a value nor a label of its path says."""
    left: tuple[str, ...] = ()
    """What its form shows to be a value, and no slot takes."""
    spans: tuple[tuple[int, int], ...] = ()
    """Where the values stand, in characters."""
    is_opposite: bool = False
    """Does it undo or reverse what the pattern does, or the other way round?"""


def meaning(
    asked: BareTask, outline: PatternOutline, embed: Embed | None = None
) -> Paraphrase | None:
    """The text as the pattern's, which vectors say it may mean, in whatever words and
    language; slots may stay without a value, and values without a slot, and it may be
    the opposite. With `embed`, what its values mean is looked at, too."""
    return None if asked.is_long else _told(asked, outline, embed)


def likeness(asked: BareTask, outline: PatternOutline) -> float:
    """0..1: the share of content words that both have."""
    said, known = asked.stems.keys(), outline.literal
    return len(said & known) / max(1, len(said | known))


def _told(
    asked: BareTask, outline: PatternOutline, embed: Embed | None = None
) -> Paraphrase | None:
    bound = _bound(asked.text, outline, embed)
    lists = _lists(asked, outline, bound)
    bound = bound.with_items(asked.text, lists)
    around = [u for u in units(asked.text) if not bound.covers(u.start, u.end)]
    left = tuple(v.text for v in asked.values if not bound.covers(v.start, v.end))
    other = (*_unexplained(asked, outline, bound), *left)
    missing = tuple(sorted(outline.heads - asked.stems.keys()))
    slots = {place.slot.name: place.slot for place in outline.places}
    texts = {name: given.text for name, given in bound.values.items()}
    items = {n: [asked.text[slice(*at)] for at in spans] for n, spans in lists.items()}
    return Paraphrase(
        {**texts, **items},
        other or missing or tuple(asked.stems.values()) or (asked.text,),
        likeness(asked, outline),
        tuple(name for name in slots if name not in {*bound.values, *outline.spare}),
        bound.score / len(slots),
        sum(weight(one) for one in other if not _stems([one]) <= outline.labels),
        left,
        tuple((one.start, one.end) for one in bound.values.values()),
        _is_opposite(asked, outline, bound, around),
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


def _is_negated(asked: BareTask, around: Sequence[TextUnit]) -> bool:
    """Is nothing to be done? What is negated behind the first clause is a further
    wish."""
    end = _first_end(around, CLAUSE_ENDS) or len(asked.text)
    return any(u.fold in NEGATIONS for u in around if u.start < end)


def _is_opposite(
    asked: BareTask,
    outline: PatternOutline,
    bound: Assigned,
    around: Sequence[TextUnit],
) -> bool:
    """Does it undo or reverse what the pattern does, or the other way round, or ask for
    nothing to be done?"""
    if _is_negated(asked, around):
        return True
    end = _first_end(around, SENTENCE_ENDS) or len(asked.text)
    first = {unit.fold for unit in around if unit.start < end}
    if is_same_language(asked, outline) and _turns(first, outline.turning):
        return True
    beside = "".join(_beside(asked.text, bound))
    return _undoes(beside) not in outline.undoing


def _beside(text: str, bound: Assigned) -> Iterator[str]:
    """The text with a mark in the place of each value."""
    at = 0
    for one in sorted(bound.values.values(), key=lambda one: one.start):
        yield f"{text[at : one.start]}…"
        at = one.end
    yield text[at:]


def _undoes(text: str) -> bool:
    return any(text in INTENTS[intent] for intent in UNDOING)


def _first_end(found: Sequence[TextUnit], marks: frozenset[str]) -> int | None:
    """Where the first of these marks is, in characters; None without one."""
    return next((unit.start for unit in found if unit.fold in marks), None)


def _turns(said: Collection[str], own: frozenset[str]) -> bool:
    """Does it say another word with an opposite than the pattern, or the usual one
    where the pattern says the other?"""
    other = _turning(said)
    return bool(own - other) and bool(other - own or USUAL.intersection(said))


def is_same_language(asked: BareTask, outline: PatternOutline) -> bool:
    """Is the text in the language of the pattern's first wording?"""
    return language_of(asked.text) == language_of(outline.pattern.template)


def _turning(found: Iterable[str]) -> frozenset[str]:
    """The words among them that have an opposite, but the usual one of each pair."""
    return POLAR.intersection(found) - USUAL


def _stems(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(stem(word) for text in texts for word in folds(text))


def _labels(pattern: Pattern) -> Iterator[str]:
    for step in pattern.steps:
        is_switch = step.target is not None and kind_of(step.target) in TOGGLES
        if step.target and (is_switch or step.does.edits):
            yield bare(step.target.name or "")


def _content(wording: str) -> list[str]:
    """Its content words, in order."""
    return [
        fold
        for part in parts(wording)
        if isinstance(part, str)
        for fold in folds(part)
        if is_content(fold)
    ]
