"""clause -> what somebody says of himself, by what people usually say.

The patterns stand in the files of `language/`, role by role; a clause counts only as a
whole, so that a condition, a question or a quotation says nothing."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeVar

from kgmem.conversation.asserting import (
    SPEAKER,
    Clause,
    Subjects,
    any_of,
    asks_for_text,
    is_asserted,
    pieces,
    sentences,
    split,
    without_quotations,
)
from kgmem.language import chinese
from kgmem.language.vocabulary import Language, languages, roles
from kgmem.model.base import language_of

SURE, UNSURE = 0.9, 0.5
"""Confidence of what is said plainly, and of what is only supposed."""
_VALUE = r"[^\s,.;!?，；。！？][^,;!?，；。！？]{0,80}?"
_ROLE = "person"
NOTE = f"{_ROLE} note"
"""The predicate of what no pattern reads."""


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
    about: str = SPEAKER
    """Who, if somebody else."""


def said_of_self(text: str) -> list[Said]:
    """What the text asserts of who says it, clause by clause."""
    return [one for one in said_of_anybody(text) if one.about == SPEAKER]


def said_of_anybody(text: str) -> list[Said]:
    """The same, and what it asserts of others whom it names."""
    found = []
    for clause, said in _read(text, lambda one: read_clause(one, told=False)):
        if said is not None and clause.about == SPEAKER:
            found.append(said)
        elif said is not None and said.predicate != f"{_ROLE} name":
            found.append(_of_another(said, str(clause.about)))
    return list(dict.fromkeys(found))


def described_of_self(text: str) -> list[Said]:
    """What a description says of the person whom it describes."""
    found = (read_clause(clause, told=True) for clause in pieces(text))
    return list(dict.fromkeys(one for one in found if one is not None))


def denied_of_self(text: str) -> list[Said]:
    """What the text says is not so of who says it, each as it would be said if it were:
    of "I am not vegetarian any more" that he is. An empty value: whatever it was."""
    found = (
        replace(said, quote=clause.quote)
        for clause, bare in _read(text, lambda one: _denied(one) or None)
        if clause.about == SPEAKER and bare
        for said in bare
    )
    return list(dict.fromkeys(found))


def opposite_of(said: Said) -> Said | None:
    """What can't be so beside it: of what is liked that it is not."""
    role = said.predicate.removeprefix(f"{_ROLE} ")
    found = _language(language_of(said.quote)).words(f"{_ROLE}.{role}.opposite")
    return replace(said, predicate=f"{_ROLE} {found[0]}") if found else None


def meant_instead(text: str, before: Sequence[Said]) -> tuple[Said, Said] | None:
    """What was said before, and what is meant instead: "typo: it's May 21". Of what was
    said, the last thing with a value of the same make; None if the text corrects
    nothing."""
    text = " ".join(text.split()).rstrip(".!。！")
    for pattern in _meant(language_of(text)):
        if match := pattern.fullmatch(text):
            value = match["x"]
            for old in reversed(before):
                role, _, topic = old.predicate.removeprefix(f"{_ROLE} ").partition(" ")
                if _make(value) != _make(old.value) or value == old.value:
                    continue
                if said := said_as(role, value, topic, old.quote, old.confidence):
                    return old, replace(said, about=old.about, quote=text)
    return None


def _make(value: str) -> tuple[bool, bool, bool]:
    """Has it digits, does it begin with a capital letter, is it Chinese?"""
    digits = any(sign.isdigit() for sign in value)
    return digits, value[:1].isupper(), language_of(value) == "zh"


@cache
def _meant(code: str) -> tuple[re.Pattern[str], ...]:
    says = _language(code).words(f"{_ROLE}.meant")
    return tuple(re.compile(one.format(value=_VALUE), re.I) for one in says)


Reading = TypeVar("Reading")


def _read(
    text: str, read: Callable[[str], Reading | None]
) -> Iterator[tuple[Clause, Reading | None]]:
    """Each clause that is asserted, and what it is read as."""
    subjects = Subjects()
    for sentence in sentences(text):
        if asks_for_text(sentence):
            return
        if not is_asserted(sentence):
            continue
        for part in split(without_quotations(sentence)):
            listed = subjects.of(part)
            for one in listed:
                if (named := _name_of_another(one)) is not None:
                    subjects.call(named)
            known = [one for one in listed if one.about is not None]
            found = ((one, read(one.text)) for one in known)
            clause, said = next(
                ((one, said) for one, said in found if said is not None),
                (listed[-1], None),
            )
            if said is not None:
                subjects.go_on(clause)
            yield clause, said


