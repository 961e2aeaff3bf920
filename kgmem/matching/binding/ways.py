"""The best way to read a sentence as a template: a beam search over its runs."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kgmem.language.typed import typed_spans
from kgmem.matching.assigning.units import units
from kgmem.matching.binding.blanks import Blanks, borders_from
from kgmem.matching.binding.frame import Frame
from kgmem.matching.binding.quotations import another_follows, marks_in
from kgmem.matching.literal import LiteralPlace
from kgmem.matching.sentence import SENTENCE_MARKS, Sentence
from kgmem.matching.value_fit import (
    SlotText,
    family,
    is_known,
    is_prose,
    is_sure_border,
    quoted_loss,
    tells_itself,
    value_loss,
)
from kgmem.model.kind import form_of
from kgmem.model.pattern import Slot
from kgmem.tuning import tuned

_TUNED = tuned("matching.binding.ways")

BEAM = 16
BEAM_PER_END = 2
"""Ways to read a beginning that are followed, and those that end at the same word."""
CUTS = 24
"""Places that are tried for a border at which nothing is said: the first two thirds
from the left, the others from the right."""
SILENT_WAYS = 2
"""The best ways to read a beginning, which such places are tried after."""
ALL_CUTS = 300
"""Such places in one reading; then borders are only where literal words stand."""
POLITE = _TUNED["polite"]
"""Loss when a hole takes polite words at the beginning or the end."""
GUESS = _TUNED["guess"]
"""Loss when nothing tells where one value ends and the next begins."""
DIFFERENT = 1.0
"""Loss when a slot's two holes get different values."""


class ReadWay(NamedTuple):
    """A way to read the beginning of a sentence as the beginning of a template."""

    loss: float
    end: int
    """How many words are read."""
    holes: tuple[tuple[int, int], ...] = ()
    """The words that each hole takes."""
    is_guess: bool = False
    """Does it end between two holes with nothing said there?"""
    unsaid: float = 0.0
    """What of the loss are words of the template."""
    has_more: bool = False
    """Does the text ask for more behind its end?"""


