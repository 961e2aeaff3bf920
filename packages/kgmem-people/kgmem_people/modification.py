"""messages -> what they say of the person, and what happened."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from kgmem import Message, PersonEvent
from kgmem.people import either, event_id, language_of, phrase, tokens
from kgmem_people.dates import dated, days_named, happened_at
from kgmem_people.paragraph import clause_says, says_all
from kgmem_people.person import (
    SPEAKER,
    SURE,
    UNSURE,
    Said,
    first_up,
    is_polite_only,
    kin_named,
    meant_instead,
    note,
    opposite_of,
)
from kgmem_people.saying.reader import Heard, ReadPerson
from kgmem_people.saying.sorts import Part
from kgmem_people.sentences import clauses, sentences

RULES = "rules"
LEAST = 3
"""Words that tell something, of a message that is an event."""
SAME_MS = 1_000
"""Events that are told in this time keep the order in which they were told."""
_ASKS = ("?", "？")
_IDLE = re.compile(
    rf"(?:{either('event.idle', spaced=True)})\b"
    rf"|(?:{either('event.idle', spaced=False)})",
    re.IGNORECASE,
)
"""How opinions, states and talk about the talk begin."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """Something that a person said of himself, and where."""

    said: Said
    at: datetime
    message_ids: tuple[str, ...] = ()
    by: str = RULES
    """What read it: the rules, or a prompt and a model."""


@dataclass(frozen=True, slots=True)
class Over:
    """A part of a message that says that something is over."""

    part: Part
    at: datetime
    message_id: str


@dataclass(frozen=True, slots=True)
class Modification:
    """What messages say, ready to be joined to what is known."""

    statements: tuple[Learnt, ...] = ()
    events: tuple[PersonEvent, ...] = ()
    denials: tuple[Learnt, ...] = ()
    """What they say is not so, as it would be said if it were."""
    others: tuple[Learnt, ...] = ()
    """What the person said of others."""
    over: tuple[Over, ...] = ()
    """What they say held, or was to be done, until then."""
    until: datetime | None = None
    """When the last of them was said."""
    by: str = RULES
    """What read them."""
    note: str | None = None
    """What could not be done as it should."""


def modification(
    agent_id: str, messages: Sequence[Message], read: ReadPerson
) -> Modification:
    """What the person said of himself, of each thing the last, and what he asked for
    and told besides; what others said tells nothing of him."""
    heard = [(one, read(one.content)) for one in messages if one.role == "user"]
    found = [one for message, told in heard for one in _learnt(message, told.said)]
    found = [*found, *_under_both_names(found)]
    changed = list(_corrections([one for one, _ in heard], found))
    learnt: dict[tuple[str, str, str], Learnt] = {}
    for one in sorted([*found, *(new for _, new in changed)], key=lambda o: o.at):
        key = one.said.about, one.said.predicate, one.said.value.casefold()
        before = learnt[key].message_ids if key in learnt else ()
        ids = tuple(dict.fromkeys((*before, *one.message_ids)))
        learnt[key] = replace(one, message_ids=ids)
    said = tuple(one for one in learnt.values() if one.said.about == SPEAKER)
    others = tuple(one for one in learnt.values() if one.said.about != SPEAKER)
    withdrawn = (old for old, _ in changed)
    return Modification(
        said,
        tuple(_events(agent_id, heard)),
        (*_denials(heard), *_opposites(said), *withdrawn),
        others,
        tuple(
            Over(one, message.at, message.message_id)
            for message, told in heard
            for one in told.over
        ),
        until=max((message.at for message, _ in heard), default=None),
        note=next((told.lacking for _, told in heard if told.lacking), None),
    )


def _under_both_names(found: Sequence[Learnt]) -> Iterator[Learnt]:
    """What is said of the speaker's husband is said of Tom, and the other way round."""
    kin = dict(named for one in found if (named := kin_named(one.said)))
    other = kin | {called: name for name, called in kin.items()}
    for one in found:
        name = other.get(one.said.about)
        if name is not None and name not in one.said.value:  # 我同事老周想去杭州
            text = one.said.text.replace(one.said.about, name, 1)
            if one.said.text == text:
                text = one.said.text.replace(first_up(one.said.about), name, 1)
            yield replace(one, said=replace(one.said, about=name, text=first_up(text)))


