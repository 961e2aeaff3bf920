"""What was found: values, and what speaks for and against the reading."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile

from kgmem.language import chinese
from kgmem.language.amounts import UNIT_SIGNS
from kgmem.language.items import split_items
from kgmem.language.vocabulary import word_set
from kgmem.matching.anchor_words import (
    FUNCTION,
    LIGHT,
    NEGATIONS,
    is_content,
    swap_loss,
)
from kgmem.matching.assigning.units import TextUnit, units
from kgmem.matching.binding.blanks import doubts
from kgmem.matching.binding.frame import HOLE, Frame
from kgmem.matching.binding.listed import chosen
from kgmem.matching.binding.quotations import ended, has_quotations, marks_in
from kgmem.matching.binding.ways import ReadWay
from kgmem.matching.introducing import introduces, introduces_alike
from kgmem.matching.sentence import Sentence
from kgmem.matching.turning import is_aside, turn_in, turns
from kgmem.matching.value_fit import (
    SlotText,
    is_known,
    is_well_typed,
    may_be_empty,
    may_have_comma,
)
from kgmem.model.pattern import Slot
from kgmem.tuning import tuned

_TUNED = tuned("matching.binding.reading")

MORE = _TUNED["more"]
NEGATED = _TUNED["negated"]
MISTYPED = _TUNED["mistyped"]
"""Shares of a score that are left where the text asks for something more, negates
what the template says, or has a value that is not of its slot's kind."""
SWALLOWED = _TUNED["swallowed"]
"""Share of a score that goes as the holes take all of a text: of two templates that
fit, the one that says more itself is the better."""
OWNING = word_set("owner.behind")
"""Words behind a value that say that what follows is of it."""
_CONJUNCTIONS = word_set("conjunction")
SUBJECTS, ASKING_VERBS = word_set("subject"), word_set("asking_verb")
WISHES = word_set("wish")
DONE_SIGNS = word_set("done_sign")
ENOUGH = _TUNED["enough"]
"""Weight of literal words that makes a fit half credible; twice as much, three
quarters."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A text in the words of a template."""

    bindings: Mapping[str, str | list[str]]
    """By slot name, as the text has them; an empty list where a list has no item."""
    score: float
    """0 to 1: the share of the template, by weight, that the text says, less what
    the text says beside it."""
    unbound: tuple[str, ...] = ()
    """Slots without a value."""
    ill_typed: tuple[str, ...] = ()
    """Slots whose value is not of their kind."""
    unexplained: tuple[str, ...] = ()
    """Content of the text that stands in neither literal words nor holes."""
    unsaid: tuple[str, ...] = ()
    """Literal words of the template that say something and that the text lacks."""
    beyond: tuple[str, ...] = ()
    """The ends of values from a word on that turns a request, or behind a comma or
    semicolon, where no example has such: a part of the value or a further wish; and
    values that end otherwise than at the template's blanks, see `blanks.doubts`."""
    separators: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What stands between the items of lists."""

    @property
    def doubtful(self) -> tuple[str, ...]:
        """All words that speak against doing just what the template says."""
        return (*self.unexplained, *self.unsaid, *self.beyond)


def reading_of(frame: Frame, sentence: Sentence, way: ReadWay) -> Reading:
    """The reading that a way comes to."""
    slots = {slot.name: slot for slot in frame.slots}
    spans = zip(frame.slots, way.holes, strict=True)
    way = way._replace(holes=tuple(ended(slot, sentence, at) for slot, at in spans))
    # Patterns of one wording share what lies outside of their holes.
    outside = frame.key, way.holes
    spare, unexplained, unsaid = sentence.once(
        outside, lambda said: _outside(frame, said, way)
    )
    values: dict[str, SlotText] = {}
    for slot, span in zip(frame.slots, way.holes, strict=True):
        if slot.name in values:
            again = sentence.value(*span)
            if again.key != values[slot.name].key:
                unexplained = (*unexplained, again.text)
            continue
        option = chosen(slot, sentence, span, spare)
        if option is None:
            values[slot.name] = sentence.value(*span)
            continue
        values[slot.name] = sentence.value(*(option.span or (0, 0)))
        spare, unexplained = option.left, _told(frame, sentence, way, option.left)
    lists = {
        name: split_items(value.text, slots[name].examples, at_blanks=True)
        for name, value in values.items()
        if slots[name].is_list
    }
    bound = {n: v for n, v in values.items() if v.folds or may_be_empty(slots[n])}
    quoted = {
        slot.name
        for slot, span in zip(frame.slots, way.holes, strict=True)
        if sentence.is_quoted(*span)
    }
    ill_typed = tuple(
        name
        for name, value in values.items()
        if value.folds
        and not is_well_typed(slots[name], value, is_quoted=name in quoted)
    )
    return Reading(
        bindings={n: lists[n][0] if n in lists else v.text for n, v in bound.items()},
        score=_score(frame, sentence, way, values, spare, bool(ill_typed)),
        unbound=tuple(name for name in values if name not in bound),
        ill_typed=ill_typed,
        unexplained=unexplained,
        unsaid=unsaid,
        beyond=tuple(_beyond_all(frame, sentence, way)),
        separators={name: between for name, (_, between) in lists.items()},
    )


def _score(
    frame: Frame,
    sentence: Sentence,
    way: ReadWay,
    values: Mapping[str, SlotText],
    spare: Sequence[int],
    is_ill_typed: bool,
) -> float:
    known = sum(HOLE for slot in frame.slots if is_known(slot, values[slot.name]))
    evidence = known + max(0.0, frame.anchors - way.loss)
    taken = sum(sentence.loss(*span) for span in way.holes)
    score = max(0.0, 1 - way.loss / frame.weight) if frame.weight else 0.0
    score *= 1 - math.exp2(-evidence / ENOUGH)
    score *= 1 - SWALLOWED * taken / max(1.0, taken + frame.anchors)
    if way.has_more:
        score *= MORE
    if any(sentence.folds[n] in NEGATIONS for n in spare):
        score *= NEGATED
    return score * MISTYPED if is_ill_typed else score


def _outside(
    frame: Frame, sentence: Sentence, way: ReadWay
) -> tuple[Sequence[int], tuple[str, ...], tuple[str, ...]]:
    """The words outside the holes that no literal word accounts for, what they say,
    and what of the template is not said."""
    spare = _spare(frame, sentence, way)
    unexplained = _told(frame, sentence, way, spare)
    return spare, unexplained, _unsaid(frame, sentence, way)


def _told(
    frame: Frame, sentence: Sentence, way: ReadWay, spare: Sequence[int]
) -> tuple[str, ...]:
    """What the spare words say."""
    inside = {n for span in way.holes for n in range(*span)}
    literals = {literal for run in frame.runs for literal in run.solid}
    otherwise = _introduced_otherwise(sentence, way, inside, literals)
    ends = *_stated(sentence, inside, literals), *_broken_off(sentence, spare)
    told = *_unexplained(sentence, spare), *otherwise, *ends
    return tuple(dict.fromkeys(told))


def _stated(sentence: Sentence, inside: set[int], literals: set[str]) -> Iterator[str]:
    """The words that make a statement or a question of what the template asks for: "I
    had to", "did you", and the 了 behind a verb that goes on to its object."""

    def is_free(n: int) -> bool:
        return n not in inside and sentence.folds[n] not in literals

    begun = takewhile(is_free, sentence.solid)
    lead = [n for n in begun if not is_content(sentence.folds[n])]
    first, *others = [sentence.folds[n] for n in lead] or [""]
    is_wish = not WISHES.isdisjoint(others)
    if (first in SUBJECTS and not is_wish) or (
        first in ASKING_VERBS and not SUBJECTS.isdisjoint(others)
    ):
        yield sentence.value(lead[0], lead[-1] + 1).text
    for n in filter(is_free, sentence.once("done", _done)):
        yield sentence.value(n, n + 1).text


