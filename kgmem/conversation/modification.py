"""messages -> what they say of the person, and what happened."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from kgmem.conversation.person import NOTE, UNSURE, Said, clauses, said_of_self
from kgmem.conversation.sentences import in_language, sentences
from kgmem.language.tokenizer import tokens
from kgmem.model.base import language_of
from kgmem.model.conversation import Message, PersonEvent
from kgmem.model.keys.identity import event_id

LEAST = 3
"""Words that tell something, of a message that is an event."""
_ASKS = ("?", "？")


@dataclass(frozen=True, slots=True)
class Learnt:
    """Something that a person said of himself, and where."""

    said: Said
    at: datetime
    message_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Modification:
    """What messages say, ready to be joined to what is known."""

    statements: tuple[Learnt, ...] = ()
    events: tuple[PersonEvent, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Do they say nothing?"""
        return not self.statements and not self.events


def modification(agent_id: str, messages: Sequence[Message]) -> Modification:
    """What the person said of himself, of each thing the last, and what he asked for
    and told besides; what others said tells nothing of him."""
    own = [one for one in messages if one.role == "user"]
    learnt = {
        (one.said.predicate, one.said.value.casefold()): one
        for message in own
        for one in _learnt(message)
    }
    return Modification(tuple(learnt.values()), tuple(_events(agent_id, own)))


def described(text: str, at: datetime) -> tuple[Learnt, ...]:
    """What a description of the person says: each clause, in its own words."""
    known = {one.quote: one for one in said_of_self(text)}
    told = list(dict.fromkeys(clauses(text)))
    said = [known.get(one) or Said(NOTE, one, one, one) for one in told]
    # Each a moment later than the one before, so that their order stays known.
    moments = [at - timedelta(milliseconds=n) for n in range(len(told), 0, -1)]
    return tuple(map(Learnt, said, moments))


def _learnt(message: Message) -> Iterable[Learnt]:
    said = said_of_self(message.content)
    surely = {one.predicate for one in said if one.confidence > UNSURE}
    for one in said:
        if one.confidence > UNSURE or one.predicate not in surely:
            yield Learnt(one, message.at, (message.message_id,))


def _events(agent_id: str, messages: Iterable[Message]) -> Iterable[PersonEvent]:
    for message in messages:
        of_self = {one.quote for one in said_of_self(message.content)}
        for one in sentences(message.content[:4_000]):
            if len(tokens(one)) < LEAST or any(quote in one for quote in of_self):
                continue
            yield event_of(agent_id, told(one), message.at, (message.message_id,))
            break  # one event for a message: what it begins with


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
