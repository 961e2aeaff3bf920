"""A text as templates are read in it: words with their weights, values, clauses."""

import re
from bisect import bisect_left
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, TypeVar

from kgmem.language.clauses import clause_starts
from kgmem.language.typed import typed_spans
from kgmem.language.words import Word, words
from kgmem.matching.anchor_words import (
    CLOSING,
    LIGHT,
    OPENING,
    is_han,
    swap_loss,
    weight,
)
from kgmem.matching.value_fit import SlotText, fold_marks, said
from kgmem.model.kind import form_of

T = TypeVar("T")

MAX_WORDS = 400
"""Words of a text that are looked at one by one; of a longer one the middle is one
piece, which a hole may take."""
TAIL_WORDS = 100
"""How many of them are the text's last."""

SENTENCE_MARKS = frozenset(".,?!;:~…")
"""Marks that are no part of a value that they stand beside."""
_BETWEEN = frozenset(",;:")
"""Those of them that no value within a sentence ends with either."""
_LOOSE = SENTENCE_MARKS | frozenset("\"'()[]{}<>|")
"""Marks that do not tie the words beside them into one."""
QUOTES = frozenset("\"'`")
"""Quotation marks, as they are compared."""
_OPENING = "\"'“‘「『《"
_GROUPING = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
"""Commas within a number: 1,680."""
_INNER = "\ue000"
"""A quotation mark within a quotation: 5" in "5" pipe"."""
_MIDDLE = "the middle of a long text"
"""No word: no literal matches it."""


def solid_folds(text: str) -> tuple[str, ...]:
    """A text's words that are no marks, as they are compared: what a `Sentence` of it
    would say of them, for who may need nothing more."""
    return tuple(fold_marks(w.fold) for w in _capped(words(text)) if not w.is_mark)


