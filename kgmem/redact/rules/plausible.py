"""Whether a value can be the secret that its field or phrase announces."""

import re

from kgmem.language.vocabulary import either, word_set

LONGEST_SECRET = 4096
"""Longer values of a secret field are taken for text about it (keys excepted)."""

_MASKED = re.compile(
    r"[•●∙*＊xX._\-\s]{1,64}|\[REDACTED:[a-z_]{1,24}#[0-9]{1,9}(?:~[a-z0-9.]{1,24})?\]"
)
_REFERENCE = re.compile(
    r"\$?\{.{0,80}\}{1,2}|\$\(?[A-Za-z_]\w{0,40}\)?|%\(?\w{0,40}\)?s|<[^<>]{1,80}>"
    r"|<secret>.{0,80}</secret>|\[[A-Za-z_ ]{1,40}\]"
    r"|(?:self|os|env|process|config|settings|args|request|data|this)\.[\w.\[\]()\"']+"
    r"|\w{0,40}\(.{0,200}"
)
"""A template, a variable or an expression stands for the value."""
_NAMELIKE = re.compile(
    rf"(?i)(?:{either('redact.noun.lead')})?[_\-.]?(?:[a-z]{{1,20}}[_\-.]){{0,3}}"
    rf"(?:{either('redact.noun.secret')})s?"
    r"(?:[_\-.][a-z]{1,20}){0,3}"
)
_RANGE = re.compile(r"[0-9]{1,3}(?:[-–~—/.,:xX+][0-9]{0,4}){0,4}[%+]?")
_DATE = re.compile(r"[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}(?:T[0-9:.Z+\-]{0,24})?")
_HARMLESS = word_set("redact.harmless")
"""Words that follow "password" or "token" without being one."""
_SCHEMA_WORDS = word_set("redact.schema")
"""Words that stand in a secret's field and only tell about it."""
_INPUT_HINT = re.compile(rf"(?i){either('redact.input_hint')}")
_DIGIT = re.compile(r"[0-9]")
_SIGN = re.compile(r"[!@#$%^&*+=~]")
_ALNUM = re.compile(r"[^\W_]")
_TOKEN = re.compile(r"[A-Za-z0-9+/_\-.~=%!@#$^*:|]{4,4096}")
_DIGITS = {
    "card": (8, 19), "cvv": (3, 4), "bank_account": (5, 34), "id_card": (5, 18),
    "ssn": (6, 9), "tax": (6, 18), "passport": (1, 12), "phone": (5, 16),
}  # fmt: skip
"""How many digits a value of the kind has, at least and at most."""
GERMAN_PASSPORT = re.compile(r"(?=[a-z]{0,8}[0-9])[cfghjklmnprtvwxyz0-9]{9}")
"""It has no vowels, so that it is no word. In small letters."""
_EXPIRY = re.compile(r"(?:0?[1-9]|1[0-2])\s?[/\-]\s?(?:20)?[0-9]{2}")


_LONG = frozenset({"cookie", "private_key", "bearer", "recovery_code", "seed_phrase"})
"""Kinds whose values are many words."""


def harmless(value: str) -> bool:
    """Words, masks, variables: nothing that a secret's place would reveal."""
    return value.strip().lower().rstrip(".:!?…") in _HARMLESS or _stands_for(value)


def _stands_for(value: str) -> bool:
    """Is it a mask, a variable, a name or nothing at all?"""
    bare = value.strip()
    return not _ALNUM.search(bare) or bool(
        _MASKED.fullmatch(bare)
        or _REFERENCE.fullmatch(bare)
        or _NAMELIKE.fullmatch(bare)
    )


def secret_looking(value: str) -> bool:
    """Does it look like a password on its own: digits or signs, no range or date?"""
    if len(value) < 4 or (_RANGE.fullmatch(value) and not value.isdigit()):
        return False
    if _DATE.fullmatch(value):
        return False
    return bool(_DIGIT.search(value) or _SIGN.search(value, 1))


def token_looking(value: str, *, named: bool) -> bool:
    """Does it look like a key: no words, no date? `named`: the name before it is an
    identifier such as `client_secret`, so letters alone will do."""
    if len(value) < 6 or _DATE.fullmatch(value) or _RANGE.fullmatch(value):
        return False
    digits = sum(char.isdigit() for char in value)
    if named:
        return len(value) >= 8 or digits > 0
    return (digits > 0 and len(value) >= 8) or len(value) >= 24


def typed_secret(kind: str, value: str) -> bool:
    """Can what was typed into a field of this kind be its secret?"""
    bare = value.strip()
    if _MASKED.fullmatch(bare) or _REFERENCE.fullmatch(bare):
        return kind in ("password", "otp") and bare.isalpha()
    if kind in ("password", "api_key"):
        return bool(bare) and len(bare) <= LONGEST_SECRET
    return field_secret(kind, bare)


def field_secret(kind: str, value: str) -> bool:
    """Can the value of a named field (a JSON key, a parameter) be its secret?"""
    bare = value.strip()
    if not bare or (len(bare) > LONGEST_SECRET and kind != "private_key"):
        return False
    if kind in _DIGITS:
        return _fits_digits(kind, bare)
    if kind == "expiry":
        return _EXPIRY.fullmatch(bare) is not None
    if kind == "otp":
        return _one_time_code(bare)
    if kind in ("email", "address"):
        return any(char.isalnum() for char in bare)
    if bare.lower() in _SCHEMA_WORDS or _stands_for(bare) or _INPUT_HINT.match(bare):
        return False
    if kind == "api_key":
        return _TOKEN.fullmatch(bare) is not None and not _DATE.fullmatch(bare)
    return len(bare.split()) <= 8 or kind in _LONG


def _one_time_code(value: str) -> bool:
    digits = sum(char.isdigit() for char in value)
    compact = value.replace(" ", "").replace("-", "")
    return bool(digits) and len(compact) <= 10 and compact.isalnum()


def _fits_digits(kind: str, value: str) -> bool:
    low, high = _DIGITS[kind]
    digits = sum(char.isdigit() for char in value)
    letters = sum(char.isalpha() for char in value)
    if kind == "passport" and digits < 5:
        return GERMAN_PASSPORT.fullmatch(value.lower()) is not None
    allowed = digits if kind in ("tax", "passport") else max(2, digits // 2)
    return low <= digits <= high and letters <= allowed
