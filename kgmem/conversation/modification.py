"""messages -> what they say of the person, and what happened."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from kgmem.conversation.person import (
    SURE,
    UNSURE,
    Said,
    clauses,
    denied_of_self,
    is_polite_only,
    note,
    said_of_self,
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
    by: str = RULES
    """What read them."""
    note: str | None = None
    """What could not be done as it should."""


def modification(agent_id: str, messages: Sequence[Message]) -> Modification:
    """What the person said of himself, of each thing the last, and what he asked for
    and told besides; what others said tells nothing of him."""
    own = [one for one in messages if one.role == "user"]
    learnt = {
        (one.said.predicate, one.said.value.casefold()): one
        for message in own
        for one in _learnt(message)
    }
    events = tuple(_events(agent_id, own))
    return Modification(tuple(learnt.values()), events, denials(own))


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
    """What a description of the person says: each clause, in its own words."""
    known = {one.quote: one for one in said_of_self(text)}
    told = list(dict.fromkeys(clauses(text)))
    said = [known.get(one) or note(one, one, SURE) for one in told]
    return tuple(map(Learnt, said, moments_up_to(at, len(said))))


def _learnt(message: Message) -> Iterable[Learnt]:
    said = said_of_self(message.content)
    surely = {one.predicate for one in said if one.confidence > UNSURE}
    kept = [
        one for one in said if one.confidence > UNSURE or one.predicate not in surely
    ]
    for one, at in zip(kept, moments_up_to(message.at, len(kept)), strict=True):
        yield Learnt(one, at, (message.message_id,))


def _events(agent_id: str, messages: Iterable[Message]) -> Iterable[PersonEvent]:
    before: datetime | None = None
    for message in messages:
        of_self = {one.quote for one in said_of_self(message.content)}
        for one in sentences(message.content[:4_000]):
            if len(tokens(one)) < LEAST or is_polite_only(one):
                continue
            if any(quote in one for quote in of_self):
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
