"""Which values of a text are for which slots, whatever words and language are around.

A slot takes what its domain admits: its known values, what is written as they are, what
stands between quotation marks where they do. Words that both sides have around it, and
the order of the slots, choose between values that it admits alike.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from kgmem.language.stemming import stem
from kgmem.language.words import Word, folds
from kgmem.matching.anchor_words import is_content, is_han
from kgmem.matching.bare_task import NAMING, BareTask
from kgmem.matching.slot_context import SlotContext
from kgmem.matching.turning import turn_in
from kgmem.matching.value_fit import (
    fold_marks,
    is_known,
    is_well_typed,
    said,
    value_loss,
)
from kgmem.model.base import language_of
from kgmem.model.kind import form_of
from kgmem.tuning import tuned

_TUNED = tuned("matching.assign")

KNOWN = _TUNED["known"]
"""What it counts that a value is one of the slot's,"""
WRITTEN_ALIKE = _TUNED["written_alike"]
"""of its kind, or between quotation marks as its values are,"""
POSSIBLE = _TUNED["possible"]
"""admitted at all;"""
LEFT = _TUNED["left"]
"""that it must be for some slot;"""
AROUND = _TUNED["around"]
"""that the word on a side of it is the same,"""
BEHIND = _TUNED["behind"]
"""the share of that where little words stand between,"""
IN_ORDER = _TUNED["in_order"]
"""and that it stands behind the value of the slot before."""
UNCLEAR = _TUNED["unclear"]
"""Two ways that differ by less tell nothing."""
NEAR = 4
"""Words on a side of a value that are looked at."""
LONGEST = 8
"""Words of a value that no mark and no form shows."""
BEAM = 24
_COMPOUND = re.compile(r"[A-Za-z\d]+(?:[-/._&'’][A-Za-z\d]+)+")


@dataclass(frozen=True, slots=True)
class ValueInText:
    """What may be a value of a text."""

    text: str
    kind: str
    start: int
    end: int
    before: tuple[str, ...] = ()
    """Stems of the words before it, the next one first, up to a content word."""
    after: tuple[str, ...] = ()
    is_bare: bool = False
    """Does nothing but the words around it show where it ends?"""
    is_foreign: bool = False
    """Is it in another script than the text around it?"""


@dataclass(frozen=True, slots=True)
class Assigned:
    """A text's values in a pattern's slots."""

    values: dict[str, ValueInText]
    """By slot name."""
    score: float

    def covers(self, start: int, end: int) -> bool:
        """Is what stands there in a value?"""
        return any(one.start < end and start < one.end for one in self.values.values())


def assign(
    asked: BareTask,
    places: Sequence[SlotContext],
    literal: frozenset[str],
    *,
    eliminate: bool = False,
) -> Assigned | None:
    """The values in the slots, as many as are clear; None where a value that marks or
    its form show has no slot. `literal` are stems of the pattern's own words.
    `eliminate`: such a value may also be for a slot that nothing else tells."""
    shown = _shown(asked)
    ways = [Assigned({}, 0.0)]
    for place in places:
        own = [*shown, *_named(asked, place), *_bare(asked, place, literal)]
        ways = _best(_further(ways, place, own, eliminate))
    first = ways[0]
    if any(not first.covers(one.start, one.end) for one in shown):
        return None
    return _clear(first, [w for w in ways if w.score > first.score - UNCLEAR])


def _clear(first: Assigned, ways: Sequence[Assigned]) -> Assigned:
    """What all of these ways have in one place."""
    values = {
        name: given
        for name, given in first.values.items()
        if all(_overlap(given, way.values.get(name)) for way in ways)
    }
    return Assigned(values, first.score * len(values) / max(1, len(first.values)))


def _overlap(one: ValueInText, other: ValueInText | None) -> bool:
    return other is not None and one.start < other.end and other.start < one.end


def _further(
    ways: Sequence[Assigned],
    place: SlotContext,
    given: Sequence[ValueInText],
    eliminate: bool,
) -> Iterator[Assigned]:
    least = LEFT if eliminate and not form_of(place.slot.kind).has_form else 0.0
    likes = [
        (one, like)
        for one in given
        if (like := _likeness(place, one) or (0.0 if one.is_bare else least))
    ]
    for way in ways:
        yield way
        last = max((one.end for one in way.values.values()), default=0)
        for one, like in likes:
            if not way.covers(one.start, one.end):
                more = like + IN_ORDER * (one.start >= last)
                yield Assigned({**way.values, place.slot.name: one}, way.score + more)


def _best(ways: Iterator[Assigned]) -> list[Assigned]:
    return sorted(ways, key=lambda way: -way.score)[:BEAM]


