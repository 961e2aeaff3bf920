"""Blanks as marks: Chinese is written without, so one beside it was set to end
something. Between Latin words a blank tells nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kgmem.matching.anchor_words import is_han
from kgmem.matching.assigning.units import units
from kgmem.matching.binding.frame import Frame
from kgmem.matching.sentence import Sentence
from kgmem.matching.value_fit import is_known, is_sure_border

Holes = Sequence[tuple[int, int]]
"""The words that each hole takes."""


@dataclass(frozen=True, slots=True)
class Blanks:
    """The blanks of a sentence, by the words that they stand before; none that lies
    within a date or another value whose form shows it whole."""

    places: tuple[int, ...]
    marks: frozenset[int]
    """Those with Chinese on one side."""

    @classmethod
    def of(cls, sentence: Sentence) -> "Blanks":
        """The sentence's blanks, found once."""
        return sentence.once("blanks", _blanks)

    def after(self, word: int, least: int) -> Sequence[int]:
        """The blanks behind this word if one of them is a mark and there are so many;
        else none."""
        found = [at for at in self.places if at > word]
        return found if len(found) >= least and self.marks.intersection(found) else ()

    def is_border(self, frame: Frame, start: int, at: int, end: int) -> bool:
        """Is the blank at this word a mark, or in a Chinese template the only one
        between the other two words?"""
        is_only = frame.is_chinese and self.within(start, end) == [at]
        return is_only or at in self.marks

    def within(self, start: int, end: int) -> list[int]:
        """The blanks between these words."""
        return [at for at in self.places if start < at < end]


def _blanks(sentence: Sentence) -> Blanks:
    text = sentence.text
    starts = {
        right.start: is_han(text[left.end - 1]) or is_han(text[right.start])
        for left, right in pairwise(units(text))
        if text[left.end : right.start].isspace()
    }
    found = [n for n, word in enumerate(sentence.words) if word.start in starts]
    marks = (n for n in found if starts[sentence.words[n].start])
    return Blanks(tuple(found), frozenset(marks))


def borders_from(frame: Frame, n: int) -> int:
    """How many of the frame's runs, from the n-th on, are but a blank, one after
    another."""
    last = len(frame.runs)
    return next((m for m in range(n, last) if not frame.runs[m].is_blank), last) - n


def doubts(frame: Frame, sentence: Sentence, holes: Holes) -> Iterator[str]:
    """What may belong to another value than it was read in, or to none: values that
    blanks part in the template and not in the text, and what follows a blank within
    one of them; the end of a value that goes on behind a blank to where the template
    has one and the text none. Only in Chinese, whatever the values are in. And in any
    language values that a comma or another mark parts in the template alone."""
    yield from _beyond_blanks(frame, sentence, holes)
    yield from _unparted(frame, sentence, holes)
    for first, last in _chains(frame):
        start, end = holes[first][0], holes[last][1]
        if frame.is_chinese or any(map(is_han, sentence.folds[start:end])):
            for n in range(first, last + 1):
                yield from _doubts_of(frame, sentence, holes, n, n > first)


def _chains(frame: Frame) -> Iterator[tuple[int, int]]:
    """The first and the last of holes with but a blank between each two."""
    n = 1
    while n < len(frame.slots):
        size = borders_from(frame, n)
        if size:
            yield n - 1, n - 1 + size
        n += size + 1


def _doubts_of(
    frame: Frame, sentence: Sentence, holes: Holes, n: int, is_behind: bool
) -> Iterator[str]:
    """Those of the n-th hole; `is_behind` another one and a blank."""
    (start, end), slot = holes[n], frame.slots[n]
    value, blanks = sentence.value(start, end), Blanks.of(sentence)
    is_glued = is_behind and start < end and start not in blanks.places
    if is_glued and not _is_sure_border(frame, sentence, holes, n):
        yield value.text
    more = blanks.within(start, end)
    if more and not (is_known(slot, value) or sentence.is_quoted(start, end)):
        yield sentence.value(more[0], end).text


def _unparted(frame: Frame, sentence: Sentence, holes: Holes) -> Iterator[str]:
    """Values right behind another one, where the template has a mark between them, or
    nothing, or but a blank between words that have blanks themselves."""
    for n in range(1, len(holes)):
        run, (start, end) = frame.runs[n], holes[n]
        blanks, left = Blanks.of(sentence), holes[n - 1]
        is_border = run.is_blank and blanks.is_border(frame, left[0], start, end)
        is_parted = run.solid or is_border or left[1] < start
        if is_parted or start == end or _is_sure_border(frame, sentence, holes, n):
            continue
        yield sentence.value(start, end).text


def _is_sure_border(frame: Frame, sentence: Sentence, holes: Holes, n: int) -> bool:
    """Does the n-th value or the one before it tell by itself where it ends?"""
    before, behind = (sentence.value(*span) for span in holes[n - 1 : n + 1])
    return is_sure_border(frame.slots[n - 1], before, frame.slots[n], behind)


def _beyond_blanks(frame: Frame, sentence: Sentence, holes: Holes) -> Iterator[str]:
    """Of values that have a blank at one side and within, and none at the other side,
    where the template has one: what is between the two."""
    blanks = Blanks.of(sentence)
    for n, (start, end) in enumerate(holes):
        inside = blanks.marks.intersection(range(start + 1, end))
        if not inside or not _is_between_blanks(frame, n):
            continue
        if end not in blanks.places and start in blanks.places:
            yield sentence.value(max(inside), end).text
        elif end in blanks.places and start not in blanks.places:
            yield sentence.value(start, min(inside)).text


def _is_between_blanks(frame: Frame, n: int) -> bool:
    """Does the template have blanks around its n-th hole, and words beyond them?"""
    before, after = frame.runs[n], frame.runs[n + 1]
    has_words = before.solid and after.solid
    return bool(has_words) and before.is_spaced[1] and after.is_spaced[0]
