"""How far two names are the same one."""

import re

from rapidfuzz.distance import OSA

from kgmem.paths.fits import contains_words
from kgmem.tuning import tuned

_TUNED = tuned("replay.locate.names")

MISSPELLED = _TUNED["misspelled"]
"""Agreement of names that one letter in a longer word sets apart."""
_LONG = 5
"""Letters from which on a word is still told with one letter wrong."""
_BETWEEN = re.compile(r"(?<=[^\W\d_])[\s_\-'’]+(?=[^\W\d_])")
_NUMBER = re.compile(r"\d+")
_DECORATION = re.compile(r"^[^\w+\-−±×÷=<>#$€¥£%]+|[^\w+\-−±×÷=<>#$€¥£%]+$")
"""Marks around a name, but not those that say what a button does."""


def name_agreement(name: str, other: str, is_part: bool = False) -> float:
    """1 for the same name, `MISSPELLED` for one that a slip sets apart, else 0; both
    folded.

    Spaces and hyphens between words, marks and icons around them make no difference.
    `is_part`: the words of `name` may stand in a longer one. Otherwise a name that
    shares words with another one is another name: `Reply all` is not `Reply`.
    """
    if name == other or plain(name) == plain(other):
        return 1.0
    if is_part and contains_words(other, name):
        return 1.0
    return MISSPELLED if _is_slip(plain(name), plain(other)) else 0.0


def plain(name: str) -> str:
    """Without decoration and what separates words; never empty."""
    bare = _DECORATION.sub("", name) or name
    return _BETWEEN.sub("", bare)


def numberless(name: str | None) -> str | None:
    """The name with a sign in the place of each number; None where it has none."""
    told, numbers = _NUMBER.subn("#", name or "")
    return told if numbers else None


def _is_slip(name: str, other: str) -> bool:
    """One letter wrong, not the first, in names of letters."""
    return (
        min(len(name), len(other)) >= _LONG
        and name[0] == other[0]
        and name.isalpha()
        and other.isalpha()
        and name.isascii()
        and OSA.distance(name, other, score_cutoff=1) <= 1
    )
