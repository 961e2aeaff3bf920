"""Texts with the values that stand in them: what they say about a group's slots."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kgmem.generalize.plain import Slotted, TaskRuns, Wordings
from kgmem.generalize.wording.slot_roles import Role
from kgmem.language.items import item_spans
from kgmem.language.typed import kind_of
from kgmem.language.words import Span, folds
from kgmem.matching.anchor_words import is_content
from kgmem.matching.binding.bind import bind
from kgmem.model.base import normalize
from kgmem.model.pattern import Slot
from kgmem.model.texts import template as templates

MAX_WORDINGS = 12
"""Templates of a group; who says it in yet another way is left out."""
CONSTANT = 3
"""So many different texts with the same value show that it does not vary."""
CONSTANT_INPUT = 8
"""The same for what runs enter: that is a value, though perhaps often the same one."""
MAX_EXAMPLES = 20
"""Values by which others of the slot are known."""


@dataclass(frozen=True, slots=True)
class ValueSpan:
    """A value in a text."""

    slot: str
    span: Span
    is_exact: bool = False
    """A run says where it begins and ends."""
    is_entered: bool = False
    """A run types it, chooses it or hands it to a tool."""
    sorts: frozenset[Role] = frozenset()
    """What is done with it, to which sorts of elements."""
    items: tuple[Span, ...] = ()
    """Of a list, as far as they are known."""
    is_list: bool = False


@dataclass(frozen=True, slots=True)
class TextWithValues:
    """A text and its values, in the text's order."""

    task: TaskRuns
    places: tuple[ValueSpan, ...]

    def value(self, place: ValueSpan) -> str:
        """What stands there."""
        return self.task.text[slice(*place.span)]

    def first(self) -> dict[str, ValueSpan]:
        """Each slot's first place, in the text's order."""
        found: dict[str, ValueSpan] = {}
        for place in self.places:
            found.setdefault(place.slot, place)
        return found

    def values(self) -> dict[str, str]:
        """The first value of each slot, folded."""
        return {slot: normalize(self.value(p)) for slot, p in self.first().items()}

    def template(self) -> str:
        """The text with its slots in its values' places."""
        told, at = "", 0
        for place in self.places:
            told += templates.escape(self.task.text[at : place.span[0]])
            told += str(templates.Hole(place.slot))
            at = place.span[1]
        return told + templates.escape(self.task.text[at:])


# Slots that are others ----------------------------------------------------------------


def with_repeats(told: Sequence[TextWithValues]) -> list[TextWithValues]:
    """A slot that in every text has the value of another one is that one."""
    same = _same_slots([one.values() for one in told])
    return [
        replace(
            one,
            places=tuple(replace(p, slot=same.get(p.slot, p.slot)) for p in one.places),
        )
        for one in told
    ]


