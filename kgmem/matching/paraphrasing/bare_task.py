"""A task's text with its values taken out: those that quotation marks or their form
show."""

from dataclasses import dataclass
from functools import cached_property

from kgmem.language.stemming import stem
from kgmem.language.typed import typed_spans
from kgmem.language.vocabulary import word_set
from kgmem.language.words import Span, Word, folds, words
from kgmem.matching.anchor_words import LIGHT, is_content
from kgmem.matching.value_fit import fold_marks

NAMING = word_set("naming")
"""Words that stand between a thing and what it is called."""
MAX_WORDS = 120
"""Words of a text that is compared."""


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
    def values(self) -> tuple[Span, ...]:
        """Where they stand, in the text's order; "一个" is none."""
        return tuple(
            typed.span
            for typed in typed_spans(self.text)
            if not LIGHT.issuperset(folds(self.text[slice(*typed.span)]))
        )

    @cached_property
    def rest(self) -> tuple[Word, ...]:
        """The words outside of the values, as they are compared."""
        return tuple(
            Word(fold_marks(word.fold), word.start, word.end)
            for word in self.words
            if not any(start <= word.start < end for start, end in self.values)
        )

    @cached_property
    def stems(self) -> dict[str, str]:
        """The content words of the rest as the text has them, by stem."""
        return {
            stem(word.fold): self.text[word.start : word.end]
            for word in self.rest
            if is_content(word.fold)
        }
