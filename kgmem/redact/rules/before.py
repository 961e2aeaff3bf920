"""Values that stand before the name of what they are."""

import re

from kgmem.language.vocabulary import either, written
from kgmem.redact.rules.plausible import harmless, secret_looking

_Span = tuple[int, int]

_DETERMINERS = frozenset(written("redact.before.determiner", spaced=True))
_INTO = frozenset(written("redact.before.into", spaced=True))
_HANDLING = re.compile(rf"(?:{either('redact.before.handling')})[a-z]{{0,5}}\Z")
_BEFORE_ZH = re.compile(
    r"(?:[\"'“‘「]([^\"'”’」\n]{1,64})[\"'”’」]|(?<![!-~])([!-~]{4,64}))\s{0,2}"
    rf"(?:{either('redact.before.into', spaced=False)})"
    rf"\s?(?:{either('redact.before.determiner', spaced=False)}){{0,3}}\s?\Z"
)
_WORD = re.compile(r"\S+")
_CLOSING = {'"': '"', "'": "'", "`": "`", "”": "“", "’": "‘"}
_STATING = written("redact.before.stating", spaced=True)
_BEING = written("redact.before.being", spaced=True)
"""Links that need no verb such as "type" before the value."""
_CODE = re.compile(r"(?:[A-Za-z]{1,2}-)?[0-9]{4,8}")


def value_before(lead: str, kind: str) -> tuple[int, int] | None:
    """Where in the text before a name of this kind its value stands.

    `use X as the password`, `用X作为密码`, `123456 is your code`.
    """
    if not lead.strip():
        return None
    last = lead.rstrip()[-1]
    if 0x4E00 <= ord(last) <= 0x9FFF:
        found = _chinese(lead)
    elif lead[-1].isspace() or last in "\"'“‘([#":
        found = _english(lead)
    else:
        return None
    if found and _good(kind, lead[found[0] : found[1]], found[2]):
        return found[0], found[1]
    return None


def _chinese(lead: str) -> tuple[int, int, bool] | None:
    match = _BEFORE_ZH.search(lead)
    return (*match.span(match.lastindex or 1), False) if match else None


def _english(lead: str) -> tuple[int, int, bool] | None:
    """Where the value stands: (start, end, is it something one uses or types?)."""
    words = _without_determiners([m.span() for m in _WORD.finditer(lead)], lead)
    if len(words) > 1 and _word(lead, words[-1]) not in _INTO:
        words = _without_determiners(words[:-1], lead)  # "is your Acme code"
    if len(words) < 2 or _word(lead, words[-1]) not in _INTO:
        return None
    linking = _word(lead, words.pop())
    start, end = _unquoted(lead, *words[-1])
    verb = _word(lead, words[-2]) if len(words) > 1 else ""
    if lead[end : end + 1] in _CLOSING:
        verb = (lead[: max(start - 1, 0)].split() or [""])[-1].lower()
    handled = linking not in _BEING and _HANDLING.match(verb) is not None
    return (start, end, handled) if handled or linking in _STATING else None


def _without_determiners(words: list[_Span], lead: str) -> list[_Span]:
    count = len(words)
    while count and _word(lead, words[count - 1]) in _DETERMINERS:
        count -= 1
    return words[:count]


def _word(lead: str, span: _Span) -> str:
    return lead[span[0] : span[1]].lower()


def _unquoted(lead: str, start: int, end: int) -> _Span:
    """The inside of the quotation that ends here, or the word itself."""
    closing = lead[end - 1]
    if closing in _CLOSING:
        at = lead.rfind(_CLOSING[closing], 0, end - 1)
        if at >= 0:
            return at + 1, end - 1
    return start, end


def _good(kind: str, value: str, handled: bool) -> bool:
    if harmless(value):
        return False
    if kind == "otp":
        return _CODE.fullmatch(value) is not None
    if secret_looking(value):
        return True
    return handled and len(value) >= 4 and " " not in value
