"""Tell a generated name from a chosen one by its shape, not by a list of words."""

import re

_ANDROID_ID = re.compile(r"[\w.]+:id/\w+")
_SWITCH = re.compile(r"[A-Za-z](?=\d)|\d(?=[A-Za-z])")
_HEX = re.compile(r"[0-9a-fA-F]{8,}")


def is_chosen(name: str) -> bool:
    """Has letters, no digits, no hash's shape and no framework's colons."""
    return (
        any(ch.isalpha() for ch in name)
        and not any(ch.isdigit() for ch in name)
        and not looks_generated(name)
    )


def has_few_digits(name: str) -> bool:
    """One or two digits among more letters, such as `option1`, and no hash."""
    digits = sum(ch.isdigit() for ch in name)
    letters = sum(ch.isalpha() for ch in name)
    return 0 < digits <= 2 < letters and not looks_generated(name)


def looks_generated(name: str) -> bool:
    """A part of it has a hash's shape, or it has a framework's colons (`:r1:`)."""
    if ":" in name and not _ANDROID_ID.fullmatch(name):
        return True
    return any(is_hash_like(part) for part in re.split(r"[^0-9A-Za-z]+", name))


def is_hash_like(part: str) -> bool:
    """No word by its shape: mostly a number, letters and digits that alternate, no
    vowel in many letters, or many humps of one or two letters (`bdVaJa`)."""
    if len(part) < 5 or not part.isascii():
        return False
    if sum(ch.isdigit() for ch in part) >= max(4, len(part) / 2):
        return True
    if switches(part) >= 3:
        return True
    if len(part) >= 6 and part.isalpha() and not re.search(r"[aeiouy]", part, re.I):
        return True
    humps = re.findall(r"[A-Z]*[a-z]*", part)[:-1] if part.isalpha() else []
    return len(humps) >= 3 and len(part) / len(humps) < 2.5


def is_identifier(part: str) -> bool:
    """A database id by its shape: eight hexadecimal digits with a decimal one among
    them, or ten letters and digits that alternate at least three times."""
    if _HEX.fullmatch(part):
        return len(part) >= 16 or any(ch.isdigit() for ch in part)
    return len(part) >= 10 and part.isascii() and part.isalnum() and switches(part) >= 3


def switches(part: str) -> int:
    """How often letters turn to digits or back."""
    return len(_SWITCH.findall(part))
