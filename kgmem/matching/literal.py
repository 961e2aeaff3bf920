"""Where the literal words of a template stand in a text, word for word or nearly."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from kgmem.language import chinese
from kgmem.language.words import words
from kgmem.matching.anchor_words import MARK_WEIGHT, is_content, is_han, weight
from kgmem.matching.sentence import Sentence
from kgmem.matching.value_fit import fold_marks
from kgmem.tuning import tuned

_TUNED = tuned("matching.literal")

HEAD = 3.0
"""The first content word of a template says what is to be done: to lose it costs this
many times its weight."""
EXCHANGED = _TUNED["exchanged"]
"""Share of a word's weight that is lost, beside the literal's, if it stands there
instead of the literal."""
REPLACED = 1.0
"""Loss beside its own when a run is missing: a hole took what was said instead."""
BORDER = _TUNED["border"]
"""The same when the run is but marks, such as the comma between two values."""
COMPOUND = _TUNED["compound"]
"""Loss when a literal word is only a part of a compound: "to" of "cloud-to-butt"."""
NEAR = _TUNED["near"]
"""Share of a run's weight that may be lost where it is not said word for word."""
PLACES = 6
"""Places in a text that are tried for one run."""


class LiteralPlace(NamedTuple):
    """Where a run may stand in a sentence, in words, and what is lost by that."""

    start: int
    end: int
    loss: float


