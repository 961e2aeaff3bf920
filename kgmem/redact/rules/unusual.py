"""Whether a value is one that nobody writes for another reason, in any language."""

import re

from kgmem.redact.rules.plausible import GERMAN_PASSPORT, secret_looking

_ORDINARY = re.compile(
    r"[0-9]{1,3}[\-–]?[^\W\d_]*|[A-Z]{1,5}-?[0-9]{1,2}|(?:19|20)[0-9]{2}"
    r"|[^\s@]{1,64}@[^\s@]{1,64}\.[^\W\d_]{2,12}|(?:https?://|www\.)\S*"
    r"|[\w\-]{1,40}(?:\.[\w\-]{1,40}){0,3}\.[^\W\d_]{2,6}|[^\W\d_]{1,20}[+&/][^\W\d_]{1,20}"
)
"""`8-digit`, `WPA2`, a year, an address, `login+password`: they stand beside names of
secrets."""
_HUMP = re.compile(r"[a-z][A-Z]")
NUMBERS = {
    "otp": r"(?:[a-z]{1,2}-)?[0-9]{4,10}(?![0-9a-z]|[.\-/][0-9a-z])"
    r"|[0-9]{3}[ \-][0-9]{3,4}(?![0-9])",
    "code": r"(?:[a-z]-)?(?:[0-9]{4,8}|[0-9]{3}[ \-][0-9]{3})"
    r"(?![0-9a-z]|[.\-/][0-9a-z])",
    "cvv": r"[0-9]{3,4}(?![0-9a-z]|[.\-/][0-9])",
    "card": r"[0-9](?:[ \-+.]?[0-9]){11,18}(?![0-9])",
    "expiry": r"(?:0?[1-9]|1[0-2])\s?[/\-]\s?(?:20)?[0-9]{2}(?![0-9/])",
    "bank_account": r"[a-z]{2}[0-9]{2}(?: ?[a-z0-9]{4}){2,7}(?: ?[a-z0-9]{1,3})?"
    r"(?![a-z0-9])|[0-9](?:[ \-]?[0-9]){5,29}(?![0-9])",
    "id_card": r"[a-z]{0,2}[ \-]?[0-9](?:[ \-]?[0-9]){4,17}x?(?:[(（][0-9a][)）])?"
    r"(?![0-9a-z])",
    "passport": rf"(?:[a-z]{{0,3}}[ \-]?[0-9]{{6,9}}[a-z]?[0-9]{{0,2}}"
    rf"|{GERMAN_PASSPORT.pattern}|(?=(?:[a-z]{{0,4}}[0-9]){{5}})[a-z0-9]{{8,9}})"
    r"(?![a-z0-9])",
    "ssn": r"[0-9]{3}[ \-]?[0-9]{2}[ \-]?[0-9]{4}(?![0-9])"
    r"|[a-z]{2}(?: ?[0-9]{2}){3} ?[a-d](?![a-z0-9])",
    "tax": r"(?:[a-z]{1,3}[ \-]?)?[0-9][a-z0-9]{0,2}[ \-.]?[0-9a-z]{4,9}"
    r"[0-9a-z\-.]{0,12}(?<![.\-])(?![a-z0-9])",
    "phone": r"(?:\+|\()?[0-9](?:[ \-.()+]{0,2}[0-9]){6,16}(?![0-9])",
}  # fmt: skip
_FORMS = {kind: re.compile(form) for kind, form in NUMBERS.items()}
"""On a plain text."""
_MIXED_CODE = re.compile(
    r"(?=[a-z]{0,7}[0-9])(?=[0-9]{0,7}[a-z])[a-z0-9]{5,10}(?![a-z0-9])"
)
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")


def unusual(value: str, *, touching: bool) -> bool:
    """Does it look like a secret by itself? `touching`: nothing says that it is one."""
    if touching and _ORDINARY.fullmatch(value):
        return False
    if secret_looking(value):
        return True
    return not touching and len(value) >= 6 and bool(_HUMP.search(value))


def number_at(kind: str, text: str, start: int, how: str) -> tuple[int, int] | None:
    """Where a number of this kind stands; `how` it hangs together with its name."""
    found = _FORMS[kind].match(text, start)
    if found is None and kind == "otp" and how in ("eq", "is"):
        found = _MIXED_CODE.match(text, start)
    if found is None or (how == "adj" and _YEAR.fullmatch(found[0])):
        return None
    return found.span()