class WaySearch:
    """Finds the best way to read a sentence as a template: a beam search over the
    runs, with the values between them."""

    def __init__(
        self,
        frame: Frame,
        sentence: Sentence,
        places: Sequence[Sequence[LiteralPlace]],
        least: Sequence[float],
        most: float,
    ) -> None:
        self._frame = frame
        self._sentence = sentence
        self._places = places
        self._losses: dict[tuple[int, int, int], float] = {}
        self._most = [most - sum(least[n + 1 :]) for n in range(len(least))]
        """What may be lost up to each run, with what all later ones lose at least."""
        self._cuts = ALL_CUTS
        self._has_twice = len({slot.name for slot in frame.slots}) < len(frame.slots)
        """May one slot get two values?"""

    def best(self, *, may_miss: bool) -> ReadWay | None:
        """The way with the least loss; None if the runs stand in no such order.

        `may_miss`: runs that have a place may be missing too.
        """
        ways = [ReadWay(0.0, 0)]
        for n in range(len(self._frame.runs)):
            ways = _beam(
                new
                for rank, way in enumerate(ways)
                for new in self._further(way, n, may_miss, rank < SILENT_WAYS)
            )
        ends = map(self._ended, ways)
        return min(ends, key=lambda way: way.loss, default=None)

    def _ended(self, way: ReadWay) -> ReadWay:
        """With what is lost by the words that the way leaves over; a further request
        costs a share of the score instead."""
        is_cut = self._is_cut(way)
        if way.end in self._sentence.clauses and not is_cut:
            return way._replace(has_more=True)
        rest = self._sentence.loss(way.end, len(self._sentence.words))
        if rest and not is_cut and self._is_whole(way):
            return way._replace(has_more=True)
        return way._replace(loss=way.loss + rest)

    def _is_whole(self, way: ReadWay) -> bool:
        """Is all of the template said, and is it told where its last value ends?"""
        if way.unsaid:
            return False
        if not self._frame.runs[-1].is_empty:
            return True
        slot, span = self._frame.slots[-1], way.holes[-1]
        is_quoted = self._sentence.is_quoted(*span)
        return is_quoted or tells_itself(slot, self._sentence.value(*span))

    def _is_cut(self, way: ReadWay) -> bool:
        """Does the list of quotations that is its last value go on behind it?"""
        if not way.holes or not self._frame.slots[-1].is_list:
            return False
        slot, (start, end) = self._frame.slots[-1], way.holes[-1]
        last = min(end + 1, len(self._sentence.words))
        inner = marks_in(self._sentence, max(start - 1, 0), last)
        if len(inner) < 2 or (inner[0], inner[-1]) != (start - 1, end):
            return False
        return len(inner) % 2 > 0 or another_follows(slot, self._sentence, end)

    def _further(
        self, way: ReadWay, n: int, may_miss: bool, may_cut: bool
    ) -> Iterator[ReadWay]:
        """The ways that go on with run `n`, and the hole before it."""
        for place in self._options(way, n, may_miss, may_cut):
            loss = way.loss + place.loss
            unsaid = way.unsaid + place.loss
            if place.start < way.end or loss > self._most[n]:
                continue
            if n == 0:
                if place.start < place.end:
                    loss += self._sentence.loss(0, place.start)
                holes = way.holes
            else:
                hole = way.end, place.start
                if self._is_split_off(way, n - 1, hole):
                    continue
                loss += self._hole_loss(way, n - 1, hole)
                holes = *way.holes, hole
            if loss <= self._most[n]:
                is_guess = self._is_guess(n, place)
                yield ReadWay(loss, place.end, holes, is_guess, unsaid)

    def _options(
        self, way: ReadWay, n: int, may_miss: bool, may_cut: bool
    ) -> Iterator[LiteralPlace]:
        yield from self._places[n]
        if may_miss or not self._places[n]:
            absent = self._frame.runs[n].absent
            for at, loss in self._silent(way, n, may_cut):
                yield LiteralPlace(at, at, absent + loss)

    def _silent(
        self, way: ReadWay, n: int, may_cut: bool
    ) -> Iterator[tuple[int, float]]:
        """Where a run of which nothing is said may be, and what is lost by that."""
        sentence, size = self._sentence, len(self._sentence.words)
        if n == 0:
            start = sentence.once("begun", _begun)
            yield start, 0.0
            if start:
                yield 0, POLITE
        elif n == len(self._frame.slots):
            thanks = sentence.once("thanked", _thanked)
            is_told = self._frame.is_told and sentence.end < thanks
            yield sentence.end, POLITE if is_told else 0.0
            if is_told:
                yield thanks, 0.0
            if sentence.end < size:
                yield size, POLITE
            last = self._frame.slots[-1]
            if not is_prose(last):
                yield from ((at, 0.0) for at in sentence.clauses if at > way.end)
            if not last.is_list and form_of(last.kind).has_form:
                shown = sentence.once("form ends", _form_ends)
                yield from ((at, 0.0) for at in shown if at > way.end)
        elif may_cut and self._cuts > 0:
            cuts = self._borders(way, n)
            self._cuts -= len(cuts)
            yield from ((at, 0.0) for at in cuts)

    def _borders(self, way: ReadWay, n: int) -> Sequence[int]:
        """The places that are tried for run `n`, of which nothing is said: where the
        template has a blank, those with one, if they are marks and enough for all of
        its neighbours."""
        sentence = self._sentence
        if self._frame.runs[n].is_blank:
            blanks = Blanks.of(sentence)
            if found := blanks.after(way.end, borders_from(self._frame, n)):
                return found[:CUTS]
        inner = sentence.once("inner", _within_units)
        cuts, closing = _cuts(way.end, len(sentence.words)), self._closing(n - 1)
        return [
            at for at in cuts if at not in inner or sentence.folds[at - 1] == closing
        ]

    def _closing(self, hole: int) -> str:
        """The sign that the hole's values end with, if all do."""
        alike = family(self._frame.slots[hole].examples)
        return alike.closing if alike else ""

    def _is_guess(self, n: int, place: LiteralPlace) -> bool:
        """Does nothing stand there that parts two values, not even a blank that marks
        it as the template's does?"""
        if n == 0 or place.start < place.end:
            return False
        is_blank = self._frame.runs[n].is_blank
        return not is_blank or place.start not in Blanks.of(self._sentence).marks

    def _is_split_off(self, way: ReadWay, hole: int, words: tuple[int, int]) -> bool:
        """Would the hole take what was said for another one? The words before it in the
        template lack, and its value does not tell by itself which slot it is for; or
        the value before it looks as its slot's do only with it, or with it, too."""
        if not way.is_guess or not way.holes or words[0] == words[1]:
            return False
        left, slot = self._frame.slots[hole - 1 : hole + 1]
        value = self._sentence.value(*words)
        if self._frame.runs[hole].solid:
            is_other = left.kind != slot.kind and tells_itself(slot, value)
            return not (is_other or is_known(slot, value))
        start, end = way.holes[-1]
        if start == end or self._is_border(way, hole, words):
            return False
        if Blanks.of(self._sentence).is_border(self._frame, start, end, words[1]):
            return False
        whole = self._value_loss(left, start, words[1])
        return whole == 0.0 or whole < self._value_loss(left, start, end)

    def _hole_loss(self, way: ReadWay, hole: int, words: tuple[int, int]) -> float:
        """What is lost if the hole takes these words after that way."""
        key = (hole, *words)
        if key not in self._losses:
            self._losses[key] = self._value_loss(self._frame.slots[hole], *words)
        loss = self._losses[key]
        if way.is_guess and way.holes and not self._is_border(way, hole, words):
            loss += GUESS
        if self._has_twice and self._differs(way, hole, words):
            loss += DIFFERENT
        return loss

    def _value_loss(self, slot: Slot, start: int, end: int) -> float:
        value = self._sentence.value(start, end)
        if self._sentence.is_quoted(start, end):
            return quoted_loss(slot, value)
        more = [at for at in self._sentence.clauses if start <= at < end]
        loss = 0.0 if self._is_own_app(slot, value) else value_loss(slot, value)
        if more and not is_prose(slot):
            loss += self._sentence.loss(more[0], end) + POLITE
        return loss

    def _is_own_app(self, slot: Slot, value: SlotText) -> bool:
        return form_of(slot.kind).is_app and value.key == self._sentence.app != ""

    def _is_border(self, way: ReadWay, hole: int, words: tuple[int, int]) -> bool:
        """Do the values tell by themselves where one ends and this one begins?"""
        left, right = self._frame.slots[hole - 1 : hole + 1]
        before, value = (
            self._sentence.value(*way.holes[-1]),
            self._sentence.value(*words),
        )
        return (
            is_sure_border(left, before, right, value)
            or self._is_own_app(left, before)
            or self._is_own_app(right, value)
        )

    def _differs(self, way: ReadWay, hole: int, words: tuple[int, int]) -> bool:
        """Has the slot got another value before?"""
        name = self._frame.slots[hole].name
        return any(
            slot.name == name
            and self._sentence.value(*span).key != self._sentence.value(*words).key
            for slot, span in zip(self._frame.slots, way.holes, strict=False)
        )


