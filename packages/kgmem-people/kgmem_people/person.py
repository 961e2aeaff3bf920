"""What is said of people: its kinds, their forms, and how a profile tells it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from kgmem.people import (
    is_chinese_person,
    language_of,
    languages,
    phrase,
    read_whole,
    tokens,
    word_set,
    words_in,
)

SURE, UNSURE = 0.9, 0.5
"""Confidence of what is said plainly, and of what is only supposed."""
SPEAKER = "speaker"
"""Whom a text is about that names nobody."""
_VALUE = r"[^\s,.;!?，；。！？][^,;!?，；。！？]{0,80}?"
_ROLE = "person"
INSTRUCTION = f"{_ROLE} instruction"
NOTE = f"{_ROLE} note"
"""The predicate of what is of no kind."""
_KINDS = (
    "instruction name age birthday home origin job employer study speaks allergy diet"
    " health preference dislike like goal family trait has habit"
)
KINDS = tuple(_KINDS.split(" "))
"""What can be said of a person, in the order in which a profile tells it."""
NOT_TO = {"en": "do not ", "zh": "不要"}
"""What an instruction and its opposite differ in."""
_OPPOSITES = {"like": "dislike", "dislike": "like"}
_MISSAID = ("name", "age", "birthday", "home", "origin", "employer")
"""Kinds whose values can be put right by a value alone: "typo: it's May 21"."""
NICKNAMES = ("小", "老", "阿")


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
    broad: bool = False
    """Of what is denied: does it end all that has these words?"""


def of_another(said: Said) -> Said:
    """The same with the name of whom it is about in the place of the speaker's."""
    if said.about == SPEAKER:
        return said
    speaker = phrase("person.speaker", language_of(said.quote))
    return replace(said, text=first_up(said.text.replace(speaker, said.about, 1)))