def _done(sentence: Sentence) -> list[int]:
    """The signs, each a word of its own, that what stands before them was done to what
    follows."""
    alone = {unit.start for unit in units(sentence.text) if unit.fold in DONE_SIGNS}
    pairs, words = pairwise(sentence.solid), sentence.words
    return [n for n, after in pairs if after == n + 1 and words[n].start in alone]


def _broken_off(sentence: Sentence, spare: Sequence[int]) -> Iterator[str]:
    """The word that joins two things, where the text ends with it."""
    words = (n for n, word in enumerate(sentence.words) if not word.is_mark)
    last = max(words, default=-1)
    if last in spare and sentence.folds[last] in _CONJUNCTIONS:
        yield sentence.value(last, last + 1).text


def _spare(frame: Frame, sentence: Sentence, way: ReadWay) -> list[int]:
    """The words outside the holes that no literal word accounts for."""
    inside = {n for span in way.holes for n in range(*span)}
    literals = [literal for run in frame.runs for literal in run.solid]
    spare = []
    for n, fold in enumerate(sentence.folds):
        if n in inside:
            continue
        said = next((w for w in literals if swap_loss(w, fold) is not None), None)
        if said is None:
            spare.append(n)
        else:
            literals.remove(said)
    return spare


def _introduced_otherwise(
    sentence: Sentence, way: ReadWay, inside: set[int], literals: set[str]
) -> Iterator[str]:
    """The words before values that no literal word before them says: "from Bob" where
    the template has "to Bob", "from the file" where it has "to the file"."""
    solid = frozenset(filter(is_content, literals))
    for start, end in way.holes:
        n = start - 1
        while n >= 0 and n not in inside and _is_passed_over(sentence.folds[n], solid):
            n -= 1
        if start == end or n < sentence.start or n in inside:
            continue
        fold = sentence.folds[n]
        is_said = any(introduces_alike(literal, fold) for literal in literals)
        if introduces(fold) and not is_said:
            yield sentence.value(n, n + 1).text


