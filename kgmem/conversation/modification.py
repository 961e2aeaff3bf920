"""messages -> what they say of the person, and what happened."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from kgmem.conversation.asserting import SPEAKER, split
from kgmem.conversation.asserting import sentences as sentences_of
from kgmem.conversation.paragraph import clause_says, is_plain
from kgmem.conversation.person import (
    SURE,
    UNSURE,
    Said,
    denied_of_self,
    is_polite_only,
    meant_instead,
    note,
    opposite_of,
    said_of_anybody,
)
from kgmem.conversation.sentences import in_language, sentences
from kgmem.language.tokenizer import tokens
from kgmem.model.base import language_of
from kgmem.model.conversation import Message, PersonEvent
from kgmem.model.keys.identity import event_id

RULES = "rules"
LEAST = 3
"""Words that tell something, of a message that is an event."""
SAME_MS = 1_000
"""Events that are told in this time keep the order in which they were told."""
_ASKS = ("?", "？")


@dataclass(frozen=True, slots=True)
class Learnt:
    """Something that a person said of himself, and where."""

    said: Said
    at: datetime
    message_ids: tuple[str, ...] = ()
    by: str = RULES
    """What read it: the rules, or a prompt and a model."""


@dataclass(frozen=True, slots=True)
class Modification:
    """What messages say, ready to be joined to what is known."""

    statements: tuple[Learnt, ...] = ()
    events: tuple[PersonEvent, ...] = ()
    denials: tuple[Learnt, ...] = ()
    """What they say is not so, as it would be said if it were."""
    others: tuple[Learnt, ...] = ()
    """What the person said of others."""
    by: str = RULES
    """What read them."""
    note: str | None = None
    """What could not be done as it should."""


def modification(agent_id: str, messages: Sequence[Message]) -> Modification:
    """What the person said of himself, of each thing the last, and what he asked for
    and told besides; what others said tells nothing of him."""
    own = [one for one in messages if one.role == "user"]
    heard = [(message, said_of_anybody(message.content)) for message in own]
    read = [one for message, said in heard for one in _learnt(message, said)]
    changed = list(_corrections(own, read))
    learnt = {
        (one.said.about, one.said.predicate, one.said.value.casefold()): one
        for one in sorted([*read, *(new for _, new in changed)], key=lambda o: o.at)
    }
    withdrawn = tuple(old for old, _ in changed)
    said = tuple(one for one in learnt.values() if one.said.about == SPEAKER)
    others = tuple(one for one in learnt.values() if one.said.about != SPEAKER)
    events = tuple(_events(agent_id, heard))
    denied = (*denials(own), *_opposites(said), *withdrawn)
    return Modification(said, events, denied, others)


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


def denials(messages: Iterable[Message]) -> tuple[Learnt, ...]:
    """What the person said is not so of himself."""
    return tuple(
        Learnt(said, message.at, (message.message_id,))
        for message in messages
        if message.role == "user"
        for said in denied_of_self(message.content)
    )


def moments_up_to(at: datetime, count: int) -> list[datetime]:
    """So many moments a millisecond apart, the last one `at`: what was told in one
    breath keeps its order."""
    return [at - timedelta(milliseconds=n) for n in reversed(range(count))]


def described(text: str, at: datetime) -> tuple[Learnt, ...]:
    """What a description of the person says: what each clause says, and sentences that
    say more or other things in their own words."""
    said = []
    for one in dict.fromkeys(sentences_of(text)):
        said += [each for clause in split(one) for each in clause_says(clause)]
        if not is_plain(one) and split(one):
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
        yield Learnt(one, at, (message.message_id,))


def _events(
    agent_id: str, heard: Iterable[tuple[Message, Sequence[Said]]]
) -> Iterable[PersonEvent]:
    before: datetime | None = None
    for message, said in heard:
        quotes = {one.quote for one in said}
        for one in sentences(message.content[:4_000]):
            if len(tokens(one)) < LEAST or is_polite_only(one):
                continue
            if any(quote in one for quote in quotes):
                continue
            before = _after(before, message.at)
            yield event_of(agent_id, told(one), before, (message.message_id,))
            break  # one event for a message: what it begins with


def _after(before: datetime | None, at: datetime) -> datetime:
    """The moment; a millisecond later where another event has it already."""
    same = before is not None and at <= before < at + timedelta(milliseconds=SAME_MS)
    return before + timedelta(milliseconds=1) if before and same else at


def told(sentence: str) -> str:
    """What the person said, as an event tells it."""
    role = "event.asked" if sentence.endswith(_ASKS) else "event.said"
    return in_language(role, language_of(sentence)).format(text=sentence)


def event_of(
    agent_id: str, text: str, at: datetime, message_ids: tuple[str, ...] = ()
) -> PersonEvent:
    """An event; the same words at the same time are the same one."""
    key = event_id(agent_id, text, round(at.timestamp() * 1000))
    return PersonEvent(event_id=key, text=text, at=at, message_ids=message_ids)
