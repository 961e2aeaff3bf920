"""Which of many patterns a task's text fits, without a look at each of them."""

import math
import threading
from array import array
from bisect import insort
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from kgmem.language.words import folds
from kgmem.matching.anchor_words import stem
from kgmem.matching.bare_task import BareTask
from kgmem.matching.bind import Frame, Reading
from kgmem.matching.paraphrases import Paraphrases, meant, nearest
from kgmem.matching.sentence import Sentence
from kgmem.model.keys.identity import fold_app
from kgmem.model.kind import form_of
from kgmem.model.pattern import LearnedWording, Pattern, PatternMatch, Slot
from kgmem.tuning import tuned

_TUNED = tuned("matching.pattern_book")

BAR = _TUNED["bar"]
"""Score below which a text is of no known kind."""
LEAST = _TUNED["least"]
"""Share of a wording that a text's words must cover, and score below which a reading
is not told at all."""
SIFTED = 64
"""Wordings that the rare words choose."""
CANDIDATES = 16
"""Those of them that a text is read as."""
COPIES = 3
"""Patterns of one and the same wording that are looked at."""
BUDGET = 60_000
"""Entries of the index that one look-up touches: the rare words' first."""
FEW = _TUNED["few"]
"""Weight of literal words below which a wording is found by its slots' examples."""
OTHER_WORDS = _TUNED["other_words"]
"""Share of what is above BAR that a text of a pattern in other words may score."""
UNSEEN_APP = _TUNED["unseen_app"]
"""Share of its score that a pattern across apps keeps in an app it never ran in."""


@dataclass(frozen=True, slots=True, eq=False)
class _Row:
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
    def of(cls, pattern: Pattern, wording: str) -> "_Row":
        """The row of one of the pattern's wordings."""
        frame = Frame.of(wording, pattern.slots)
        keys = frame.word_losses()
        if sum(keys.values()) >= FEW:
            return cls(pattern, frame, keys, frame.weight)
        return cls(pattern, frame, dict.fromkeys(_example_words(pattern.slots), 1.0), 0)

    @classmethod
    def of_learned(cls, pattern: Pattern, wording: LearnedWording) -> "_Row":
        """The row of one that it learned: always found by its own words."""
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


def _example_words(slots: Sequence[Slot]) -> set[str]:
    return {
        stem(word) for slot in slots for text in slot.examples for word in folds(text)
    }


@dataclass(slots=True)
class _Shelf:
    """The rows of one scope, found by their words; rows that say the same stand
    together. What nobody says any more keeps its number."""

    numbers: dict[object, int] = field(default_factory=dict)
    """By what a row says."""
    rows: list[dict[str, _Row]] = field(default_factory=list)
    """By number and pattern id."""
    orders: list[list[_Row]] = field(default_factory=list)
    """The same by number, the best supported patterns first: which of many are looked
    at must not depend on when they came."""
    weights: "array[float]" = field(default_factory=lambda: array("f"))
    """Of the wordings; infinite without a row."""
    postings: "dict[str, tuple[array[int], array[float]]]" = field(default_factory=dict)
    """By word: the wordings that have it, and its weight in each."""

    def add(self, row: _Row) -> None:
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

    def _append(self, row: _Row) -> None:
        for key, weight in row.keys.items():
            wordings, weights = self.postings.setdefault(key, (array("q"), array("f")))
            wordings.append(len(self.rows))
            weights.append(weight)
        self.rows.append({})
        self.orders.append([])
        self.weights.append(math.inf)

    def remove(self, row: _Row) -> None:
        """Takes the row out."""
        n = self.numbers[row.frame.key if row.weight else frozenset(row.keys)]
        if known := self.rows[n].pop(row.pattern.pattern_id, None):
            self.orders[n].remove(known)
        if not self.rows[n]:
            self.weights[n] = math.inf

    def find(self, said: Collection[str]) -> list[list[_Row]]:
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


def _place(row: _Row) -> tuple[int, str]:
    """Where the row stands among those that say the same."""
    return -row.pattern.support, row.pattern.pattern_id