def first_up(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


def told_apart(about: str, speaker: str) -> str:
    """Whom something is about, as nobody else calls him: each has a wife of his own."""
    for language in languages():
        begun = phrase("person.kin_name", language.code, kin="")
        if about.startswith(begun):
            return f"{speaker}'s {about[len(begun) :]}"
    return about


def kin_named(said: Said) -> tuple[str, str] | None:
    """Of what tells the name of one of the speaker's people: it, and what he is called
    without it."""
    role, _, kin = said.predicate.removeprefix(f"{_ROLE} ").partition(" ")
    if role != "family" or not kin:
        return None
    return said.value, phrase("person.kin_name", language_of(said.quote), kin=kin)


def opposite_of(said: Said) -> Said | None:
    """What can't be so beside it: of what is liked that it is not."""
    role = said.predicate.removeprefix(f"{_ROLE} ")
    if role == "instruction":
        no = NOT_TO[language_of(said.quote)]
        turned = said.value.removeprefix(no)
        return replace(said, value=turned if turned != said.value else no + turned)
    found = _OPPOSITES.get(role)
    return replace(said, predicate=f"{_ROLE} {found}") if found else None


def exchanges_tongue(old: str, new: str) -> bool:
    """Are both the same order but for the one language that each names?"""
    (before, rest), (after, left) = map(_tongue_of, (old, new))
    return bool(before and after) and before != after and rest == left


def _tongue_of(order: str) -> tuple[str | None, set[str]]:
    """The one language that an order names, and its other words; no language where it
    forbids it, or stands beside others."""
    code = language_of(order)
    sides = (r"\b", r"\b") if code == "en" else ("", "")
    tongue, often, newly, opening = (
        re.compile(any_of(code, one).join(sides), re.I)
        for one in ("tongue", "often", "newly", "opening")
    )
    named = {one.casefold() for one in tongue.findall(order)}
    rest = tongue.sub(" ", order).casefold()
    marks = word_set("turning.addition") | word_set("turning.negation")
    is_plain = len(named) == 1 and marks.isdisjoint({*rest.split(), *rest})
    for one in (often, newly, opening):
        rest = one.sub(" ", rest)
    return (named.pop() if is_plain else None), {*tokens(rest)}


def meant_instead(text: str, before: Sequence[Said]) -> tuple[Said, Said] | None:
    """What was said before, and what is meant instead: "typo: it's May 21". Of what was
    said, the last thing with a value of the same make; None if the text corrects
    nothing."""
    text = " ".join(text.split()).rstrip(".!。！ *")
    for pattern in _meant(language_of(text)):
        if match := pattern.fullmatch(text.lstrip("* ")):
            value = match["x"]
            for old in reversed(before):
                role, _, topic = old.predicate.removeprefix(f"{_ROLE} ").partition(" ")
                if role not in _MISSAID or value == old.value:
                    continue
                if _make(value) != _make(old.value):
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
    says = words_in(f"{_ROLE}.meant", code)
    return tuple(re.compile(one.format(value=_VALUE), re.I) for one in says)


def is_polite_only(sentence: str) -> bool:
    """Does it hold nothing but what people begin with: "Thanks!", 好的,谢谢。"""
    marks = re.compile(r"[,;.!?，；。！？~\s]+")
    pattern = "|".join(any_of(language.code, "opening") for language in languages())
    return all(
        re.fullmatch(rf"(?:{pattern})+", one, re.I)
        for one in marks.split(sentence)
        if one
    )


def said_as(
    role: str, value: str, topic: str, quote: str, confidence: float
) -> Said | None:
    """Something of one of `KINDS`, as a profile tells it in the quote's language; None
    if it needs a topic, such as whose name it is, and has none, or is no value of its
    kind: not so, or not as a name or an age is written."""
    if not value or not has_form(role, value, language_of(quote)):
        return None
    topic = topic if role in ("preference", "family") else ""
    if role == "family" and not topic:
        return None
    wording = 2 if topic else 1
    text = phrase(f"person.{role}", language_of(quote), wording, x=value, topic=topic)
    is_apart = role == "preference" or (role == "has" and is_counted(value))
    about = topic or (_head(value) if is_apart else "")
    return Said(
        " ".join(filter(None, (_ROLE, role, about))),
        value,
        text,
        quote,
        confidence,
        single=bool(about),
    )


def has_form(role: str, value: str, code: str) -> bool:
    """Is it written as values of this kind are?"""
    never = () if role == "instruction" else words_in(f"{_ROLE}.never_first", code)
    if value.casefold().startswith(never):
        return False
    if value.endswith((":", "：")):  # what follows is not read
        return False
    forms = words_in(f"{_ROLE}.{role}.form", code)
    if forms and not any(re.fullmatch(one, value) for one in forms):
        return False
    signs = role == "name" and language_of(value) == "zh"
    return not signs or is_chinese_person(value) or is_nickname(value)


def is_counted(value: str) -> bool:
    """Does it begin with a number, as "two children" and 两个孩子 do?"""
    first = value.split()[0]
    return read_whole(first.casefold()) is not None or read_whole(first[:1]) is not None


def is_new(said: Said) -> bool:
    """Is it said to be so now, in the place of what was?"""
    pattern = any_of(language_of(said.quote), "newly")
    return re.search(rf"(?<![a-z]){pattern}(?![a-z])", said.quote, re.I) is not None


def is_nickname(value: str) -> bool:
    """As 小李 and 老王 are."""
    return value.startswith(NICKNAMES) and 2 <= len(value) <= 3


def note(text: str, quote: str, confidence: float) -> Said:
    """Something that is of none of the kinds, in words of its own."""
    return Said(NOTE, text, text, quote, confidence)


def _head(value: str) -> str:
    """What it is about: the last word of `window seat`, of 靠窗座位."""
    last = value.split()[-1]
    return last[-2:] if language_of(last) == "zh" else last.casefold().rstrip("s")


def place_in_profile(predicate: str | None) -> int:
    """Where a profile tells of it: notes first, then name, age, home …"""
    role = (predicate or "").removeprefix(f"{_ROLE} ").split(" ")[0]
    return KINDS.index(role) if role in KINDS else -1


@cache
def opening_of(code: str) -> str:
    """A pattern of what people begin with, and the marks behind it: "no, keep it
    short", but not the no of "no emojis"; 早，, but not the 早 of 早上."""
    words = any_of(code, "opening")
    if code == "zh":
        return rf"{words}[，,：: ]*"
    return rf"(?!no +[^ ,]){words}(?![a-z])[,: ]+"


@cache
def any_of(code: str, role: str) -> str:
    """A pattern of any of the words that a language has for a role."""
    words = sorted(words_in(f"{_ROLE}.{role}", code), key=len, reverse=True)
    return f"(?:{'|'.join(words)})"
