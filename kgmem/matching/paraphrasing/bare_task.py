"""A task's text with its values taken out: those that quotation marks or their form
show."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from kgmem.language.stemming import stem
from kgmem.language.typed import typed_spans
from kgmem.language.vocabulary import word_set
from kgmem.language.words import Word, folds, words
from kgmem.matching.anchor_words import LIGHT, is_content
from kgmem.matching.sentence import SENTENCE_MARKS
from kgmem.matching.value_fit import fold_marks

NAMING = word_set("naming")
"""Words that stand between a thing and what it is called."""
MAX_WORDS = 120
"""Words of a text that is compared."""


@dataclass(frozen=True, slots=True)
class PlacedValue:
    """A value that stands in a text."""

    text: str
    start: int
    end: int
    kind: str
    """As in `kgmem.language.typed`."""
    before: tuple[str, ...]
    """Stems of the content words before it, back to a mark or another value."""
    after: tuple[str, ...]
    """Of those after it, up to a mark or another value."""


@dataclass(frozen=True)
class BareTask:
    """A task's text with its values taken out."""

    text: str

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """All of its words."""
        return words(self.text)

    @property
    def is_long(self) -> bool:
        """Does it say too much to be a few words and values?"""
        return len(self.words) > MAX_WORDS

    @cached_property
    def _spans(self) -> tuple[tuple[int, int, str], ...]:
        """Of the values; "一个" is none."""
        return tuple(
            (*typed.span, typed.kind)
            for typed in typed_spans(self.text)
            if not LIGHT.issuperset(folds(self.text[slice(*typed.span)]))
        )

    @cached_property
    def rest(self) -> tuple[Word, ...]:
        """The words outside of the values, as they are compared."""
        return tuple(
            Word(fold_marks(word.fold), word.start, word.end)
            for word in self.words
            if not any(start <= word.start < end for start, end, _ in self._spans)
        )

    @cached_property
    def stems(self) -> dict[str, str]:
        """The content words of the rest as the text has them, by stem."""
        return {
            stem(word.fold): self.text[word.start : word.end]
            for word in self.rest
            if is_content(word.fold)
        }

    @cached_property
    def values(self) -> tuple[PlacedValue, ...]:
        """In the text's order."""
        ends = [0, *(end for _, end, _ in self._spans)]
        starts = [*(start for start, _, _ in self._spans), len(self.text)]
        between = [self._clauses(a, b) for a, b in zip(ends, starts, strict=True)]
        return tuple(
            PlacedValue(self.text[start:end], start, end, kind, left[-1], right[0])
            for (start, end, kind), (left, right) in zip(
                self._spans, pairwise(between), strict=True
            )
        )

    def _clauses(self, start: int, end: int) -> list[tuple[str, ...]]:
        """The stems of the content words there, parted by marks."""
        found: list[tuple[str, ...]] = [()]
        for word in self.rest:
            if start <= word.start < end:
                if word.fold in SENTENCE_MARKS:
                    found.append(())
                elif is_content(word.fold) and word.fold not in NAMING:
                    found[-1] += (stem(word.fold),)
        return found
