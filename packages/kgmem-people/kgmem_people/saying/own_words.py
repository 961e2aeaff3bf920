"""A message -> what in it its writer says himself.

Quotations, code, what is pasted, and what follows a request to write, translate or play
something is left out; places stay."""

import re
from functools import cache

from kgmem.people import languages
from kgmem_people.person import any_of

LONGEST = 20_000
"""Characters that are looked at."""
_OTHERS = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|^\s*>.*$|^(?: {4}|\t).*$"
    r"|\"[^\"\n]*\"|“[^”]*”|「[^」]*」|『[^』]*』|‘[^’\n]*’|(?<!\w)'[^'\n]{3,}'(?!\w)",
    re.M | re.S,
)


def own_words(text: str) -> str:
    """The text as long as it was, with blanks for what is not its writer's own."""
    whole = text[:LONGEST]
    whole = _OTHERS.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), whole)
    ends = [m.start() for p in (_made(), _announced()) if (m := p.search(whole))]
    return whole[: _line_before(whole, min(ends))] if ends else whole


def _line_before(text: str, at: int) -> int:
    """Where the sentence begins that this stands in."""
    return max(text.rfind(mark, 0, at) + 1 for mark in ".!?。！？\n")


@cache
def _made() -> re.Pattern[str]:
    said = (
        rf"{b}{any_of(one.code, 'made')}"
        for one in languages()
        for b in [r"\b" if one.spaced else ""]
    )
    return re.compile("|".join(said), re.I)


@cache
def _announced() -> re.Pattern[str]:
    """What somebody else said follows."""
    said = "|".join(any_of(one.code, "announced") for one in languages())
    return re.compile(rf"(?:{said})[^.!?。！？\n]{{0,12}}[:：]", re.I)


def play_begins(text: str) -> int | None:
    """Where its writer begins to play somebody, if he does."""
    found = _pattern("plays").search(text)
    return _line_before(text, found.start()) if found else None


def play_ends(text: str) -> int | None:
    """Where he ends it, if he does."""
    found = _pattern("plays_no_more").search(text)
    return found.end() if found else None


@cache
def _pattern(role: str) -> re.Pattern[str]:
    return re.compile("|".join(any_of(one.code, role) for one in languages()), re.I)