@dataclass(frozen=True)
class LiteralRun:
    """The literal words between two holes; perhaps only marks, perhaps nothing. What it
    weighs is counted once: each text asks for it."""

    solid: tuple[str, ...]
    """Those that are no marks."""
    losses: tuple[float, ...]
    """What is lost without each of them."""
    head: tuple[str, ...]
    """Marks before them; all marks where there are no words."""
    tail: tuple[str, ...]
    """Marks after them."""
    is_spaced: tuple[bool, bool]
    """Does it begin, and end, with white space or a hole's border?"""
    is_blank: bool
    """Is there white space between the holes, and nothing else?"""
    telling: frozenset[int]
    """Which of `solid` say something, by themselves or as a part of a Chinese word."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self._told)

    @cached_property
    def key(self) -> str:
        """What tells it from other runs, in a text: quicker to look up by."""
        return repr(self._told)

    @property
    def _told(self) -> tuple[object, ...]:
        marks = self.head, self.tail
        return self.solid, self.losses, *marks, self.is_spaced, self.is_blank

    @cached_property
    def is_empty(self) -> bool:
        """Is there nothing between the holes?"""
        return not (self.solid or self.head)

    @cached_property
    def weight(self) -> float:
        """Of its words."""
        return sum(map(weight, self.solid)) + self._marks_weight

    @cached_property
    def absent(self) -> float:
        """What is lost if none of it is there."""
        if self.is_empty:
            return 0.0
        if not self.solid:
            return self._marks_weight + BORDER
        content = any(map(is_content, self.solid))
        return sum(self.losses) + self._marks_weight + content * REPLACED

    @cached_property
    def _marks_weight(self) -> float:
        return MARK_WEIGHT * (len(self.head) + len(self.tail))

    def places(self, sentence: Sentence) -> list[LiteralPlace]:
        """The likeliest places, the word for word ones if there are any."""
        if self.is_empty:
            return []
        if not self.solid:
            return list(self._marks(sentence))
        return self._exact(sentence) or self._near(sentence)

    def _marks(self, sentence: Sentence) -> Iterator[LiteralPlace]:
        for start in _first_and_last(sentence.places.get(self.head[0], ())):
            end = start
            for mark in self.head:
                end += sentence.folds[end : end + 1] == (mark,)
            missing = len(self.head) - (end - start)
            yield LiteralPlace(start, end, MARK_WEIGHT * missing)

    def _exact(self, sentence: Sentence) -> list[LiteralPlace]:
        size, solid = len(self.solid), sentence.solid
        found = [
            at
            for at in sentence.places.get(self.solid[0], ())
            if sentence.solid_folds[at : at + size] == self.solid
        ]
        return [
            self._with_marks(sentence, solid[at], solid[at + size - 1] + 1, 0.0)
            for at in _first_and_last(found)
        ]

    def _near(self, sentence: Sentence) -> list[LiteralPlace]:
        """Places with words missing, added or exchanged, the least loss first."""
        if self._is_too_long_for(sentence):
            return []
        ends = sorted(
            (loss, end, start)
            for end, (loss, start) in enumerate(self._aligned(sentence))
            if start < end and loss < NEAR * sum(self.losses)
        )
        solid = sentence.solid
        return [
            self._with_marks(sentence, solid[start], solid[end - 1] + 1, loss)
            for loss, end, start in ends[:PLACES]
        ]

    def _is_too_long_for(self, sentence: Sentence) -> bool:
        """Must so many of its words be missing that it stands nowhere? Of long texts
        some hundred words are read, but a template may have thousands."""
        missing = len(self.solid) - len(sentence.solid)
        return missing > 0 and sum(sorted(self.losses)[:missing]) >= NEAR * sum(
            self.losses
        )

    def _aligned(self, sentence: Sentence) -> list[tuple[float, int]]:
        """For each end among the solid words the least loss, and the start to it.

        Sellers' approximate matching (1980): an alignment that may begin anywhere.
        """
        spare = [weight(fold) for fold in sentence.solid_folds]
        above = [(0.0, start) for start in range(len(spare) + 1)]
        for literal, missing in zip(self.solid, self.losses, strict=True):
            passing = sentence.passing(literal)
            loss, start = missing + above[0][0], 0
            row = [(loss, start)]
            for n, extra in enumerate(spare):
                loss += extra
                if above[n + 1][0] + missing < loss:
                    loss, start = above[n + 1][0] + missing, above[n + 1][1]
                share = passing.get(n)
                swap = missing + EXCHANGED * extra if share is None else share * missing
                if above[n][0] + swap < loss:
                    loss, start = above[n][0] + swap, above[n][1]
                row.append((loss, start))
            above = row
        return above

    def _with_marks(
        self, sentence: Sentence, start: int, end: int, loss: float
    ) -> LiteralPlace:
        """The place with the marks around it that the run has there too."""
        for mark in reversed(self.head):
            if sentence.folds[start - 1 : start] == (mark,):
                start -= 1
            else:
                loss += MARK_WEIGHT
        for mark in self.tail:
            if sentence.folds[end : end + 1] == (mark,):
                end += 1
            else:
                loss += MARK_WEIGHT
        torn = (sentence.is_glued(start) and self.is_spaced[0]) + (
            sentence.is_glued(end) and self.is_spaced[1]
        )
        return LiteralPlace(start, end, loss + COMPOUND * torn)


def runs(literals: Sequence[str]) -> tuple[LiteralRun, ...]:
    """The runs of a template's literal texts, in its order."""
    made = []
    is_head = bool(literals[0].strip())
    for literal in literals:
        folds = [fold_marks(word.fold) for word in words(literal)]
        solid = [n for n, fold in enumerate(folds) if any(map(str.isalnum, fold))]
        first, last = (solid[0], solid[-1] + 1) if solid else (len(folds), len(folds))
        losses = [weight(folds[n]) for n in solid]
        content = [n for n, at in enumerate(solid) if is_content(folds[at])]
        if is_head and content:
            losses[content[0]] *= HEAD
            is_head = False
        made.append(
            LiteralRun(
                solid=tuple(folds[n] for n in solid),
                losses=tuple(losses),
                head=tuple(folds[:first]),
                tail=tuple(folds[last:]),
                is_spaced=(
                    not literal[:1].strip(),
                    not literal[-1:].strip(),
                ),
                telling=frozenset({*content, *_in_words([folds[n] for n in solid])}),
                is_blank=literal.isspace(),
            )
        )
    return tuple(made)


def _in_words(solid: Sequence[str]) -> Iterator[int]:
    """The signs of Chinese words that say something: of 上架 also 上."""
    for han, run in groupby(range(len(solid)), key=lambda n: is_han(solid[n])):
        places = list(run)
        at = places[0]
        for word in chinese.words("".join(solid[n] for n in places)) if han else ():
            if len(word) > 1 and any(map(is_content, word)):
                yield from range(at, at + len(word))
            at += len(word)


def _first_and_last(places: Sequence[int]) -> Sequence[int]:
    """The first few and the last one."""
    return places if len(places) <= PLACES else (*places[: PLACES - 1], places[-1])
