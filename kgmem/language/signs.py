"""The sign of a number below zero, written in one way: `-8`, however it was typed."""

import re

from kgmem.language.clauses import QUOTED
from kgmem.language.stopwords import CHINESE, ENGLISH
from kgmem.language.typed import typed_spans
from kgmem.language.words import HAN
from kgmem.model.kind import form_of

_TYPED = r"[-−﹣－–]"
"""Characters that people type for it: a hyphen, the sign itself, its wide forms, a
dash."""
_SIGN = re.compile(
    rf"(?<![^\s(\[,:=，：（{HAN}])(?<!\d\s)(?<!\d[{HAN}])"
    rf"(?P<sign>{_TYPED})(?P<gap>[ \u00a0]?)(?=\d)"
)
_LAST_WORD = re.compile(rf"([A-Za-z]+|[{HAN}]|[(\[,:=，：（])\s*$")
MOMENT = 20
"""Characters in which a day or a time stands."""
_AWAIT = frozenset("([:=：（")
"""Marks behind which a value is to come."""


def plain_signs(text: str) -> str:
    """The text with `-` before each number below zero, and no space between them; what
    is quoted stays as it is.

    >>> plain_signs("to −8, then by - 3 (from 12 − 4, tea - 2 bags, at - 3 pm)")
    'to -8, then by -3 (from 12 − 4, tea - 2 bags, at - 3 pm)'
    """
    quoted = [match.span() for match in QUOTED.finditer(text)]

    def plain(match: re.Match[str]) -> str:
        is_word_for_word = any(a < match.start() < b for a, b in quoted)
        return match[0] if is_word_for_word else _plain(match)

    return _SIGN.sub(plain, text)


def _plain(match: re.Match[str]) -> str:
    if _is_moment(match.string[match.end() : match.end() + MOMENT]):
        return match[0]
    if not match["gap"] or match["sign"] == "−" or _leads_on(match):
        return "-"
    return match[0]


def _is_moment(text: str) -> bool:
    """Does it begin with a day or a time of day? None is below zero."""
    first = next(iter(typed_spans(text)), None)
    return first is not None and not first.span[0] and form_of(first.kind).is_moment


def _leads_on(match: re.Match[str]) -> bool:
    """Does what stands before the sign await a value: a little word, a colon, no
    name?"""
    before = _LAST_WORD.search(match.string, max(0, match.start() - 20), match.start())
    if before is None:
        return not match.string[: match.start()].strip()
    word = before[1].casefold()
    return word in _AWAIT or word in ENGLISH or word in CHINESE