def _is_passed_over(fold: str, literals: frozenset[str]) -> bool:
    """May it stand between the word that introduces a value and the value?"""
    return (fold in LIGHT or fold in literals) and not introduces(fold)


def _unsaid(frame: Frame, sentence: Sentence, way: ReadWay) -> tuple[str, ...]:
    """The literal words with a meaning that no word outside of the holes passes for,
    and signs such as % that do not stand there."""
    inside = {n for span in way.holes for n in range(*span)}
    outside = {n for n, at in enumerate(sentence.solid) if at not in inside}
    words = (
        literal
        for run in frame.runs
        for n, literal in enumerate(run.solid)
        if n in run.telling and outside.isdisjoint(sentence.passing(literal))
    )
    folds = {fold for n, fold in enumerate(sentence.folds) if n not in inside}
    marks = (mark for run in frame.runs for mark in (*run.head, *run.tail))
    return (*words, *(mark for mark in marks if mark in UNIT_SIGNS - folds))


def _beyond_all(frame: Frame, sentence: Sentence, way: ReadWay) -> dict[str, None]:
    """What may be no part of its value, each once."""
    found = *_beyond(frame, sentence, way), *doubts(frame, sentence, way.holes)
    return dict.fromkeys(one.strip() for one in found)


def _beyond(frame: Frame, sentence: Sentence, way: ReadWay) -> Iterator[str]:
    """What stands behind the first comma of a value that needs none, from the first
    word that turns it on, or from the first quotation mark within one: a quotation
    ended there, or another one begins."""
    last = way.holes[-1] if frame.is_open else None
    for slot, (start, end) in zip(frame.slots, way.holes, strict=True):
        value = sentence.value(start, end)
        if is_known(slot, value) or sentence.is_quoted(start, end):
            continue
        if (start, end) == last and start < end and is_aside(slot, value.text):
            yield value.text
            continue
        ends = list(_ends(slot, sentence, start, end))
        if ends:
            yield max(ends, key=len)


def _ends(slot: Slot, sentence: Sentence, start: int, end: int) -> Iterator[str]:
    """The ends of a value that may be no part of it."""
    marks = marks_in(sentence, start, end)
    if marks and not (slot.is_list or has_quotations(slot)):
        yield sentence.value(marks[0], end).text
    text = sentence.value(start, end).text
    line, _, further = text.partition("\n")
    if line.strip() and further and not any("\n" in one for one in slot.examples):
        yield further
    turn = turn_in(slot, text)
    if turn is not None:
        yield turn
    owned = _owned(slot, sentence, start, end)
    if owned is not None:
        yield owned
    commas = [at for at in sentence.commas if start < at < end - 1]
    if commas and not may_have_comma(slot):
        yield sentence.value(commas[0] + 1, end).text


def _owned(slot: Slot, sentence: Sentence, start: int, end: int) -> str | None:
    """What stands in a value behind the word that says whose something is, as in no
    known value: of 北京的票, but not where the text goes on with such a word."""
    places = [n for n in range(start + 1, end - 1) if sentence.folds[n] in OWNING]
    if not places or not OWNING.isdisjoint(sentence.folds[end : end + 1]):
        return None
    if any(word in one for one in slot.examples for word in OWNING):
        return None
    return sentence.value(places[0] + 1, end).text


def _in_words(sentence: Sentence) -> frozenset[int]:
    """The Chinese signs of words that name something, as the 下 of 下午 is one of a
    time, though alone it says little, and of such as turn the request: 以外."""
    words = [u for u in units(sentence.text) if u.is_han and len(u.fold) > 1]
    named = [u for u in words if not chinese.is_relating(u.fold)]
    turning = [u for u in words if turns(u.fold)]
    return frozenset(
        n
        for n, word in enumerate(sentence.words)
        if (sentence.folds[n] in FUNCTION and _is_in(word.start, named))
        or _is_in(word.start, turning)
    )


def _is_in(at: int, found: Sequence[TextUnit]) -> bool:
    return any(unit.start <= at < unit.end for unit in found)


def _unexplained(sentence: Sentence, spare: Sequence[int]) -> Iterator[str]:
    """The pieces of neighbouring words that say something."""
    pieces: list[list[int]] = []
    for n in spare:
        if pieces and pieces[-1][-1] == n - 1:
            pieces[-1].append(n)
        else:
            pieces.append([n])
    for piece in pieces:
        solid = [n for n in piece if not sentence.words[n].is_mark]
        if any(
            is_content(sentence.folds[n])
            or turns(sentence.folds[n])
            or n in sentence.once("in words", _in_words)
            for n in solid
        ):
            yield sentence.value(solid[0], solid[-1] + 1).text
