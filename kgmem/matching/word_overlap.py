"""How alike two tasks are by their words: what a vector of the whole text misses.

Tasks of one kind share their frame, function words included, and differ in rare words,
their values; so nothing is weighted by rarity.
"""

from functools import lru_cache

from kgmem.language.read_text import part_of_text
from kgmem.language.words import folds
from kgmem.model.base import language_of
from kgmem.model.values.similarity import SimilarityScale

SAME_KIND = SimilarityScale(
    ((0.1, 0.0), (0.2, 0.1), (0.3, 0.4), (0.4, 0.6), (0.5, 0.72), (0.65, 0.92),
     (0.8, 0.98), (1.0, 1.0))
)  # fmt: skip
"""From the overlap to "same kind of task": between the shares of all pairs and of
nearest pairs that are, on the tuning half of `kgmem bench routing`."""


@part_of_text
def word_set(text: str) -> frozenset[str]:
    """The different folded words of a text, marks and function words included."""
    return frozenset(folds(text))


_language = part_of_text(language_of)


class Wording:
    """The words of a task that many others are compared with."""

    def __init__(self, task: str) -> None:
        self._language, self._words = _language(task), word_set(task)

    def same_kind(self, other: str) -> float | None:
        """The chance, 0..1, that another task is of the same kind, by the words; None
        across languages."""
        if _language(other) != self._language:
            return None
        return _of_overlap(_jaccard(self._words, word_set(other)))


def _jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    both = len(one & other)
    either = len(one) + len(other) - both
    return both / either if either else 0.0


_of_overlap = lru_cache(1024)(SAME_KIND)
"""Shares of small sets, of which there are few."""
