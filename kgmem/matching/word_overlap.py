"""How alike two tasks are by their words: what a vector of the whole text misses.

Tasks of one kind share their frame, function words included, and differ in rare words,
their values; so nothing is weighted by rarity.
"""

from functools import lru_cache

from kgmem.language.words import folds
from kgmem.model.base import language_of
from kgmem.model.values.similarity import SimilarityScale

SAME_KIND = SimilarityScale(
    ((0.1, 0.0), (0.2, 0.1), (0.3, 0.4), (0.4, 0.6), (0.5, 0.72), (0.65, 0.92),
     (0.8, 0.98), (1.0, 1.0))
)  # fmt: skip
"""From the overlap to "same kind of task": between the shares of all pairs and of
nearest pairs that are, on the tuning half of `kgmem bench routing`."""


@lru_cache(4096)
def word_set(text: str) -> frozenset[str]:
    """The different folded words of a text, marks and function words included."""
    return frozenset(folds(text))


_language = lru_cache(4096)(language_of)


def overlap(one: str, other: str) -> float:
    """Jaccard's coefficient of the words, 0..1."""
    a, b = word_set(one), word_set(other)
    both = len(a & b)
    either = len(a) + len(b) - both
    return both / either if either else 0.0


def same_kind(one: str, other: str) -> float | None:
    """The chance, 0..1, that two tasks are of one kind, by their words; None across
    languages."""
    if _language(one) != _language(other):
        return None
    return SAME_KIND(overlap(one, other))
