"""clause -> what somebody says of himself, by what people usually say.

The patterns stand in the files of `language/`, role by role; a clause counts only as a
whole, so that a condition, a question or a quotation says nothing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from kgmem.language.vocabulary import Language, languages, roles
from kgmem.model.base import language_of

SURE, UNSURE = 0.9, 0.5
"""Confidence of what is said plainly, and of what is only supposed."""
_CLAUSE = re.compile(
    r"[,;.!?](?=\s|$)|[，；。！？\n]| (?:and|but)(?= (?:i|my|the user)\b)", re.I
)
_ASKED = re.compile(r"[?？]\s*$")
_SENTENCE = re.compile(r"[^.!?。！？\n]*(?:[.!?](?=\s|$)|[。！？\n]|$|\.(?=\S))+")
_VALUE = r"[^\s,.;!?，；。！？][^,;!?，；。！？]{0,80}?"
_ROLE = "person"
NOTE = f"{_ROLE} note"
"""The predicate of what no pattern reads."""
_PLAIN = ("opening", "closing", "hedge", "self", "own", "asks")


@dataclass(frozen=True, slots=True)
class Said:
    """Something that a person says of himself."""

    predicate: str
    value: str
    text: str
    """As the profile tells it."""
    quote: str
    confidence: float = SURE
    single: bool = False
    """Does another value take its place? Of those whose predicate does not tell."""


def clauses(text: str) -> list[str]:
    """The clauses of what was said, without questions."""
    told = [one for one in _sentences(text) if not _ASKED.search(one)]
    return [
        clause
        for one in told
        for part in _CLAUSE.split(one)
        if (clause := part.strip())
    ]


def _sentences(text: str) -> Iterator[str]:
    for match in _SENTENCE.finditer(text[:20_000]):
        if one := match[0].strip():
            yield one


def said_of_self(text: str) -> list[Said]:
    """What the text says of who says it, clause by clause."""
    found = (read_clause(clause) for clause in clauses(text))
    return list(dict.fromkeys(one for one in found if one is not None))


def read_clause(clause: str) -> Said | None:
    """What a clause says; None if it says nothing of the person."""
    told = language_of(clause)
    for role, pattern, tells in _patterns(told):
        if (match := pattern.fullmatch(" ".join(clause.split()))) is None:
            continue
        parts = match.groupdict()
        value, topic = parts["x"].strip(), (parts.get("topic") or "").strip()
        return _said(role, value, topic, tells, clause, bool(parts["hedge"]))
    return None


def _said(
    role: str, value: str, topic: str, tells: tuple[str, ...], clause: str, hedged: bool
) -> Said:
    about = topic or (_head(value) if role == "preference" else "")
    return Said(
        " ".join(filter(None, (_ROLE, role, about))),
        value,
        tells[bool(topic)].format(x=value, topic=topic),
        clause,
        UNSURE if hedged else SURE,
        single=bool(about),
    )


def _head(value: str) -> str:
    """What a preference is about: the last word of `window seat`, of 靠窗座位."""
    last = value.split()[-1]
    return last[-2:] if language_of(last) == "zh" else last.casefold().rstrip("s")


@cache
def _ranks() -> dict[str, int]:
    return {role: n for n, role in enumerate(roles(_ROLE))}


def place_in_profile(predicate: str | None) -> int:
    """Where a profile tells of it: notes first, then name, age, home …"""
    role = (predicate or "").removeprefix(f"{_ROLE} ").split(" ")[0]
    return _ranks().get(role, -1)


@cache
def _patterns(code: str) -> tuple[tuple[str, re.Pattern[str], tuple[str, ...]], ...]:
    language = next(one for one in languages() if one.code == code)
    found = []
    for role in roles(_ROLE):
        if role in _PLAIN:
            continue
        says = language.words(f"{_ROLE}.{role}.says")
        tells = language.words(f"{_ROLE}.{role}.tells")
        found += [(role, _whole(language, one), tells) for one in says]
    return tuple(found)


def _whole(language: Language, says: str) -> re.Pattern[str]:
    """The pattern of a clause that says this and nothing else."""
    gap = r"\s+" if language.spaced else r"\s*"
    filled = says.format(
        self=_any(language, "self"), own=_any(language, "own"), value=_VALUE
    )
    opening, hedge = _any(language, "opening"), _any(language, "hedge")
    closing = _any(language, "closing")
    form = (
        rf"(?:{opening}[:：]?{gap})*(?P<hedge>{hedge}{gap})?(?:that{gap})?"
        rf"{filled}(?:{gap}{closing})*"
    )
    # A value may begin with a capital letter where the pattern says so.
    return re.compile(form, re.IGNORECASE)


def _any(language: Language, role: str) -> str:
    words = sorted(language.words(f"{_ROLE}.{role}"), key=len, reverse=True)
    return f"(?:{'|'.join(words)})"