def _same_slots(values: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """The slot that each repeats, of those that repeat one."""
    same: dict[str, str] = {}
    for slot in dict.fromkeys(slot for one in values for slot in one):
        having = [one for one in values if slot in one]
        if len({one[slot] for one in having}) < 2:
            continue
        for other in having[0]:
            if other == slot:
                break
            if other not in same and all(o.get(other) == o[slot] for o in having):
                same[slot] = other
                break
    return same


def without_constants(told: Sequence[TextWithValues]) -> list[TextWithValues]:
    """What is the same in all of enough different texts that have it is no slot; nor,
    among several texts, is what is not entered and of no sort with a value that varies:
    "with the note" in front of a note, "with gift wrapping" where that is ticked."""
    values: dict[str, set[str]] = defaultdict(set)
    texts: dict[str, set[str]] = defaultdict(set)
    for one in told:
        for slot, value in one.values().items():
            values[slot].add(value)
            texts[slot].add(normalize(one.task.text))
    entered = {p.slot for one in told for p in one.places if p.is_entered}
    several = len({normalize(one.task.text) for one in told}) > 1
    alone = _of_no_sort(told, {s for s, said in values.items() if len(said) > 1})
    constant = {
        slot
        for slot, said in values.items()
        if len(said) == 1
        and (
            len(texts[slot]) >= (CONSTANT_INPUT if slot in entered else CONSTANT)
            or (several and slot in alone - entered)
        )
    }
    return [
        replace(one, places=tuple(p for p in one.places if p.slot not in constant))
        for one in told
    ]


def _of_no_sort(told: Sequence[TextWithValues], varying: set[str]) -> set[str]:
    """The slots that runs use and that don't vary, with which nothing is done as with a
    varying one."""
    sorts: dict[str, set[Role]] = defaultdict(set)
    for one in told:
        for place in one.places:
            sorts[place.slot] |= place.sorts
    others = set().union(*(sorts[slot] for slot in varying))
    return {slot for slot, own in sorts.items() if own and own.isdisjoint(others)}


# Lists --------------------------------------------------------------------------------


def with_lists(told: Sequence[TextWithValues]) -> list[TextWithValues]:
    """Where a slot has a list in one text, all its values are lists, of one item
    perhaps."""
    listed = {p.slot for one in told for p in one.places if p.is_list}
    at_blanks = {
        p.slot for one in told for p in one.places if _has_blanks(one.task.text, p)
    }
    return [
        replace(
            one,
            places=tuple(
                _listed(one, place, place.slot in at_blanks)
                if place.slot in listed
                else place
                for place in one.places
            ),
        )
        for one in told
    ]


def _has_blanks(text: str, place: ValueSpan) -> bool:
    """Is there nothing but a blank between two items of it?"""
    return any(
        text[end:start].isspace() for (_, end), (start, _) in pairwise(place.items)
    )


def _listed(one: TextWithValues, place: ValueSpan, at_blanks: bool) -> ValueSpan:
    found = place.items
    if not found and place.is_exact:
        found = (place.span,)
    start = place.span[0]
    found = found or tuple(
        (start + a, start + b)
        for a, b in item_spans(one.value(place), at_blanks=at_blanks)
    )
    if not found:
        found = (place.span,)
    return replace(place, items=found, is_list=True, span=(found[0][0], found[-1][1]))


# Texts read by the templates of others ------------------------------------------------


def read(
    doubtful: Sequence[TextWithValues], told: Sequence[TextWithValues]
) -> list[TextWithValues]:
    """The doubtful texts with the values that the templates of the others read in
    them; of those that fit none, only texts that have values already stay."""
    wordings = Counter(one.template() for one in told)
    usual = [template for template, _ in wordings.most_common(MAX_WORDINGS)]
    slots = _slots(told)
    found = [(one, _read(one, usual, slots)) for one in doubtful]
    return [other or one for one, other in found if other or one.places]


def _slots(told: Sequence[TextWithValues]) -> list[Slot]:
    values: dict[str, dict[str, None]] = defaultdict(dict)
    for one in told:
        for place in one.places:
            values[place.slot][one.value(place)] = None
    return [
        Slot(
            slot_id=slot,
            name=slot,
            kind=_common_kind(examples),
            examples=tuple(examples)[:MAX_EXAMPLES],
        )
        for slot, examples in values.items()
    ]


def _common_kind(values: Iterable[str]) -> str:
    kinds = {kind_of(value) for value in values}
    return kinds.pop() if len(kinds) == 1 else "text"


def _read(
    one: TextWithValues, usual: Sequence[str], slots: Sequence[Slot]
) -> TextWithValues | None:
    """The text in the words of the template that reads it best; every word of that
    which means something must be said, and what runs use must be its values."""
    readings = [
        (reading, template)
        for template in usual
        if (reading := bind(template, slots, one.task.text)) is not None
        and not reading.unbound
        and not reading.unexplained
    ]
    for reading, template in sorted(readings, key=lambda found: -found[0].score):
        names = [hole.slot for hole in templates.holes(template)]
        values = [(name, str(reading.bindings.get(name, ""))) for name in names]
        filled = _with_values(one, values)
        if filled and _content(filled.template()) == _content(template):
            return filled
    return None


def _with_values(
    one: TextWithValues, values: Sequence[tuple[str, str]]
) -> TextWithValues | None:
    """The text with these values, which stand one after another; None if they don't,
    or are not those that it has already."""
    known = {(place.slot, place.span): place for place in one.places}
    found, at = [], 0
    for slot, value in values:
        start = one.task.text.find(value, at)
        if start < 0 or not value:
            return None
        at = start + len(value)
        found.append(known.pop((slot, (start, at)), ValueSpan(slot, (start, at))))
    return None if known else TextWithValues(one.task, tuple(found))


def _content(template: str) -> list[str]:
    """The words that say something beside the slots."""
    literal = templates.fill(template, lambda hole: " ")
    return [fold for fold in folds(literal) if is_content(fold)]


# Wordings -----------------------------------------------------------------------------


def wordings_of(told: Sequence[TextWithValues]) -> Wordings:
    """The templates, most frequent first, their slots numbered, and who is told in
    which."""
    by_template: dict[str, list[TextWithValues]] = defaultdict(list)
    for one in told:
        by_template[normalize(one.template())].append(one)
    ranked = sorted(by_template.values(), key=lambda alike: -len(alike))[:MAX_WORDINGS]
    raw = [alike[0].template() for alike in ranked]
    holes = [hole.slot for template in raw for hole in templates.holes(template)]
    keys = {slot: f"s{n}" for n, slot in enumerate(dict.fromkeys(holes))}
    listed = [slot for slot in keys if _is_list(slot, told)]
    return Wordings(
        templates=tuple(templates.rename(t, keys.__getitem__) for t in raw),
        members={
            one.task.task_id: _slotted(one, n, keys, listed)
            for n, alike in enumerate(ranked)
            for one in alike
        },
    )


def _is_list(slot: str, told: Sequence[TextWithValues]) -> bool:
    return any(p.slot == slot and p.is_list for one in told for p in one.places)


def _slotted(
    one: TextWithValues, wording: int, keys: Mapping[str, str], listed: Sequence[str]
) -> Slotted:
    first = one.first()
    items = {keys[slot]: p.items for slot, p in first.items() if slot in listed}
    if one.task.runs:
        # Its runs use no item, and its text names none.
        items |= {keys[slot]: () for slot in listed if slot not in first}
    return Slotted(wording, {keys[slot]: p.span for slot, p in first.items()}, items)