def _name_of_another(clause: Clause) -> str | None:
    if clause.about == SPEAKER:
        return None
    said = read_clause(clause.text)
    return said.value if said and said.predicate == f"{_ROLE} name" else None


def _of_another(said: Said, about: str) -> Said:
    language = _language(language_of(said.quote))
    [speaker] = language.words(f"{_ROLE}.speaker")
    text = said.text.replace(speaker, about, 1)
    return replace(said, text=text[:1].upper() + text[1:], about=about)


def _denied(clause: str) -> list[Said]:
    """What a clause denies, or says has ended."""
    found = (read_clause(bare) for bare in _affirmed(clause))
    return [*(one for one in found if one is not None), *_ended(clause)]


def _ended(clause: str) -> Iterator[Said]:
    for role, pattern in _patterns(language_of(clause), "ends", False):
        if match := pattern.fullmatch(" ".join(clause.split())):
            value = match["x"] or ""
            yield Said(f"{_ROLE} {role}", value, clause, clause)


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


def read_clause(clause: str, *, told: bool = False) -> Said | None:
    """What a clause says of who says it or, if it is `told` by another, of whom it
    describes; None if it says nothing."""
    for role, pattern in _patterns(language_of(clause), "says", told):
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
            re.fullmatch(any_of(language, "opening"), clause, re.I)
            for language in languages()
        )
        for clause in split(sentence)
    )


def kinds() -> tuple[str, ...]:
    """What can be said of a person: name, age, home …"""
    return tuple(
        role
        for role in roles(_ROLE)
        if all(isinstance(one.roles[_ROLE][role], Mapping) for one in languages())
    )


def said_as(
    role: str, value: str, topic: str, quote: str, confidence: float
) -> Said | None:
    """Something of one of `kinds`, as a profile tells it in the quote's language; None
    if it needs a topic, such as whose name it is, and has none, or is no value of its
    kind: not so, or not as a name or an age is written."""
    if not has_form(role, value, language_of(quote)):
        return None
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


def has_form(role: str, value: str, code: str) -> bool:
    """Is it written as values of this kind are?"""
    language = _language(code)
    if value.casefold().startswith(language.words(f"{_ROLE}.never_first")):
        return False
    forms = language.words(f"{_ROLE}.{role}.form")
    if forms and not any(re.fullmatch(one, value) for one in forms):
        return False
    signs = role == "name" and language_of(value) == "zh"
    return not signs or chinese.is_person(value) or is_nickname(value)


def is_nickname(value: str) -> bool:
    """As 小李 and 老王 are."""
    nick = _language("zh").words(f"{_ROLE}.nickname")
    return value.startswith(nick) and 2 <= len(value) <= 3


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
def _patterns(
    code: str, how: str, told: bool
) -> tuple[tuple[str, re.Pattern[str]], ...]:
    language = _language(code)
    return tuple(
        (role, _whole(language, one, told))
        for role in kinds()
        for one in language.words(f"{_ROLE}.{role}.{how}")
    )


def _language(code: str) -> Language:
    return next(one for one in languages() if one.code == code)


def _whole(language: Language, says: str, told: bool) -> re.Pattern[str]:
    """The pattern of a clause that says this and nothing else."""
    gap = r"\s+" if language.spaced else r"\s*"
    opening, hedge = any_of(language, "opening"), any_of(language, "hedge")
    # I probably live in …
    own = "told_self" if told else "self"
    person = rf"(?:{any_of(language, own)}(?:{gap}(?P<doubt>{hedge}))?)"
    filled = says.format(
        self=person,
        own=any_of(language, "told_own" if told else "own"),
        kin=any_of(language, "kin"),
        value=_VALUE,
    )
    closing = any_of(language, "closing")
    form = (
        rf"(?:{opening}[:：]?{gap})*(?P<hedge>{hedge}{gap})?(?:that{gap})?"
        rf"{filled}(?:{gap}{closing})*"
    )
    return re.compile(form, re.IGNORECASE)
