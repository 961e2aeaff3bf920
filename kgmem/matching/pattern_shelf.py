"""The wordings of patterns by their words: which of them a text's words may fit."""

import math
from array import array
from bisect import insort
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from kgmem.language.stemming import stem
from kgmem.language.words import folds
from kgmem.matching.binding.frame import Frame
from kgmem.model.pattern import LearnedWording, Pattern, Slot
from kgmem.model.values.identical import Identical
from kgmem.tuning import tuned

_TUNED = tuned("matching.pattern_shelf")

LEAST = _TUNED["least"]
"""Share of a wording that a text's words must cover, and score below which a reading
is not told at all."""
SIFTED = 64
"""Wordings that the rare words choose."""
COPIES = 3
"""Patterns of one and the same wording that are looked at."""
BUDGET = 60_000
"""Entries of the index that one look-up touches: the rare words' first."""
REMEMBERED = 512
"""Wordings that were put in last, for patterns that grow."""
FEW = _TUNED["few"]
"""Weight of literal words below which a wording is found by its slots' examples."""


@dataclass(frozen=True, slots=True, eq=False)
class ShelvedWording:
    """A pattern in one of its wordings."""

    pattern: Pattern
    frame: Frame
    keys: Mapping[str, float]
    """Words that it is found by, by weight."""
    weight: float
    """Of the whole wording; 0 if it is found by the words of its examples."""
    learned: LearnedWording | None = None
    """Where it is no wording of a member."""

    @classmethod
    def of(cls, pattern: Pattern, wording: str) -> "ShelvedWording":
        """One of the pattern's wordings."""
        return cls(pattern, *_found_by(wording, Identical(pattern.slots)))

    @classmethod
    def of_learned(cls, pattern: Pattern, wording: LearnedWording) -> "ShelvedWording":
        """One that it learned: always found by its own words."""
        frame = Frame.of(wording.template, pattern.slots)
        return cls(pattern, frame, frame.word_losses(), frame.weight, wording)

    def is_whole_in(self, said: Collection[str]) -> bool:
        """Has a text with these words all literal ones of this wording?"""
        return not self.weight or all(key in said for key in self.keys)

    def cover(self, said: Collection[str]) -> float:
        """What a text with these words can score at most, about; the least that
        counts for a wording that says too little itself."""
        if not self.weight:
            return LEAST
        missing = sum([loss for key, loss in self.keys.items() if key not in said])
        return 1 - missing / self.weight


@lru_cache(maxsize=REMEMBERED)
def _found_by(
    wording: str, slots: Identical[Sequence[Slot]]
) -> tuple[Frame, Mapping[str, float], float]:
    """The frame of a wording, the words that it is found by, its weight; remembered,
    since a pattern that has one more member says the same."""
    frame = Frame.of(wording, slots.value)
    keys = frame.word_losses()
    if sum(keys.values()) >= FEW:
        return frame, keys, frame.weight
    return frame, dict.fromkeys(_example_words(slots.value), 1.0), 0


def _example_words(slots: Sequence[Slot]) -> set[str]:
    return {
        stem(word) for slot in slots for text in slot.examples for word in folds(text)
    }


@dataclass(slots=True)
class Shelf:
    """The rows of one scope, found by their words; rows that say the same stand
    together. What nobody says any more keeps its number."""

    numbers: dict[object, int] = field(default_factory=dict)
    """By what a row says."""
    rows: list[dict[str, ShelvedWording]] = field(default_factory=list)
    """By number and pattern id."""
    orders: list[list[ShelvedWording]] = field(default_factory=list)
    """The same by number, the best supported patterns first: which of many are looked
    at must not depend on when they came."""
    weights: "array[float]" = field(default_factory=lambda: array("f"))
    """Of the wordings; infinite without a row."""
    postings: "dict[str, tuple[array[int], array[float]]]" = field(default_factory=dict)
    """By word: the wordings that have it, and its weight in each."""

    def add(self, row: ShelvedWording) -> None:
        """Puts the row in."""
        says = row.frame.key if row.weight else frozenset(row.keys)
        n = self.numbers.setdefault(says, len(self.rows))
        if n == len(self.rows):
            self._append(row)
        self.weights[n] = max(1.0, row.weight)
        if known := self.rows[n].get(row.pattern.pattern_id):
            self.orders[n].remove(known)
        insort(self.orders[n], row, key=_place)
        self.rows[n][row.pattern.pattern_id] = row

    def _append(self, row: ShelvedWording) -> None:
        for key, weight in row.keys.items():
            wordings, weights = self.postings.setdefault(key, (array("q"), array("f")))
            wordings.append(len(self.rows))
            weights.append(weight)
        self.rows.append({})
        self.orders.append([])
        self.weights.append(math.inf)

    def remove(self, row: ShelvedWording) -> None:
        """Takes the row out."""
        n = self.numbers[row.frame.key if row.weight else frozenset(row.keys)]
        if known := self.rows[n].pop(row.pattern.pattern_id, None):
            self.orders[n].remove(known)
        if not self.rows[n]:
            self.weights[n] = math.inf

    def find(self, said: Collection[str]) -> list[list[ShelvedWording]]:
        """The rows of each of the wordings of which the words cover most, so far as the
        rare words tell."""
        if not self.rows:
            return []
        share = self._covered(said) / np.frombuffer(self.weights, np.float32)
        found = np.flatnonzero(share > 0)
        if len(found) > SIFTED:
            found = np.sort(found[np.argpartition(-share[found], SIFTED)[:SIFTED]])
        return [self.orders[n][:COPIES] for n in found.tolist()]

    def _covered(self, said: Collection[str]) -> npt.NDArray[np.float32]:
        """By wording: the weight of its words among these, rare words first."""
        covered = np.zeros(len(self.rows), np.float32)
        touched = 0
        known = (word for word in said if word in self.postings)
        for size, word in sorted((len(self.postings[word][0]), word) for word in known):
            touched += size
            if touched > max(BUDGET, size):
                break
            wordings, weights = self.postings[word]
            covered[np.frombuffer(wordings, np.int64)] += np.frombuffer(
                weights, np.float32
            )
        return covered


def _place(row: ShelvedWording) -> tuple[int, str]:
    """Where the row stands among those that say the same."""
    return -row.pattern.support, row.pattern.pattern_id
