"""Are two tasks of one kind? A log-linear model of few features: their vectors, each of
a text with its values and the same without, and the words that both have in the same
order, of what is asked for without the values that known tasks have, so that a record's
name says nothing of the kind.

It orders kinds and says whether any is meant; what is done without a question is
decided by slots and statistics.
"""

from collections.abc import Mapping
from math import exp
from typing import NamedTuple, TypeVar

from rapidfuzz.distance import LCSseq

from kgmem.language.intent import intent_match
from kgmem.language.read_text import part_of_text
from kgmem.language.words import folds
from kgmem.model.base import language_of
from kgmem.tuning import tuned

K = TypeVar("K")

_TUNED = tuned("matching.same_kind")

NONE = _TUNED["none"]
"""Log-odds that a task is of no known kind,"""
ELSEWHERE = _TUNED["elsewhere"]
"""what a task has besides that is of another app than is asked for,"""
FOREIGN = _TUNED["foreign"]
"""and what a task in another language has where others are in the text's own."""


class Alike(NamedTuple):
    """What two tasks have in common, each with a weight of its name."""

    cosine: float
    """Of their vectors, where both are in one language,"""
    cosine_abroad: float
    """and where they are in two."""
    in_order: float
    """Of the longer text's words, those that both have in the same order."""
    abroad: float
    """1 where they are in two languages."""
    other_intent: float
    """1 where they ask for different kinds of things."""

    @property
    def log_odds(self) -> float:
        """That they are of one kind, to be held against `NONE`."""
        return sum(map(float.__mul__, self, WEIGHTS))


WEIGHTS = Alike(
    cosine=_TUNED["cosine"],
    cosine_abroad=_TUNED["cosine_abroad"],
    in_order=_TUNED["in_order"],
    abroad=_TUNED["abroad"],
    other_intent=_TUNED["other_intent"],
)


class Wording:
    """A task without known values, that many others are compared with."""

    def __init__(self, text: str, intent: str | None) -> None:
        self._language, self._intent = _language(text), intent
        self._words = _words(text)

    def alike(self, other: str, intent: str | None, cosine: float | None) -> Alike:
        """What another text, that asks for this kind of thing, has in common with it.
        The words of another language say nothing, and a cosine may not be known: then
        what is known counts for both."""
        differs = float(intent_match(self._intent, intent) == 0.0)
        if _language(other) != self._language:
            return Alike(0.0, cosine or 0.0, 0.0, 1.0, differs)
        in_order = LCSseq.normalized_similarity(self._words, _words(other))
        known = in_order if cosine is None else cosine
        return Alike(known, 0.0, in_order, 0.0, differs)


def chance(log_odds: float, others: float = NONE) -> float:
    """The probability of what has these log-odds beside one thing that has `others`."""
    return 1.0 / (1.0 + exp(min(others - log_odds, 700.0)))


def elsewhere(probability: float) -> float:
    """The same of what is of another app than is asked for."""
    odds = probability * exp(ELSEWHERE)
    return odds / (1.0 - probability + odds)


def shares(log_odds: Mapping[K, float]) -> dict[K, float]:
    """The probability of each, beside all of them and none."""
    most = max((*log_odds.values(), NONE))
    odds = {key: exp(one - most) for key, one in log_odds.items()}
    total = sum(odds.values()) + exp(NONE - most)
    return {key: one / total for key, one in odds.items()}


@part_of_text
def _words(text: str) -> tuple[str, ...]:
    """The folded words of a text, marks and function words included."""
    return tuple(folds(text))


_language = part_of_text(language_of)
