"""ids of what is known of a person -> gone or corrected, at once and for good."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from kgmem import Fact, Forgotten, Message, NotFound, PersonEvent
from kgmem.people import Person, Place
from kgmem.ports import Row
from kgmem_people.dates import dated, happened_at
from kgmem_people.events import without_parts
from kgmem_people.flow import Conversations
from kgmem_people.modification import event_of
from kgmem_people.profile import traces_of
from kgmem_people.sentences import sentences
from kgmem_people.update import UpdatePerson, traces_of_event

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

    def forget_conversation(self, person: Person, place: Place) -> Forgotten:
        """Delete a conversation, with what is known by its messages alone."""
        messages = self.conversations.recent(place)
        gone = self._forget_said(person, messages)
        count = self.conversations.forget(place)
        return gone.model_copy(update={"messages": count, "conversations": 1})

    # steps ------------------------------------------------------------------------

    def _fact(self, person: Person, key: str) -> Fact | None:
        found = self.people.profile.asking.by_id(person.space, [key])
        own = [one for one in found if _is_of(person, one)]
        return own[0] if own else None

    def _event(self, person: Person, key: str) -> PersonEvent | None:
        events = self.people.known(person).events
        return next((one for one in events if one.event_id == key), None)

    def _forget(
        self, person: Person, facts: Sequence[Fact], events: Sequence[PersonEvent]
    ) -> Forgotten:
        """Delete facts, or this source of them, and events; as if never read. What
        keeps them from being read again is kept first."""
        past = self._past_of(person, events)
        traces = [key for one in facts for key in traces_of(person, one)]
        traces += [
            key for one in (*events, *past) for key in traces_of_event(person, one)
        ]
        self.people.store.keep_out(person.space, person.agent, traces)
        alone = [
            one
            for one in facts
            if one.subject == person.name or set(one.sources) <= set(person.sources)
        ]
        shared = [one.fact_id for one in facts if one not in alone]
        self.people.profile.erase(person, [one.fact_id for one in alone], shared)
        self.people.renew(person, "forgotten", without=[*events, *past])
        self.people.store.unsay(
            person.space,
            person.agent,
            [*(o.text for o in facts), *(o.text for o in (*events, *past))],
        )
        self.people.store.store.forget_names()
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
        found = self.conversations.message(person.space, person.talks, key)
        if found is None:
            raise _unknown(person, key)
        gone = self._forget_said(person, [found])
        self.conversations.forget_message(person.space, person.talks, key)
        return gone.model_copy(update={"messages": 1})

    def _forget_said(self, person: Person, messages: Sequence[Message]) -> Forgotten:
        """Delete what is known by these messages alone."""
        ids = {one.message_id for one in messages}
        events = self.people.known(person).events
        alone = [o for o in events if o.message_ids and ids.issuperset(o.message_ids)]
        gone = self._forget(person, self._said_in(person, messages), alone)
        for one in messages:
            self._take_out(person, one)
            self.people.store.unsay(person.space, person.agent, [], one.message_id)
        return gone

    def _take_out(self, person: Person, message: Message) -> None:
        """Of events that rest on other messages, too, what this one said goes; so do
        the tags that rest on it."""
        key, known = message.message_id, self.people.known(person)
        shared = [one for one in known.events if key in one.message_ids]
        if not shared and not any(key in one.message_ids for one in known.tags):
            return
        new = [
            event_of(
                person.key, text, one.at, tuple(k for k in one.message_ids if k != key)
            )
            for one in shared
            if (text := without_parts(one.text, message.content))
        ]
        self.people.renew(person, "forgotten", without=shared, events=new, unsaid=key)

    def _said_in(self, person: Person, messages: Sequence[Message]) -> list[Fact]:
        """Facts that these messages alone say."""
        found = self.people.profile.asking.by_id(
            person.space, self.people.store.sourced(person.space, person.agent)[0]
        )
        said = {key for one in found for key in one.messages}
        others = self.conversations.said.there(person.space, said)
        others -= {one.message_id for one in messages}
        ids = said - others
        return [
            one
            for one in found
            if (ids.issuperset(one.messages) if one.messages else _since(one, messages))
        ]


def _is_of(person: Person, fact: Fact) -> bool:
    """Is it about the person, or known by him?"""
    return fact.subject == person.name or bool({*fact.sources} & {*person.sources})


def _since(fact: Fact, messages: Iterable[Message]) -> bool:
    """Does it hold since one of the messages, where it does not tell by which it is
    known, as those of earlier versions don't?"""
    since = fact.valid_from
    return since is not None and any(
        one.at - _BREATH <= since <= one.at for one in messages
    )


def _unknown(person: Person, key: str) -> NotFound:
    return NotFound(
        f"agent {person.agent!r} knows no fact, event or message {key}; `facts()`, "
        "`get_events()` and `conversation().messages()` list them"
    )
