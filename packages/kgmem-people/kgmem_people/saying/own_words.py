"""A message -> what in it its writer says himself.

Quotations, code, what is pasted, and what follows a request to write, translate or play
something is left out; places stay."""

import re
from functools import cache

from kgmem.people import languages
from kgmem_people.person import any_of

LONGEST = 20_000
"""Characters that are looked at."""
_FOLLOWS = r"[^.!?。！？\n]{0,12}[:：]"
"""Behind what announces what somebody else said."""
ELSE = "\ufffc"
"""Stands for each sign that is not the writer's own, so that nothing is cut there."""
_OTHERS = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|^\s*>.*$|^(?: {4}|\t).*$"
    r"|\"[^\"\n]*\"|“[^”]*”|「[^」]*」|『[^』]*』|‘[^’\n]*’|(?<!\w)'[^'\n]{3,}'(?!\w)",
    re.M | re.S,
)


def own_words(text: str) -> str:
    """The text as long as it was, with `ELSE` for what is not its writer's own."""
    whole = text[:LONGEST]
    whole = _OTHERS.sub(lambda match: re.sub(r"[^\n]", ELSE, match[0]), whole)
    patterns = _pattern("made", r"\b"), _pattern("announced", "", _FOLLOWS)
    ends = [match.start() for one in patterns if (match := one.search(whole))]
    return whole[: _line_before(whole, min(ends))] if ends else whole


def _line_before(text: str, at: int) -> int:
    """Where the sentence begins that this stands in."""
    return max(text.rfind(mark, 0, at) + 1 for mark in ".!?。！？\n")


@cache
def _pattern(role: str, start: str = "", end: str = "") -> re.Pattern[str]:
    """Any word of a role, in a spaced language behind `start`, and before `end`."""
    said = (
        (start if one.spaced else "") + any_of(one.code, role) for one in languages()
    )
    return re.compile(f"(?:{'|'.join(said)}){end}", re.I)