def is_quoted(value: str, text: str) -> bool:
    """Does the value stand behind a quotation mark in the text?"""
    return any(mark + value in text for mark in _OPENING)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text, ready to be read in the words of many templates."""

    text: str
    words: tuple[Word, ...]
    folds: tuple[str, ...]
    """The words as they are compared."""
    solid: tuple[int, ...]
    """Which words are no marks."""
    solid_folds: tuple[str, ...]
    places: Mapping[str, Sequence[int]]
    """Where a word stands: among `solid`, a mark among `words`."""
    start: int
    end: int
    """The words between polite openings and endings."""
    clauses: tuple[int, ...]
    """The words at which further requests begin."""
    commas: tuple[int, ...]
    """The words that are a comma or semicolon between clauses: in "1,000" is none."""
    app: str
    """Folded name of the app that the text is meant for; empty if unknown."""
    _before: tuple[float, ...]
    """What is lost with the words before each place, if nothing explains them."""
    _by_start: Mapping[str, Sequence[int]]
    """The solid words by their first character."""
    _said: dict[tuple[int, int], SlotText] = field(default_factory=dict, repr=False)
    _passing: dict[str, dict[int, float]] = field(default_factory=dict, repr=False)
    _least: dict[str, float] = field(default_factory=dict, repr=False)
    _made: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, text: str, app: str | None = None) -> "Sentence":
        """The sentence that `text` is."""
        found = _capped(words(text))
        folds = _with_inner(text, found, tuple(fold_marks(word.fold) for word in found))
        solid = tuple(n for n, word in enumerate(found) if not word.is_mark)
        start, end = _core(folds)
        solid_folds = tuple(folds[n] for n in solid)
        costs = (weight(f) if start <= n < end else 0 for n, f in enumerate(folds))
        return cls(
            text=text,
            words=found,
            folds=folds,
            solid=solid,
            solid_folds=solid_folds,
            places=_places(text, found, folds, solid),
            start=start,
            end=end,
            clauses=_word_numbers(found, clause_starts(text)),
            commas=tuple(n for n, word in enumerate(found) if _is_comma(text, word)),
            app=said(app or "").key,
            _before=(0.0, *accumulate(costs)),
            _by_start=_by_start(solid_folds),
        )

    def loss(self, start: int, end: int) -> float:
        """What is lost if nothing explains the words from one place to another."""
        return self._before[end] - self._before[start]

    def once(self, key: Hashable, make: Callable[["Sentence"], T]) -> T:
        """What `make` makes of the sentence, made once for each key; never None."""
        made: T | None = self._made.get(key)
        if made is None:
            made = self._made[key] = make(self)
        return made

    def passing(self, literal: str) -> Mapping[int, float]:
        """Which of the solid words pass for a literal word, and the share of it that
        is lost with each."""
        if literal not in self._passing:
            self._passing[literal] = {
                n: share
                for n in self._alike(literal)
                if (share := swap_loss(literal, self.solid_folds[n])) is not None
            }
        return self._passing[literal]

    def least_share(self, literal: str) -> float:
        """The share of a literal word that is lost at least; all of it where none of
        the words passes for it."""
        if literal not in self._least:
            self._least[literal] = min(self.passing(literal).values(), default=1.0)
        return self._least[literal]

    def _alike(self, literal: str) -> Sequence[int]:
        """The solid words that may pass for a literal: all that do begin as it does, or
        are light as it is."""
        if literal in LIGHT:
            return range(len(self.solid_folds))
        return self._by_start.get(literal[:1], ())

    def value(self, start: int, end: int) -> SlotText:
        """What stands from one word up to another, as the text has it, without marks
        that belong to the sentence and without quotes around it."""
        key = start, end
        found = self._said.get(key)
        if found is None:
            found = self._said[key] = self._value(*self._trimmed(start, end))
        return found

    def _value(self, start: int, end: int) -> SlotText:
        if start >= end:
            return SlotText("", ())
        whole = slice(self.words[start].start, self.words[end - 1].end)
        folds = ('"' if fold == _INNER else fold for fold in self.folds[start:end])
        return SlotText(self.text[whole], tuple(folds))

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        marks = SENTENCE_MARKS if end == len(self.words) else _BETWEEN
        while end - start > 1 and self.folds[start] in _BETWEEN:
            start += 1
        while end - start > 1 and self.folds[end - 1] in marks:
            end -= 1
        if end - start > 2 and self.folds[start] == self.folds[end - 1] == '"':
            return start + 1, end - 1
        return start, end

    def is_quoted(self, start: int, end: int) -> bool:
        """Do quotation marks stand right around these words, or are they the first
        and the last of them, and none between?"""
        if end - start > 2 and self._is_pair(start, end - 1):
            start, end = start + 1, end - 1
        return self._is_pair(start - 1, end) and not any(
            fold in QUOTES for fold in self.folds[start:end]
        )

    def _is_pair(self, opening: int, closing: int) -> bool:
        return (
            0 <= opening < closing - 1
            and closing < len(self.folds)
            and self.folds[opening] in QUOTES
            and self.folds[opening] == self.folds[closing]
        )

    def is_glued(self, at: int) -> bool:
        """Is the border before this word inside of a compound such as `10-day`?"""
        if not 0 < at < len(self.words):
            return False
        left, right = self.words[at - 1], self.words[at]
        return left.end == right.start and not any(
            is_han(fold) or fold in _LOOSE for fold in self.folds[at - 1 : at + 1]
        )


def _with_inner(
    text: str, found: Sequence[Word], folds: tuple[str, ...]
) -> tuple[str, ...]:
    """The words as they are compared, with marks within a quotation as what does not
    enclose a value."""
    if '"' not in folds:
        return folds
    spans = [t.span for t in typed_spans(text) if form_of(t.kind).ends == "marks"]
    return tuple(
        _INNER if fold == '"' and any(a <= word.start < b for a, b in spans) else fold
        for word, fold in zip(found, folds, strict=True)
    )


def _is_comma(text: str, word: Word) -> bool:
    if text[word.start] in "，；":
        return True
    after = text[word.end : word.end + 1]
    return word.fold in (",", ";") and (not after.strip() or is_han(after))


def _capped(found: tuple[Word, ...]) -> tuple[Word, ...]:
    if len(found) <= MAX_WORDS:
        return found
    head, tail = found[: MAX_WORDS - TAIL_WORDS - 1], found[-TAIL_WORDS:]
    middle = Word(_MIDDLE, found[len(head)].start, found[-TAIL_WORDS - 1].end)
    return (*head, middle, *tail)


def _word_numbers(found: Sequence[Word], places: Sequence[int]) -> tuple[int, ...]:
    """The words that begin at these characters or next after them."""
    starts = [word.start for word in found]
    return tuple(bisect_left(starts, at) for at in places)


def _core(folds: Sequence[str]) -> tuple[int, int]:
    """The words between polite openings and endings; all if there are no others."""
    start, end = 0, len(folds)
    while start < end and (folds[start] in OPENING or folds[start] in SENTENCE_MARKS):
        start += 1
    while start < end and (
        folds[end - 1] in CLOSING or folds[end - 1] in SENTENCE_MARKS
    ):
        end -= 1
    return (start, end) if start < end else (0, len(folds))


def _by_start(solid_folds: Sequence[str]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for n, fold in enumerate(solid_folds):
        found.setdefault(fold[:1], []).append(n)
    return found


def _places(
    text: str, found: Sequence[Word], folds: Sequence[str], solid: Sequence[int]
) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for n, at in enumerate(solid):
        places.setdefault(folds[at], []).append(n)
    grouping = {mark.start() for mark in _GROUPING.finditer(text)}
    for at in sorted(set(range(len(folds))).difference(solid)):
        if found[at].start not in grouping:
            places.setdefault(folds[at], []).append(at)
    return places