class PatternBook:
    """The patterns of one space, in memory. Safe for threads."""

    def __init__(self, patterns: Iterable[Pattern] = ()) -> None:
        self._lock = threading.Lock()
        self._rows: dict[str, list[_Row]] = {}
        """By pattern id."""
        self._paraphrases = Paraphrases()
        self._all = _Shelf()
        self._by_app: dict[str, _Shelf] = {}
        """By folded app; patterns across apps under the empty one."""
        for pattern in patterns:
            self.add(pattern)

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, pattern: Pattern) -> None:
        """Puts the pattern in, in place of the one with its id."""
        wordings = dict.fromkeys((pattern.template, *pattern.wordings))
        rows = [_Row.of(pattern, wording) for wording in wordings]
        own = {row.frame.key for row in rows}
        learned = (_Row.of_learned(pattern, one) for one in pattern.learned)
        rows += [row for row in learned if row.frame.key not in own]
        with self._lock:
            self._take_out(pattern.pattern_id)
            self._rows[pattern.pattern_id] = rows
            self._paraphrases.add(pattern)
            for row in rows:
                for shelf in self._shelves(pattern):
                    shelf.add(row)

    def remove(self, pattern_id: str) -> None:
        """Takes the pattern out, if it is there."""
        with self._lock:
            self._take_out(pattern_id)

    def _take_out(self, pattern_id: str) -> None:
        self._paraphrases.remove(pattern_id)
        for row in self._rows.pop(pattern_id, ()):
            for shelf in self._shelves(row.pattern):
                shelf.remove(row)

    def _shelves(self, pattern: Pattern) -> tuple[_Shelf, _Shelf]:
        own = self._by_app.setdefault(fold_app(pattern.app), _Shelf())
        return self._all, own

    def match(
        self,
        text: str,
        app: str | None = None,
        among: Collection[str] | None = None,
    ) -> PatternMatch | None:
        """The pattern that the text fits best; None if it fits none well enough.

        With `app`, patterns of that app and those across apps; with `among`, those
        with one of these ids.
        """
        best = self._ranked(text, app, among, 1, BAR)
        return best[0] if best else None

    def ranked(
        self, text: str, app: str | None = None, limit: int = 5, least: float = BAR
    ) -> list[PatternMatch]:
        """The patterns that the text fits with a score of `least`, the best first; if
        there are none, the one that it means in other words, which some of them are
        told of as `unexplained`."""
        found = self._ranked(text, app, None, limit, least)
        return found or self._in_other_words(text, app)[:limit]

    def worded(self, text: str, app: str | None, limit: int) -> list[PatternMatch]:
        """The patterns that the text fits without lacking one of their literal words,
        the best first: much quicker than `ranked`."""
        return self._ranked(text, app, None, limit, BAR, whole=True)

    def _in_other_words(self, text: str, app: str | None) -> list[PatternMatch]:
        """The pattern that the text means, in each of its stored copies."""
        if not self._rows:
            return []
        asked = BareTask(text)
        with self._lock:
            outlines = self._paraphrases.candidates(asked, app)
        return [
            PatternMatch(
                pattern=outline.pattern,
                bindings=dict(read.bindings),
                unexplained=read.unexplained,
                score=BAR + (1 - BAR) * OTHER_WORDS * read.likeness,
            )
            for outline, read in meant(asked, outlines)
        ]

    def meant(
        self, text: str, app: str | None, cosines: Mapping[str, float]
    ) -> list[PatternMatch]:
        """The pattern that the text means in whatever words and language, in each of
        its stored copies; `cosines` of the nearest task come by pattern id."""
        asked = BareTask(text)
        with self._lock:
            near = [
                (outline, cosine)
                for name, cosine in cosines.items()
                if (outline := self._paraphrases.outline(name))
                and _is_in_scope(outline.pattern, app)
            ]
        return [
            PatternMatch(
                pattern=outline.pattern,
                bindings=dict(read.bindings),
                unbound=read.unbound,
                unexplained=read.unexplained,
                score=BAR + (1 - BAR) * OTHER_WORDS * max(0.0, min(1.0, score)),
            )
            for outline, read, score in nearest(asked, near)
        ]

    def _ranked(
        self,
        text: str,
        app: str | None,
        among: Collection[str] | None,
        limit: int,
        least: float,
        *,
        whole: bool = False,
    ) -> list[PatternMatch]:
        if not self._rows:  # taking the text apart would be in vain
            return []
        best: dict[str, _Fit] = {}
        sentence = Sentence.of(text, app)
        for row in self._candidates(sentence, app, among, whole):
            name = row.pattern.pattern_id
            fit = _fit(row, sentence, app, _floor(best, name, limit, least))
            if fit and (name not in best or fit.score > best[name].score):
                best[name] = fit
        fits = sorted(best.values(), key=_Fit.order)
        first, second = ([fit.score for fit in fits] + [0.0, 0.0])[:2]
        return [
            fit.match(fit.score - (second if n == 0 else first))
            for n, fit in enumerate(fits[:limit])
        ]

    def _candidates(
        self,
        sentence: Sentence,
        app: str | None,
        among: Collection[str] | None,
        whole: bool,
    ) -> list[_Row]:
        """The rows in scope that the text's words cover best, or as a `whole`, the best
        first."""
        said = {stem(fold) for fold in sentence.solid_folds}
        with self._lock:
            found = list(self._found(said, app, among))
        if whole:
            found = [rows for rows in found if rows[0].is_whole_in(said)]
        covers = [(rows[0].cover(said), rows) for rows in found]
        covers.sort(key=lambda one: -one[0])
        likely = (row for cover, rows in covers if cover >= LEAST for row in rows)
        chosen: set[str] = set()
        return [row for row in likely if _is_among(chosen, row.frame.key)]

    def _found(
        self, said: Collection[str], app: str | None, among: Collection[str] | None
    ) -> Iterator[Sequence[_Row]]:
        """Rows in scope; those that stand together have the same words."""
        if among is not None:
            for name in among:
                for row in self._rows.get(name, ()):
                    if _is_in_scope(row.pattern, app):
                        yield (row,)
        elif app:
            for scope in (fold_app(app), ""):
                yield from self._by_app.get(scope, _Shelf()).find(said)
        else:
            yield from self._all.find(said)