def _likeness(place: SlotContext, one: ValueInText) -> float:
    """How well the slot takes the value; 0: it does not."""
    slot, value = place.slot, said(one.text)
    around = AROUND * (_side(place.before, one.before) + _side(place.after, one.after))
    if is_known(slot, value):
        return KNOWN + around
    is_quoted = form_of(one.kind).ends == "marks"
    if not value.folds or not is_well_typed(slot, value, is_quoted=is_quoted):
        return 0.0
    if not is_quoted and turn_in(slot, one.text):
        return 0.0
    has_form = form_of(slot.kind).has_form
    is_seen = around > 0 or one.is_foreign
    if one.is_bare and (has_form or place.is_quoted or not is_seen):
        return 0.0
    if is_quoted and not (has_form or place.is_quoted or around):
        return 0.0
    if (has_form and one.kind == slot.kind) or (is_quoted and place.is_quoted):
        return WRITTEN_ALIKE + around
    if has_form or is_seen:
        return max(0.0, POSSIBLE - value_loss(slot, value)) + around
    return 0.0


def _side(wanted: frozenset[str], found: Sequence[str]) -> float:
    """Is the next word one of those, or one behind little words?"""
    if not wanted.intersection(found):
        return 0.0
    return 1.0 if found[0] in wanted else BEHIND


# --- what may be a value --------------------------------------------------------------


def _shown(asked: BareTask) -> list[ValueInText]:
    """What marks or its form show."""
    return [
        ValueInText(
            one.text, one.kind, one.start, one.end, one.before[-1:], one.after[:1]
        )
        for one in asked.values
    ]


def _named(asked: BareTask, place: SlotContext) -> Iterator[ValueInText]:
    """The slot's known values that the text names."""
    found = [fold_marks(word.fold) for word in asked.words]
    for example in place.slot.examples:
        wanted = _folds(example)
        for at in _places(found, wanted) if wanted else ():
            start, end = asked.words[at].start, asked.words[at + len(wanted) - 1].end
            yield ValueInText(asked.text[start:end], place.slot.kind, start, end)


@lru_cache(1 << 12)
def _folds(text: str) -> tuple[str, ...]:
    return tuple(map(fold_marks, folds(text)))


def _places(found: Sequence[str], wanted: Sequence[str]) -> Iterator[int]:
    size = len(wanted)
    for at in range(len(found) - size + 1):
        if tuple(found[at : at + size]) == tuple(wanted):
            yield at


def _bare(
    asked: BareTask, place: SlotContext, literal: frozenset[str]
) -> Iterator[ValueInText]:
    """Runs of words that the pattern does not say itself, without what holds a sentence
    together at their ends."""
    own = literal | place.before | place.after
    words = _compounds(asked)
    shown = [(v.start, v.end) for v in asked.values if form_of(v.kind).ends == "marks"]

    def script(word: Word) -> bool | None:
        """Is it Chinese? None for what the pattern says, marks and quotations."""
        if (
            not any(map(str.isalnum, word.fold))
            or stem(word.fold) in own
            or any(start <= word.start < end for start, end in shown)
        ):
            return None
        return is_han(word.fold)

    at = 0
    for kind, run in groupby(words, key=script):
        size = len(list(run))
        if kind is not None:
            yield from _pieces(asked, words, at, at + size)
        at += size


@lru_cache(64)
def _compounds(asked: BareTask) -> list[Word]:
    """The words of the text; those that only a mark joins, as in a path, as one."""
    spans = [one.span() for one in _COMPOUND.finditer(asked.text)]
    found = [Word(asked.text[a:b].casefold(), a, b) for a, b in spans]
    found += (
        Word(fold_marks(word.fold), word.start, word.end)
        for word in asked.words
        if not any(a <= word.start < b for a, b in spans)
    )
    return sorted(found, key=lambda word: word.start)


def _pieces(
    asked: BareTask, words: Sequence[Word], start: int, end: int
) -> Iterator[ValueInText]:
    """The run, and what its little words part it into."""
    yield from _trimmed(asked, words, start, end)
    edges = [n for n in range(start, end) if not is_content(words[n].fold)]
    starts, ends = [start, *(n + 1 for n in edges)], [*edges, end]
    for first, last in zip(starts, ends, strict=True):
        if edges and first < last:
            yield from _trimmed(asked, words, first, last)


def _trimmed(
    asked: BareTask, words: Sequence[Word], start: int, end: int
) -> Iterator[ValueInText]:
    while start < end and not is_content(words[start].fold):
        start += 1
    while start < end and not is_content(words[end - 1].fold):
        end -= 1
    if 0 < end - start <= LONGEST:
        first, last = words[start].start, words[end - 1].end
        text = asked.text[first:last]
        before, after = _near(words[:start][::-1]), _near(words[end:])
        is_foreign = is_han(words[start].fold) != (language_of(asked.text) == "zh")
        yield ValueInText(text, "text", first, last, before, after, True, is_foreign)


def _near(words: Sequence[Word]) -> tuple[str, ...]:
    """The stems up to the first content word, or up to a mark."""
    found: list[str] = []
    for word in words[:NEAR]:
        if not any(map(str.isalnum, word.fold)):
            break
        if word.fold not in NAMING:
            found.append(stem(word.fold))
        if is_content(word.fold) and word.fold not in NAMING:
            break
    return tuple(found)
