"""facts about a person -> a paragraph, in an order a person would choose.

A description of several clauses is one fact, in its own words. Where another fact says
otherwise by now, its words are put in; a clause that is known no longer goes."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache

from kgmem import Fact
from kgmem.people import (
    keywords,
    language_of,
    normalize,
    phrase,
    predicate_key,
    words_in,
)
from kgmem_people.person import KINDS, NOTE, SURE, Said, place_in_profile, said_as
from kgmem_people.saying.reader import ReadPerson
from kgmem_people.sentences import clauses

_SENTENCE_ENDS = (".", "。", "!", "！", "?", "？")
Held = Mapping[str, Sequence[str]]
"""Values that are known, by the predicate's key, the last one last."""


def clause_says(clause: str, read: ReadPerson) -> list[Said]:
    """What a clause of a description says: all of it, or an age within it. "Lives in
    Oslo" is of whom it describes."""
    if said := read(clause, told=True).of_self:
        return said
    if language_of(clause) != "zh":
        whole = f"{phrase('person.speaker', 'en')} {clause[:1].lower()}{clause[1:]}"
        if said := read(whole, told=True).of_self:
            return said
    match = _age(language_of(clause)).search(clause)
    found = said_as("age", match["x"], "", clause, SURE) if match else None
    return [found] if found else []


@cache
def _age(code: str) -> re.Pattern[str]:
    [form, *_] = words_in("person.age.within", code)
    return re.compile(form, re.IGNORECASE)


def says_all(clause: str, said: Sequence[Said]) -> bool:
    """Does what was read of a clause tell all its words?"""
    told = " ".join(one.text for one in said).casefold()
    return bool(said) and all(one.casefold() in told for one in keywords(clause, 99))


def as_known(facts: Sequence[Fact], read: ReadPerson) -> list[Fact]:
    """The facts, descriptions in the words that hold now; those of which nothing holds
    any more, or all is told by others, are left out."""
    held: dict[str, list[str]] = {}
    for one in facts:
        key = predicate_key(one.predicate or "")
        held.setdefault(key, []).append(one.object or "")
    notes = predicate_key(NOTE)
    kept, told = [], set[tuple[str, str]]()
    for one in sorted(facts, key=since):
        if predicate_key(one.predicate or "") != notes:
            kept.append(_worded(one))
            continue
        text = _reworded(one.text, held, read)
        says = _says(text, read)
        is_told = len(says) >= len(clauses(text)) and told.issuperset(says)
        if text and not is_told:
            told.update(says)
            kept.append(one.model_copy(update={"text": text, "object": text}))
    return kept


def _worded(one: Fact) -> Fact:
    """A fact that was given as a triple, as what a person states is told."""
    if not (one.predicate and one.object and one.text.startswith(f"{one.subject} ")):
        return one
    speaker = phrase("person.speaker", language_of(one.object))
    plain = f"{speaker} {one.predicate.removeprefix('person ')} {one.object}"
    text = text_with(one.predicate, one.object, one.object) or plain
    return one.model_copy(update={"text": text})


def _reworded(text: str, held: Held, read: ReadPerson) -> str:
    """The description with the values that are known now, without what is not."""
    parts = _parted(text)
    kept = [
        (clause, mark)
        for old, mark in parts
        if (clause := _clause_now(old, held, read)) is not None
    ]
    if not kept:
        return ""
    code = language_of(text)
    speaker = phrase("person.speaker", code)
    first = kept[0][0]
    if kept[0][0] != parts[0][0] and not clauses(text)[0].startswith(first[:1]):
        joint = "" if code == "zh" else " "
        kept[0] = (f"{speaker}{joint}{first}", kept[0][1])
    kept[-1] = (kept[-1][0], parts[-1][1])
    return "".join(clause + mark for clause, mark in kept).strip()


def _parted(text: str) -> list[tuple[str, str]]:
    """The clauses, each with the marks behind it."""
    found = clauses(text)
    starts, at = [], 0
    for one in found:
        at = text.index(one, at)
        starts.append(at)
        at += len(one)
    ends = [*starts[1:], len(text)]
    return [
        (one, text[start + len(one) : end])
        for one, start, end in zip(found, starts, ends, strict=True)
    ]


def _clause_now(clause: str, held: Held, read: ReadPerson) -> str | None:
    told = clause_says(clause, read)
    is_all = says_all(clause, told)
    for said in told:
        values = held.get(predicate_key(said.predicate), ())
        if any(normalize(one) == normalize(said.value) for one in values):
            continue
        if not values:
            return None if is_all else clause
        clause = clause.replace(said.value, values[-1], 1)
    return clause


def paragraph(said: Sequence[Fact], most: int, read: ReadPerson) -> str:
    """What is known of a person by facts that are told `as_known`, in at most so many
    sentences: the surest, and of those what most sources or the newest say."""
    told = {o for one in said if one.predicate == NOTE for o in _says(one.text, read)}
    kept = [one for one in said if one.predicate == NOTE or not _is_in(one, told)]
    if len(kept) > most:
        best = sorted(kept, key=lambda o: (-o.confidence, -len(o.sources), -_age_of(o)))
        chosen = {one.fact_id for one in best[:most]}
        kept = [one for one in kept if one.fact_id in chosen]
    whole = ""
    for one in dict.fromkeys(" ".join(o.text.split()) for o in sorted(kept, key=_rank)):
        zh = language_of(one) == "zh"
        end = "" if one.endswith(_SENTENCE_ENDS) else "。" if zh else "."
        whole += ("" if zh or not whole else " ") + one + end
    return whole


def _says(text: str, read: ReadPerson) -> list[tuple[str, str]]:
    """What the clauses of a description say."""
    said = (one for clause in clauses(text) for one in clause_says(clause, read))
    return [(predicate_key(one.predicate), normalize(one.value)) for one in said]


def _is_in(one: Fact, told: set[tuple[str, str]]) -> bool:
    return (predicate_key(one.predicate or ""), normalize(one.object or "")) in told


def since(one: Fact) -> datetime:
    """From when on it holds."""
    return one.valid_from or one.recorded_at


def _age_of(one: Fact) -> float:
    return since(one).timestamp()


def _rank(one: Fact) -> tuple[int, datetime, str]:
    return place_in_profile(one.predicate), since(one), one.fact_id


def text_with(predicate: str, value: str, like: str) -> str | None:
    """What a fact of this predicate says with another value, in the language of what it
    said before; None for one that is in words of its own."""
    role, _, topic = predicate.removeprefix("person ").partition(" ")
    if role not in KINDS or predicate == NOTE:
        return None
    said = said_as(role, value, topic, like, SURE)
    return said.text if said else None
