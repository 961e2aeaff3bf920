"""By what a hidden value is recognised again: shape, length and a keyed hash."""

import hashlib
import hmac
from collections.abc import Callable

from kgmem.redact.rules.numbers import canonical
from kgmem.redact.views import folded

Mark = Callable[[str, str], str]
"""Given kind and value: the suffix of the placeholder; empty where there is none."""

HASH_DIGITS = 5
"""Hexadecimal digits, 20 bits: enough to tell the elements of a page apart, too few to
find out a value by trying all, even for who has the key: of 10^11 phone numbers,
100,000 have the same hash."""
SHORT_LIVED = frozenset({"otp", "cvv", "expiry"})
"""Kinds of a few digits. A hash would tell most of them."""
FEWEST_DIGITS = 9
"""Digits from which on a value without other characters gets a hash."""
LENGTHS = (4, 8, 16, 32, 64, 128)
"""A length is told as the first of these that it fits into."""


def unmarked(_kind: str, _value: str) -> str:
    """No key, no hash."""
    return ""


def marks(key: bytes) -> Mark:
    """The marks that this key makes. The same value has the same mark in any spelling
    of its number."""

    def mark(kind: str, value: str) -> str:
        plain = " ".join(folded(value).split())
        same = canonical(kind, plain) or plain
        if kind in SHORT_LIVED or (same.isdigit() and len(same) < FEWEST_DIGITS):
            return ""
        told = hmac.new(key, f"{kind}\0{same}".encode(), hashlib.sha256).hexdigest()
        return f"~{shape(same)}.{told[:HASH_DIGITS]}"

    return mark


def shape(value: str) -> str:
    """Its sorts of characters and about its length: `d16`, `w8`, `s32`.

    d: digits, a: letters, w: both, s: others as well, t: several words.
    """
    long = next((most for most in LENGTHS if len(value) <= most), 999)
    if any(char.isspace() for char in value):
        return f"t{long}"
    if not value.isalnum():
        return f"s{long}"
    sort = "d" if value.isdigit() else "a" if value.isalpha() else "w"
    return f"{sort}{long}"