def is_in_order(places: Iterable[Sequence[LiteralPlace]]) -> bool:
    """Can all runs that have places stand one after another?"""
    end = 0
    for found in places:
        if found:
            end = min((p.end for p in found if p.start >= end), default=-1)
            if end < 0:
                return False
    return True


def _beam(ways: Iterable[ReadWay]) -> list[ReadWay]:
    kept: dict[int, int] = {}
    best: list[ReadWay] = []
    for way in sorted(ways, key=lambda way: way.loss):
        kept[way.end] = kept.get(way.end, 0) + 1
        if kept[way.end] <= BEAM_PER_END:
            best.append(way)
        if len(best) == BEAM:
            break
    return best


def _within_units(sentence: Sentence) -> frozenset[int]:
    """The words that no unit, day or sum begins with, or one behind an abbreviation:
    "Dr. Weiss"."""
    found = units(sentence.text)
    pairs = ((title, unit) for title, unit in pairwise(found) if not title.is_mark)
    named = {unit.start for title, unit in pairs if title.fold.endswith(".")}
    begins = {unit.start for unit in found} - named
    starts = (word.start for word in sentence.words)
    return frozenset(n for n, start in enumerate(starts) if start not in begins)


def _form_ends(sentence: Sentence) -> tuple[int, ...]:
    """The words behind values that their form shows."""
    ends = {typed.span[1] for typed in typed_spans(sentence.text)}
    return tuple(n for n, word in enumerate(sentence.words, 1) if word.end in ends)


def _begun(sentence: Sentence) -> int:
    """The first word behind a polite opening, not within "A-9": A is no article."""
    first = sentence.words[sentence.start].start if sentence.words else 0
    begins = [unit.start for unit in units(sentence.text) if unit.start <= first]
    return next(
        (n for n, w in enumerate(sentence.words) if begins and w.start == begins[-1]),
        sentence.start,
    )


def _thanked(sentence: Sentence) -> int:
    """The words up to the marks at the end, with polite ones."""
    ends = (n for n, fold in enumerate(sentence.folds, 1) if fold not in SENTENCE_MARKS)
    return max(ends, default=0)


def _cuts(start: int, end: int) -> Sequence[int]:
    if end - start < CUTS:
        return range(start, end + 1)
    left = 2 * CUTS // 3
    return (*range(start, start + left), *range(end - (CUTS - left) + 1, end + 1))
