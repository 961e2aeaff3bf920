"""What the literal words of a template weigh, and which words pass for one another.

Words are folded as in `kgmem.language.words`; weights are in content words.
"""

import unicodedata
from functools import lru_cache

from kgmem.language.stemming import stem
from kgmem.language.vocabulary import word_set
from kgmem.tuning import tuned

_TUNED = tuned("matching.anchor_words")

LIGHT = word_set("weight.light")
"""Words that come and go without changing what is asked."""
FUNCTION = word_set("weight.function")
"""Other words of little meaning: they hold a sentence together."""
NEGATIONS = word_set("negation")
POLAR = NEGATIONS | word_set("polar")
"""Words that turn what is asked into its opposite."""
OPENING = LIGHT | word_set("opening")
"""What may stand before a request without being a part of it."""
CLOSING = word_set("closing")
"""What may stand after it."""
NEVER_FIRST = word_set("never_first")
NEVER_LAST = word_set("never_last")
"""Words that no name or phrase begins or ends with."""

MARK_WEIGHT = _TUNED["mark_weight"]
LIGHT_WEIGHT = _TUNED["light_weight"]
FUNCTION_WEIGHT = _TUNED["function_weight"]
POLAR_WEIGHT = _TUNED["polar_weight"]
HAN_SHARE = _TUNED["han_share"]
"""A Chinese word has two characters on average; each weighs half of one."""

LIGHT_SWAP = _TUNED["light_swap"]
INFLECTED = _TUNED["inflected"]
"""Shares of a word that are lost with another light word, or another ending."""


@lru_cache(1 << 15)
def weight(fold: str) -> float:
    """How much of a sentence's meaning the word carries; 1 for a content word."""
    if not any(map(str.isalnum, fold)):
        return MARK_WEIGHT
    share = HAN_SHARE if is_han(fold) else 1.0
    if fold in POLAR:
        return POLAR_WEIGHT * share
    if fold in LIGHT:
        return LIGHT_WEIGHT * share
    return (FUNCTION_WEIGHT if fold in FUNCTION else 1.0) * share


@lru_cache(1 << 15)
def is_content(fold: str) -> bool:
    """Does the word say something by itself?"""
    return any(map(str.isalnum, fold)) and not any(
        fold in words for words in (OPENING, CLOSING, FUNCTION)
    )


@lru_cache(1 << 15)
def is_han(fold: str) -> bool:
    """Is it a Chinese character?"""
    return len(fold) == 1 and unicodedata.name(fold, "").startswith("CJK")


@lru_cache(1 << 16)
def swap_loss(literal: str, word: str) -> float | None:
    """The share of a literal word that is lost if `word` stands in its place; None:
    it is another word.

    Nothing for the same, little for an inflection (`order`, `orders`) or light words
    of one another (`is`, `are`).
    """
    if literal == word:
        return 0.0
    if literal in LIGHT and word in LIGHT:
        return LIGHT_SWAP
    if stem(literal) == stem(word):
        return INFLECTED
    return None
