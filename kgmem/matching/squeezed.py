"""Values as they stand within other words: "Order Guide" in "OrderGuideHistory"."""

from collections.abc import Collection

from kgmem.language.stemming import stem
from kgmem.language.words import folds
from kgmem.matching.anchor_words import is_han

SHORTEST = 4
"""Letters and digits of a value that is looked for within words,"""
SHORTEST_HAN = 2
"""and of one with Chinese characters: shorter ones stand anywhere."""


def squeezed(text: str) -> str:
    """Its letters and digits, folded, without anything between them."""
    return "".join(ch for fold in folds(text) for ch in fold if ch.isalnum())


def holds(text: str, values: Collection[str]) -> bool:
    """Does one of the squeezed values stand in the text, however it is written, and is
    it not just another form of one of its words: "posts" for "post"?"""
    said = squeezed(text)
    return any(
        is_long_enough(value) and value in said and not _is_inflected(text, value)
        for value in values
    )


def is_long_enough(value: str) -> bool:
    """Does it say enough to be looked for within words?"""
    return len(value) >= (SHORTEST_HAN if any(map(is_han, value)) else SHORTEST)


def _is_inflected(text: str, value: str) -> bool:
    return any(fold != value and stem(fold) == stem(value) for fold in folds(text))
