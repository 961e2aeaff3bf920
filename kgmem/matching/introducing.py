"""Little words that say what the value behind them is for: "to Bob", "from Bob"."""

from kgmem.language.vocabulary import meanings, word_set
from kgmem.matching.turning import GOING_ON

_MARKERS = meanings("marker")
"""What each of them says of it, such as that it is a goal."""
_OTHERS = word_set("preposition.other")


def introduces(fold: str) -> bool:
    """Is it a preposition or a joining word, so that another one in its place asks for
    something else?"""
    return fold in _MARKERS or fold in _OTHERS or fold in GOING_ON


def introduces_alike(literal: str, fold: str) -> bool:
    """Does the word say the same of what stands behind it as the literal one?"""
    return literal == fold or _MARKERS.get(literal, literal) == _MARKERS.get(fold)
