"""Names of what is offered as a tool."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby

from kgmem.generalize.wording.names import code_name
from kgmem.language.intent import intent_of
from kgmem.language.stopwords import ENGLISH
from kgmem.messages import phrase
from kgmem.model.base import language_of
from kgmem.model.kind import KINDS
from kgmem.model.pattern import Pattern, Slot
from kgmem.model.texts.template import Hole, parts

LONGEST = 48
"""Characters of a name; clients of the Model Context Protocol take 64."""

_LATIN = re.compile(r"[a-z0-9]+")
_ARGUMENT = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
WORDS = 3
"""Words of a tool's name before what tells it from others."""


def tool_names(
    patterns: Iterable[Pattern], taken: Collection[str] = ()
) -> dict[str, Pattern]:
    """Patterns by names that say what they do: `create_issue`; of Latin letters. More
    words, then the app, then a number tell one from those that are older: their names
    stay; and from `taken` ones, which other tools have."""
    named: dict[str, Pattern] = {}
    for pattern in sorted(patterns, key=_age):
        name = next(
            one for one in _names(pattern) if one not in named and one not in taken
        )
        named[name] = pattern
    return named


def _age(pattern: Pattern) -> datetime:
    return pattern.created_at or datetime.max.replace(tzinfo=UTC)


def _names(pattern: Pattern) -> Iterator[str]:
    told = [word for word, _ in groupby(_told_words(pattern))]
    first = told[: _first_words(pattern, told)]
    app = _LATIN.findall((pattern.app or "").lower())
    for end in range(len(first), len(told) + 1):
        yield "_".join(told[:end])[:LONGEST].strip("_")
    if app:
        yield "_".join((*first, "in", *app))[:LONGEST].strip("_")
    for n in range(2, 1_000_000):
        yield f"{'_'.join(first)[: LONGEST - 8]}_{n}"


def _told_words(pattern: Pattern) -> Iterator[str]:
    """What it does, word by word: those of its wording without small ones, and the
    names of its slots. Of a wording in other letters its intent stands for the
    words, and what the page's writers call its fields."""
    pieces = parts(pattern.template)
    literal = " ".join(one for one in pieces if isinstance(one, str))
    if language_of(literal) == "zh" or not _words(literal):
        yield intent_of(literal) or "do"
    for piece in pieces:
        if isinstance(piece, Hole):
            piece = _latin_name(pattern, piece.slot)
        yield from _words(piece)


_PARTICLES = frozenset(("in", "out", "off", "on", "up", "down"))
"""Small words that belong to a verb before them: `log in`."""


def _words(text: str) -> list[str]:
    """The Latin words of it, without small ones."""
    found = _LATIN.findall(text.lower())
    return [
        word
        for n, word in enumerate(found)
        if word not in ENGLISH or (n == 1 and word in _PARTICLES)
    ]


def _first_words(pattern: Pattern, told: Sequence[str]) -> int:
    """How many words say what it does: those before the first value, two at least."""
    before = parts(pattern.template)[0]
    text = before if isinstance(before, str) else ""
    return min(max(2, len(_words(text))), WORDS, len(told))


def argument_names(pattern: Pattern) -> list[str]:
    """What its slots are called where Latin letters alone are taken: by their names, by
    what the page's writers call their fields, or else by their kinds."""
    names: list[str] = []
    for slot in pattern.slots:
        own = _latin_name(pattern, slot.name) or _kind_name(slot)
        alike = (own, *(f"{own}_{n}" for n in range(2, len(pattern.slots) + 2)))
        names.append(next(one for one in alike if one not in names))
    return names


def _latin_name(pattern: Pattern, slot: str) -> str:
    told = (slot, code_name(slot, pattern.steps))
    return next((one for one in told if _ARGUMENT.fullmatch(one)), "")


def _kind_name(slot: Slot) -> str:
    kind = slot.kind if slot.kind in KINDS else "text"
    return phrase(f"kind.{kind}", "en")
