"""What a text says in the words of a template.

The literal words are anchors, found in order; the holes take what lies between. Where
several ways are possible, the kinds and the examples of the slots choose. Losses and
weights are in content words, see `kgmem.matching.anchor_words`.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from sys import intern
from typing import NamedTuple

from kgmem.language.items import split_items
from kgmem.language.stemming import stem
from kgmem.matching.anchor_words import NEGATIONS, is_content, swap_loss
from kgmem.matching.literal import LiteralPlace, LiteralRun, runs
from kgmem.matching.sentence import QUOTES, SENTENCE_MARKS, Sentence
from kgmem.matching.turning import turn_in, turns
from kgmem.matching.value_fit import (
    SlotText,
    is_known,
    is_prose,
    is_sure,
    is_well_typed,
    may_be_empty,
    may_have_comma,
    quoted_loss,
    value_loss,
)
from kgmem.model.kind import form_of
from kgmem.model.pattern import Slot
from kgmem.model.texts.template import Hole, parts
from kgmem.tuning import tuned

_TUNED = tuned("matching.bind")

LEAST = _TUNED["least"]
"""Score below which a text is no reading of a template at all."""
HOLE = _TUNED["hole"]
"""What a hole weighs."""
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
MORE = _TUNED["more"]
NEGATED = _TUNED["negated"]
MISTYPED = _TUNED["mistyped"]
"""Shares of a score that are left where the text asks for something more, negates
what the template says, or has a value that is not of its slot's kind."""
SWALLOWED = _TUNED["swallowed"]
"""Share of a score that goes as the holes take all of a text: of two templates that
fit, the one that says more itself is the better."""
ENOUGH = _TUNED["enough"]
"""Weight of literal words that makes a fit half credible; twice as much, three
quarters."""

_ENDS = "".join(SENTENCE_MARKS) + "。？！ "
"""What a template may end with and a text not."""


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
    semicolon, where no example has such: a part of the value or a further wish."""
    separators: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What stands between the items of lists."""

    @property
    def doubtful(self) -> tuple[str, ...]:
        """All words that speak against doing just what the template says."""
        return (*self.unexplained, *self.unsaid, *self.beyond)


def bind(
    template: str, slots: Sequence[Slot], text: str, app: str | None = None
) -> Reading | None:
    """`text` read as `template`; None if it is no reading of it.

    `app` is a value that slots of kind `app` know. Linear in the length of long
    texts, of which only the beginning and the end are read word by word.
    """
    return Frame.of(template, slots).read(Sentence.of(text, app), floor=LEAST)


@dataclass(frozen=True, slots=True)
class Frame:
    """A template with its slots, ready to read sentences."""

    runs: tuple[LiteralRun, ...]
    """One more than there are holes."""
    slots: tuple[Slot, ...]
    """By hole."""
    anchors: float
    """Weight of the literal words."""
    weight: float
    """Of literal words and holes."""
    key: str
    """What tells its literal words from others, in a text."""

    @classmethod
    def of(cls, template: str, slots: Sequence[Slot]) -> "Frame":
        """The frame of a template; a hole without a slot takes any text."""
        by_name = {slot.name: slot for slot in slots}
        literals, holes = [""], []
        for part in parts(template):
            if isinstance(part, Hole):
                slot = by_name.get(part.slot)
                holes.append(
                    slot or Slot(slot_id=part.slot, name=part.slot, kind="text")
                )
                literals.append("")
            else:
                literals[-1] = part
        literals[-1] = literals[-1].rstrip(_ENDS)
        found = runs(literals)
        anchors = sum(run.weight for run in found)
        key = intern(" ".join(run.key for run in found))
        return cls(found, tuple(holes), anchors, anchors + HOLE * len(holes), key)

    def word_losses(self) -> dict[str, float]:
        """What is lost without each literal word that is no mark, by stem."""
        losses: dict[str, float] = {}
        for run in self.runs:
            for literal, loss in zip(run.solid, run.losses, strict=True):
                losses[stem(literal)] = losses.get(stem(literal), 0.0) + loss
        return losses

    def read(self, sentence: Sentence, floor: float) -> Reading | None:
        """The sentence in this template's words; None below a score of `floor`."""
        if self._lacks(sentence, self._most(floor)):
            return None
        places = [sentence.once(run.key, run.places) for run in self.runs]
        least = [
            min((place.loss for place in found), default=run.absent)
            for run, found in zip(self.runs, places, strict=True)
        ]
        if sum(least) > self._most(floor):
            return None
        search = _Search(self, sentence, places, least, self._most(floor))
        way = search.best(may_miss=not _is_in_order(places))
        reading = way and _reading(self, sentence, way)
        return reading if reading and reading.score >= floor else None

    def _lacks(self, sentence: Sentence, most: float) -> bool:
        """Are so many literal words missing, in whatever order they stand, that more is
        lost than that?"""
        lost = 0.0
        for run in self.runs:
            for literal, loss in zip(run.solid, run.losses, strict=True):
                lost += loss * sentence.least_share(literal)
            if lost > most:
                return True
        return False

    def _most(self, floor: float) -> float:
        """What may be lost without a score below `floor`."""
        return (1 - floor) * self.weight


