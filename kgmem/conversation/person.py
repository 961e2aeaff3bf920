"""clause -> what somebody says of himself, by what people usually say.

The patterns stand in the files of `language/`, role by role; a clause counts only as a
whole, so that a condition, a question or a quotation says nothing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from kgmem.language.vocabulary import Language, languages, roles
from kgmem.model.base import language_of

SURE, UNSURE = 0.9, 0.5
"""Confidence of what is said plainly, and of what is only supposed."""
_CLAUSE = re.compile(
    r"[,;.!?](?=\s|$)|[，；。！？\n]|[,;.!?](?=[\u4e00-\u9fff])"
    r"| (?:and|but)(?= (?:i|my|the user)\b)",
    re.I,
)
_ASKED = re.compile(r"[?？]\s*$")
_SENTENCE = re.compile(
    r"[^.!?。！？\n]*(?:[.!?](?=\s|$)|[!?](?=[\u4e00-\u9fff])|[。！？\n]|$|\.(?=\S))+"
)
_VALUE = r"[^\s,.;!?，；。！？][^,;!?，；。！？]{0,80}?"
_ROLE = "person"
NOTE = f"{_ROLE} note"
"""The predicate of what no pattern reads."""
_PLAIN = ("opening", "closing", "hedge", "self", "own", "denial", "asks")


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


def denied_of_self(text: str) -> list[Said]:
    """What the text says is not so of who says it, each as it would be said if it were:
    of "I am not vegetarian any more" that he is."""
    found = (
        replace(said, quote=clause)
        for clause in clauses(text)
        for bare in _affirmed(clause)
        if (said := read_clause(bare)) is not None
    )
    return list(dict.fromkeys(found))


def _affirmed(clause: str) -> Iterator[str]:
    """The clause without what denies it, if anything does: without one of its marks,
    and without all of them."""
    marks = _language(language_of(clause)).words(f"{_ROLE}.denial")
    every = clause
    for mark in marks:
        bare = re.sub(mark, "", every, count=1, flags=re.I)
        if bare != every:
            yield bare
        every = bare


def read_clause(clause: str) -> Said | None:
    """What a clause says; None if it says nothing of the person."""
    for role, pattern in _patterns(language_of(clause)):
        if (match := pattern.fullmatch(" ".join(clause.split()))) is None:
            continue
        parts = match.groupdict()
        value, topic = parts["x"].strip(), (parts.get("topic") or "").strip()
        sure = UNSURE if parts["hedge"] or parts.get("doubt") else SURE
        if said := said_as(role, value, topic, clause, sure):
            return said
    return None


def is_polite_only(sentence: str) -> bool:
    """Does it hold nothing but what people begin with: "Thanks!", 好的,谢谢。"""
    return all(
        any(
            re.fullmatch(_any(language, "opening"), clause, re.I)
            for language in languages()
        )
        for clause in filter(None, (part.strip() for part in _CLAUSE.split(sentence)))
    )


def kinds() -> tuple[str, ...]:
    """What can be said of a person: name, age, home …"""
    return tuple(role for role in roles(_ROLE) if role not in _PLAIN)


def said_as(
    role: str, value: str, topic: str, quote: str, confidence: float
) -> Said | None:
    """Something of one of `kinds`, as a profile tells it in the quote's language; None
    if it needs a topic, such as whose name it is, and has none."""
    tells = _language(language_of(quote)).words(f"{_ROLE}.{role}.tells")
    topic = topic if len(tells) > 1 else ""
    if not (form := tells[bool(topic)]):
        return None
    about = topic or (_head(value) if role == "preference" else "")
    return Said(
        " ".join(filter(None, (_ROLE, role, about))),
        value,
        form.format(x=value, topic=topic),
        quote,
        confidence,
        single=bool(about),
    )


def note(text: str, quote: str, confidence: float) -> Said:
    """Something that is of none of the kinds, in words of its own."""
    return Said(NOTE, text, text, quote, confidence)


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
def _patterns(code: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    language = _language(code)
    return tuple(
        (role, _whole(language, one))
        for role in kinds()
        for one in language.words(f"{_ROLE}.{role}.says")
    )


def _language(code: str) -> Language:
    return next(one for one in languages() if one.code == code)


def _whole(language: Language, says: str) -> re.Pattern[str]:
    """The pattern of a clause that says this and nothing else."""
    gap = r"\s+" if language.spaced else r"\s*"
    opening, hedge = _any(language, "opening"), _any(language, "hedge")
    # I probably live in …
    person = rf"(?:{_any(language, 'self')}(?:{gap}(?P<doubt>{hedge}))?)"
    filled = says.format(self=person, own=_any(language, "own"), value=_VALUE)
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