def _corrections(
    messages: Iterable[Message], learnt: Sequence[Learnt]
) -> Iterator[tuple[Learnt, Learnt]]:
    """What was said wrongly, as it is denied, and what takes its place."""
    known = list(learnt)
    for message in messages:
        before = [one.said for one in known if one.at < message.at]
        for sentence in sentences(message.content):
            found = meant_instead(sentence, before)
            if found is not None:
                old, new = found
                ids = (message.message_id,)
                known.append(Learnt(new, message.at, ids))
                yield Learnt(old, message.at, ids), known[-1]


def _opposites(learnt: Iterable[Learnt]) -> Iterable[Learnt]:
    """What is not so because of what is said: what is liked is disliked no more."""
    for one in learnt:
        if (said := opposite_of(one.said)) is not None:
            yield replace(one, said=said)


def _denials(heard: Iterable[tuple[Message, Heard]]) -> Iterator[Learnt]:
    """What the person said is not so of himself."""
    for message, told in heard:
        for said in told.denied:
            if said.about == SPEAKER:
                yield Learnt(said, message.at, (message.message_id,))


def moments_up_to(at: datetime, count: int) -> list[datetime]:
    """So many moments a millisecond apart, the last one `at`: what was told in one
    breath keeps its order."""
    return [at - timedelta(milliseconds=n) for n in reversed(range(count))]


def described(text: str, at: datetime, read: ReadPerson) -> tuple[Learnt, ...]:
    """What a description of the person says: what each clause says, and sentences that
    say more or other things in their own words."""
    said: list[Said] = []
    for one in dict.fromkeys(filter(None, sentences(text))):
        parts = clauses(one)
        told_of = [each for clause in parts for each in clause_says(clause, read)]
        said += told_of
        if parts and not (len(parts) == 1 and says_all(one, told_of)):
            said.append(note(one, one, SURE))
    return tuple(map(Learnt, said, moments_up_to(at, len(said))))


def _learnt(message: Message, said: Sequence[Said]) -> Iterable[Learnt]:
    surely = {(o.about, o.predicate) for o in said if o.confidence > UNSURE}
    kept = [
        one
        for one in said
        if one.confidence > UNSURE or (one.about, one.predicate) not in surely
    ]
    for one, at in zip(kept, moments_up_to(message.at, len(kept)), strict=True):
        yield Learnt(_on_days(one, message.at), at, (message.message_id,))


def _on_days(said: Said, at: datetime) -> Said:
    """With the days behind words that hang on when they were said."""
    value = dated(said.value, at)
    return replace(said, value=value, text=said.text.replace(said.value, value, 1))


def _events(
    agent_id: str, heard: Iterable[tuple[Message, Heard]]
) -> Iterable[PersonEvent]:
    """What happened to the person on a day or is over, and what he asked for."""
    before: datetime | None = None
    for message, told_of in heard:
        quotes = {one.quote for one in told_of.of_self}
        for one in sentences(message.content[:4_000]):
            is_said = any(quote in one for quote in quotes)
            if not _is_event(one, message.at, is_said=is_said):
                continue
            text, at = told(dated(one, message.at)), happened_at(one, message.at)
            if at == message.at:
                at = before = _after(before, at)
            yield event_of(agent_id, text, at, (message.message_id,))


def _is_event(sentence: str, at: datetime, *, is_said: bool) -> bool:
    """No small talk, no opinion, and nothing that the profile tells."""
    if len(tokens(sentence)) < LEAST or is_polite_only(sentence):
        return False
    if days_named(sentence, at):
        return True
    return not is_said and not _IDLE.match(sentence)


def _after(before: datetime | None, at: datetime) -> datetime:
    """The moment; a millisecond later where another event has it already."""
    same = before is not None and at <= before < at + timedelta(milliseconds=SAME_MS)
    return before + timedelta(milliseconds=1) if before and same else at


def told(sentence: str) -> str:
    """What the person said, as an event tells it."""
    role = "event.asked" if sentence.endswith(_ASKS) else "event.said"
    return phrase(role, language_of(sentence), text=sentence)


def event_of(
    agent_id: str, text: str, at: datetime, message_ids: tuple[str, ...] = ()
) -> PersonEvent:
    """An event; the same words at the same time are the same one."""
    key = event_id(agent_id, text, round(at.timestamp() * 1000))
    return PersonEvent(event_id=key, text=text, at=at, message_ids=message_ids)