def _is_in_scope(pattern: Pattern, app: str | None) -> bool:
    return not app or fold_app(pattern.app) in ("", fold_app(app))


def _is_among(chosen: set[str], wording: str) -> bool:
    """Is it one of the first CANDIDATES, which it joins while there is room?"""
    if wording not in chosen and len(chosen) < CANDIDATES:
        chosen.add(wording)
        return True
    return wording in chosen


@dataclass(frozen=True, slots=True)
class _Fit:
    """How a text fits a pattern."""

    row: _Row
    reading: Reading
    score: float

    def order(self) -> tuple[float, float, int, str]:
        """Best score first, then more literal words, more support, the id."""
        pattern = self.row.pattern
        return (
            -self.score,
            -self.row.frame.anchors,
            -pattern.support,
            pattern.pattern_id,
        )

    def match(self, margin: float) -> PatternMatch:
        """The same for callers."""
        given, pattern = self.reading.bindings, self.row.pattern
        return PatternMatch.of_stored(
            pattern=pattern,
            bindings=dict(given),
            unbound=tuple(s.name for s in pattern.slots if s.name not in given),
            unexplained=self.reading.doubtful,
            ill_typed=self.reading.ill_typed,
            learned=self.row.learned,
            assumed={},
            score=self.score,
            margin=margin,
        )


def _floor(best: Mapping[str, _Fit], name: str, limit: int, least: float) -> float:
    """The score below which a reading changes nothing: the pattern fits better in
    other words, or enough others do. The second best tells the best one's margin."""
    scores = sorted((fit.score for fit in best.values()), reverse=True)
    last = scores[max(limit, 2) - 1 :]
    return max(last[0] if last else least, best[name].score if name in best else least)


def _fit(row: _Row, sentence: Sentence, app: str | None, floor: float) -> _Fit | None:
    """How the sentence fits the row; None if poorly, or if it names another app."""
    reading = row.frame.read(sentence, floor)
    if reading is None or not _is_of_app(row.pattern, reading, app):
        return None
    score = reading.score * _app_share(row.pattern, app)
    return _Fit(row, reading, score) if score >= floor else None


def _is_of_app(pattern: Pattern, reading: Reading, app: str | None) -> bool:
    """Does a pattern across apps name the app that is asked for, if it names one?"""
    if not app or pattern.app is not None:
        return True
    slots = [slot for slot in pattern.slots if form_of(slot.kind).is_app]
    named = (reading.bindings.get(slot.name) for slot in slots)
    return all(fold_app(n) == fold_app(app) for n in named if isinstance(n, str))


def _app_share(pattern: Pattern, app: str | None) -> float:
    """What is left of a score in this app."""
    if not app or pattern.app is not None:
        return 1.0
    seen = {member.app for member in pattern.memberships.values()}
    seen.update(pattern.app_stats)
    return 1.0 if fold_app(app) in map(fold_app, seen) else UNSEEN_APP
