"""Lists of codes that give an account back to who lost it."""

import re
from collections.abc import Iterator

from kgmem.redact.finding import PHRASE, Sensitive
from kgmem.redact.rules.plausible import secret_looking
from kgmem.redact.rules.world_forms import listed

_CODE = re.compile(
    r"(?:\d{1,2}[.)、]\s{0,2})?([A-Za-z0-9]{3,16}(?:[\-–][A-Za-z0-9]{2,12}){0,9})"
    r"(?![A-Za-z0-9:/])"
)
_MOST_CODES = 32
_DAY = re.compile(r"(?:19|20)[0-9]{2}(?:-[0-9]{1,2}(?:-[0-9]{1,2})?)?")


def recovery_codes(text: str, at: int) -> Iterator[Sensitive]:
    """The list of codes that begins there, if one does."""
    for _ in range(_MOST_CODES):
        code = _CODE.match(text, at)
        if code is None or not _is_code(code[1]):
            return
        yield Sensitive(*code.span(1), "recovery_code", code[1], PHRASE)
        gap = listed().match(text, code.end())
        if gap is None:
            return
        at = gap.end()


def _is_code(value: str) -> bool:
    """Has it digits, or groups of capitals, and is it no year or date?"""
    if _DAY.fullmatch(value) or len(value) < 4:
        return False
    return secret_looking(value) or ("-" in value and value.isupper())
