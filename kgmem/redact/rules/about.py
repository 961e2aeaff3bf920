"""Words that say something about a secret, and those of grammar, in all languages."""

import re
from collections.abc import Sequence
from functools import cache

from kgmem.redact.accents import plain
from kgmem.redact.rules.world_names import words_of

_SHORT = 3
"""A beginning of so few letters has to be the whole word."""


def about_secrets(value: str) -> bool:
    """Does it say something about a secret, such as "forgotten"?"""
    words = plain(value).split()
    return bool(words) and _status().match(words[0]) is not None


def prose(words: Sequence[str]) -> bool:
    """Are these words a sentence? One of a phrase's words may be one of grammar."""
    small = sum(plain(word) in _grammar() for word in words)
    return small > (1 if len(words) >= 12 else 0)


@cache
def _status() -> re.Pattern[str]:
    found = words_of("status", spaced=True) + words_of("status", spaced=False)
    forms = (
        re.escape(word) + (r"[^\W\d_]{0,5}" if len(word) > _SHORT else "")
        for word in found
    )
    return re.compile(rf"(?:{'|'.join(forms)})(?![^\W_])")


@cache
def _grammar() -> frozenset[str]:
    roles = ("is", "to", "as", "and")
    return frozenset(word for role in roles for word in words_of(role, spaced=True))
