"""Are two tasks of one kind? Told by their vectors, each of a text with its values and
the same without, and by the words that both have: what is asked for comes without the
values that known tasks have, so that a record's name says nothing of the kind.

It orders kinds and says whether any is meant; what is done without a question is
decided by slots and statistics.
"""

from collections.abc import Mapping
from math import exp
from typing import TypeVar

from kgmem.language.read_text import part_of_text
from kgmem.language.words import folds
from kgmem.model.base import language_of
from kgmem.tuning import tuned

K = TypeVar("K")

_TUNED = tuned("matching.same_kind")

COSINE, WORDS, ABROAD = _TUNED["cosine"], _TUNED["words"], _TUNED["abroad"]
"""Log-odds that two tasks are of one kind: for the cosine of their vectors, for the
share of words that both have, for being in two languages;"""
NONE = _TUNED["none"]
"""and that a task is of none."""


class Wording:
    """A task without known values, that many others are compared with."""

    def __init__(self, text: str) -> None:
        self._language, self._words = _language(text), _word_set(text)

    def log_odds(self, other: str, cosine: float | None) -> float:
        """That another text is of the same kind, to be held against `NONE`. The words
        of another language say nothing, and a cosine may not be known: then what is
        known counts for both."""
        if _language(other) != self._language:
            return (COSINE + WORDS) * (cosine or 0.0) + ABROAD
        words = self.share(other)
        return COSINE * (words if cosine is None else cosine) + WORDS * words

    def share(self, other: str) -> float:
        """Of the different words that either of the texts has, those of both."""
        words = _word_set(other)
        both = len(self._words & words)
        either = len(self._words) + len(words) - both
        return both / either if either else 0.0


def chance(log_odds: float, others: float = NONE) -> float:
    """The probability of what has these log-odds beside one thing that has `others`."""
    return 1.0 / (1.0 + exp(min(others - log_odds, 700.0)))


def shares(log_odds: Mapping[K, float]) -> dict[K, float]:
    """The probability of each, beside all of them and none."""
    most = max((*log_odds.values(), NONE))
    odds = {key: exp(one - most) for key, one in log_odds.items()}
    total = sum(odds.values()) + exp(NONE - most)
    return {key: one / total for key, one in odds.items()}


@part_of_text
def _word_set(text: str) -> frozenset[str]:
    """The different folded words of a text, marks and function words included."""
    return frozenset(folds(text))


_language = part_of_text(language_of)