# --- the search -----------------------------------------------------------------------


class _Way(NamedTuple):
    """A way to read the beginning of a sentence as the beginning of a template."""

    loss: float
    end: int
    """How many words are read."""
    holes: tuple[tuple[int, int], ...] = ()
    """The words that each hole takes."""
    is_guess: bool = False
    """Does it end between two holes with nothing said there?"""


class _Search:
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

    def best(self, *, may_miss: bool) -> _Way | None:
        """The way with the least loss; None if the runs stand in no such order.

        `may_miss`: runs that have a place may be missing too.
        """
        ways = [_Way(0.0, 0)]
        for n in range(len(self._frame.runs)):
            ways = _beam(
                new
                for rank, way in enumerate(ways)
                for new in self._further(way, n, may_miss, rank < SILENT_WAYS)
            )
        ends = (way._replace(loss=way.loss + self._rest_loss(way)) for way in ways)
        return min(ends, key=lambda way: way.loss, default=None)

    def _rest_loss(self, way: _Way) -> float:
        """What is lost with the words that the way leaves over; a further request
        costs a share of the score instead."""
        if way.end in self._sentence.clauses:
            return 0.0
        return self._sentence.loss(way.end, len(self._sentence.words))

    def _further(
        self, way: _Way, n: int, may_miss: bool, may_cut: bool
    ) -> Iterator[_Way]:
        """The ways that go on with run `n`, and the hole before it."""
        for place in self._options(way, n, may_miss, may_cut):
            loss = way.loss + place.loss
            if place.start < way.end or loss > self._most[n]:
                continue
            if n == 0:
                if place.start < place.end:
                    loss += self._sentence.loss(0, place.start)
                holes = way.holes
            else:
                hole = way.end, place.start
                loss += self._hole_loss(way, n - 1, hole)
                holes = *way.holes, hole
            if loss <= self._most[n]:
                is_guess = n > 0 and place.start == place.end
                yield _Way(loss, place.end, holes, is_guess)

    def _options(
        self, way: _Way, n: int, may_miss: bool, may_cut: bool
    ) -> Iterator[LiteralPlace]:
        yield from self._places[n]
        if may_miss or not self._places[n]:
            absent = self._frame.runs[n].absent
            for at, loss in self._silent(way, n, may_cut):
                yield LiteralPlace(at, at, absent + loss)

    def _silent(self, way: _Way, n: int, may_cut: bool) -> Iterator[tuple[int, float]]:
        """Where a run of which nothing is said may be, and what is lost by that."""
        sentence, size = self._sentence, len(self._sentence.words)
        if n == 0:
            yield sentence.start, 0.0
            if sentence.start:
                yield 0, POLITE
        elif n == len(self._frame.slots):
            yield sentence.end, 0.0
            if sentence.end < size:
                yield size, POLITE
            if not is_prose(self._frame.slots[-1]):
                yield from ((at, 0.0) for at in sentence.clauses if at > way.end)
        elif may_cut and self._cuts > 0:
            cuts = _cuts(way.end, size)
            self._cuts -= len(cuts)
            yield from ((at, 0.0) for at in cuts)

    def _hole_loss(self, way: _Way, hole: int, words: tuple[int, int]) -> float:
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

    def _is_border(self, way: _Way, hole: int, words: tuple[int, int]) -> bool:
        """Do the values tell by themselves where one ends and this one begins?"""
        for slot, span in (
            (self._frame.slots[hole - 1], way.holes[-1]),
            (self._frame.slots[hole], words),
        ):
            value = self._sentence.value(*span)
            if is_sure(slot, value) or self._is_own_app(slot, value):
                return True
        return False

    def _differs(self, way: _Way, hole: int, words: tuple[int, int]) -> bool:
        """Has the slot got another value before?"""
        name = self._frame.slots[hole].name
        return any(
            slot.name == name
            and self._sentence.value(*span).key != self._sentence.value(*words).key
            for slot, span in zip(self._frame.slots, way.holes, strict=False)
        )


