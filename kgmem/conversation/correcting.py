"""ids of what is known of a person -> gone or corrected, at once and for good."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from kgmem.conversation.dates import dated, happened_at
from kgmem.conversation.events import without_parts
from kgmem.conversation.flow import Conversations
from kgmem.conversation.modification import event_of
from kgmem.conversation.profile import Person, trace_of
from kgmem.conversation.sentences import sentences
from kgmem.conversation.shown import fold
from kgmem.conversation.update import UpdatePerson
from kgmem.errors import NotFound
from kgmem.model.conversation import Forgotten, Message, PersonEvent
from kgmem.model.fact import Fact
from kgmem.ports import Row

_BREATH = timedelta(milliseconds=200)
"""What a message says holds from so long before it on: its parts keep their order."""


@dataclass(frozen=True, slots=True)
class Correcting:
    """What a person or an agent takes back of what is known."""

    conversations: Conversations
    people: UpdatePerson

    def forget(self, person: Person, key: str) -> Forgotten:
        """Delete a fact, an event or a message, with what is known by it alone. Raises
        NotFound."""
        if fact := self._fact(person, key):
            return self._forget(person, self.people.profile.repeated(person, fact), [])
        if event := self._event(person, key):
            return self._forget(person, [], [event])
        return self._forget_message(person, key)

    def correct(self, person: Person, key: str, text: str, at: datetime | None) -> str:
        """Put what is right in the place of a fact or an event; its id. Raises
        NotFound."""
        profile = self.people.profile
        if fact := self._fact(person, key):
            changes: Row = {"object": text} if fact.subject else {"content": text}
            changes |= {"valid_from": at} if at else {}
            others = [o for o in profile.repeated(person, fact) if o.fact_id != key]
            new = profile.correct(person, fact, changes)
            profile.retract(person, [one.fact_id for one in others], "corrected")
            self.people.renew(person, "corrected")
            return new
        event = self._event(person, key)
        if event is None:
            raise _unknown(person, key)
        put = event_of(person.key, text, at or event.at, event.message_ids)
        self.people.renew(person, "corrected", without=[event], events=[put])
        return put.event_id

    def remember(self, person: Person, text: str) -> list[str]:
        """Keep what a text tells of the person; ids of facts and events."""
        now = datetime.now(UTC)
        told = list(sentences(text))
        events = [one for one in told if happened_at(one, now) < now]
        stated = " ".join(one for one in told if one not in events)
        before = {one.fact_id for one in self.people.said(person)}
        if stated:
            self.people.describe(person, stated)
        ids = [o.fact_id for o in self.people.said(person) if o.fact_id not in before]
        for one in events:
            moment = happened_at(one, now)
            ids += self.people.happen(person, [dated(one, now)], moment)
        return ids

    def follow(self, person: Person, reason: str) -> None:
        """A fact was changed elsewhere: what is known of the person follows."""
        if self.people.known(person).version:
            self.people.renew(person, reason)

    # steps ------------------------------------------------------------------------

    def _fact(self, person: Person, key: str) -> Fact | None:
        found = self.people.profile.asking.by_id(person.space, [key])
        own = [one for one in found if set(one.sources) & set(person.sources)]
        return own[0] if own else None

    def _event(self, person: Person, key: str) -> PersonEvent | None:
        events = self.people.known(person).events
        return next((one for one in events if one.event_id == key), None)

    def _forget(
        self, person: Person, facts: Sequence[Fact], events: Sequence[PersonEvent]
    ) -> Forgotten:
        """Delete facts, or this source of them, and events; as if never read."""
        alone = [one for one in facts if set(one.sources) <= set(person.sources)]
        shared = [one.fact_id for one in facts if one not in alone]
        store = self.people.profile.facts
        store.erase(person.space, [one.fact_id for one in alone])
        for source in person.sources:
            store.withdraw(person.space, shared, source)
        traces = [trace_of(person, one) for one in facts]
        past = self._past_of(person, events)
        self.people.renew(
            person, "forgotten", without=[*events, *past], forgotten=traces
        )
        self.people.store.unsay(
            person.space,
            person.agent,
            [*(o.text for o in facts), *(o.text for o in (*events, *past))],
        )
        self.people.projection.drain(force=True)
        return Forgotten(facts=len(alone), events=len(events))

    def _past_of(
        self, person: Person, events: Iterable[PersonEvent]
    ) -> list[PersonEvent]:
        """Events of before that rest on messages of these."""
        ids = {key for one in events for key in one.message_ids}
        past = self.people.store.past_events(person.space, person.agent)
        return [one for one in past if ids & set(one.message_ids)]

    def _forget_message(self, person: Person, key: str) -> Forgotten:
        message = self.conversations.forget_message(person.space, person.talks, key)
        if message is None:
            raise _unknown(person, key)
        facts = self._said_in(person, message)
        events = [
            one
            for one in self.people.known(person).events
            if key in one.message_ids and len(one.message_ids) == 1
        ]
        gone = self._forget(person, facts, events)
        self._take_out(person, key, message)
        self.people.store.unsay(person.space, person.agent, [], key)
        return gone.model_copy(update={"messages": 1})

    def _take_out(self, person: Person, key: str, message: Message) -> None:
        """Of events that rest on other messages, too, what this one said goes."""
        shared = [o for o in self.people.known(person).events if key in o.message_ids]
        new = [
            event_of(
                person.key, text, one.at, tuple(k for k in one.message_ids if k != key)
            )
            for one in shared
            if (text := without_parts(one.text, message.content))
        ]
        self.people.renew(person, "forgotten", without=shared, events=new, unsaid=key)

    def _said_in(self, person: Person, message: Message) -> list[Fact]:
        """Facts that hold since the message, in its words."""
        words = fold(message.content)
        found = self.people.profile.asking.by_id(
            person.space, self.people.store.sourced(person.space, person.agent)[0]
        )
        return [
            one
            for one in found
            if one.valid_from is not None
            and message.at - _BREATH <= one.valid_from <= message.at
            and fold(one.object or one.text) in words
        ]


def _unknown(person: Person, key: str) -> NotFound:
    return NotFound(
        f"agent {person.agent!r} knows no fact, event or message {key}; `facts()`, "
        "`get_events()` and `conversation().messages()` list them"
    )