def _is_in_order(places: Iterable[Sequence[LiteralPlace]]) -> bool:
    """Can all runs that have places stand one after another?"""
    end = 0
    for found in places:
        if found:
            end = min((p.end for p in found if p.start >= end), default=-1)
            if end < 0:
                return False
    return True


def _beam(ways: Iterable[_Way]) -> list[_Way]:
    kept: dict[int, int] = {}
    best: list[_Way] = []
    for way in sorted(ways, key=lambda way: way.loss):
        kept[way.end] = kept.get(way.end, 0) + 1
        if kept[way.end] <= BEAM_PER_END:
            best.append(way)
        if len(best) == BEAM:
            break
    return best


def _cuts(start: int, end: int) -> Sequence[int]:
    if end - start < CUTS:
        return range(start, end + 1)
    left = 2 * CUTS // 3
    return (*range(start, start + left), *range(end - (CUTS - left) + 1, end + 1))


# --- what was found -------------------------------------------------------------------


def _reading(frame: Frame, sentence: Sentence, way: _Way) -> Reading:
    slots = {slot.name: slot for slot in frame.slots}
    values: dict[str, SlotText] = {}
    for slot, span in zip(frame.slots, way.holes, strict=True):
        values.setdefault(slot.name, sentence.value(*span))
    lists = {
        name: split_items(value.text, slots[name].examples)
        for name, value in values.items()
        if slots[name].is_list
    }
    bound = {n: v for n, v in values.items() if v.folds or may_be_empty(slots[n])}
    # Patterns of one wording share what lies outside of their holes.
    outside = frame.key, way.holes
    spare, unexplained, unsaid = sentence.once(
        outside, lambda said: _outside(frame, said, way)
    )
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
        beyond=tuple(_beyond(frame, sentence, way)),
        separators={name: between for name, (_, between) in lists.items()},
    )


def _score(
    frame: Frame,
    sentence: Sentence,
    way: _Way,
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
    if way.end in sentence.clauses:
        score *= MORE
    if any(sentence.folds[n] in NEGATIONS for n in spare):
        score *= NEGATED
    return score * MISTYPED if is_ill_typed else score


def _outside(
    frame: Frame, sentence: Sentence, way: _Way
) -> tuple[Sequence[int], tuple[str, ...], tuple[str, ...]]:
    """The words outside the holes that no literal word accounts for, what they say,
    and what of the template is not said."""
    spare = _spare(frame, sentence, way)
    unexplained = tuple(_unexplained(sentence, spare))
    return spare, unexplained, _unsaid(frame, sentence, way)


def _spare(frame: Frame, sentence: Sentence, way: _Way) -> list[int]:
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


def _unsaid(frame: Frame, sentence: Sentence, way: _Way) -> tuple[str, ...]:
    """The literal words with a meaning that no word outside of the holes passes for."""
    inside = {n for span in way.holes for n in range(*span)}
    outside = {n for n, at in enumerate(sentence.solid) if at not in inside}
    return tuple(
        literal
        for run in frame.runs
        for literal in run.solid
        if is_content(literal) and outside.isdisjoint(sentence.passing(literal))
    )


def _beyond(frame: Frame, sentence: Sentence, way: _Way) -> Iterator[str]:
    """What stands behind the first comma of a value that needs none, from the first
    word that turns it on, or from the first quotation mark within one: a quotation
    ended there, or another one begins."""
    for slot, (start, end) in zip(frame.slots, way.holes, strict=True):
        value = sentence.value(start, end)
        if is_known(slot, value) or sentence.is_quoted(start, end):
            continue
        marks = [n for n in range(start, end) if _is_quotation_mark(sentence, n)]
        if marks and not any(mark in said for said in slot.examples for mark in QUOTES):
            yield sentence.value(marks[0], end).text
            continue
        turn = turn_in(slot, value.text)
        if turn is not None:
            yield turn
            continue
        if may_have_comma(slot):
            continue
        commas = [at for at in sentence.commas if start < at < end - 1]
        if commas:
            yield sentence.value(commas[0] + 1, end).text


def _is_quotation_mark(sentence: Sentence, n: int) -> bool:
    """One that is no apostrophe, as in `the dogs' bowl`."""
    mark = sentence.folds[n]
    is_glued = n > 0 and sentence.words[n - 1].end == sentence.words[n].start
    return mark in QUOTES and (mark != "'" or not is_glued)


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
            is_content(sentence.folds[n]) or turns(sentence.folds[n]) for n in solid
        ):
            yield sentence.value(solid[0], solid[-1] + 1).text
