"""agent -> everything that is kept of it and of its person, gone or in a file."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from kgmem import Forgotten
from kgmem.people import Person, Place, is_packed, new_file, stream_into
from kgmem_people.flow import Conversations
from kgmem_people.update import UpdatePerson


@dataclass(frozen=True, slots=True)
class PersonRights:
    """What a person may ask for: to be forgotten, and to see what is kept."""

    conversations: Conversations
    people: UpdatePerson

    def forget(self, persons: Sequence[Person]) -> Forgotten:
        """Delete messages, summaries, facts that nobody else states, events, versions
        and logs, with their vectors; interrupted, the same call takes the rest."""
        gone = [self._forget(one) for one in persons]
        self.people.store.store.forget_names()
        counts = {
            name: sum(getattr(one, name) for one in gone)
            for name in Forgotten.model_fields
            if name != "stays"
        }
        return Forgotten(**counts, stays=tuple(s for one in gone for s in one.stays))

    def _forget(self, person: Person) -> Forgotten:
        space, agent = person.space, person.agent
        store = self.people.store
        sessions = store.sessions(space, agent)
        messages = sum(
            self.conversations.store.delete(Place(space, agent, one))
            for one in sessions
        )
        alone, shared = store.sourced(space, agent)
        self.people.profile.erase(person, alone, shared)
        gone = store.delete(space, agent)
        self.people.projection.drain(force=True)
        return Forgotten(
            messages=messages,
            conversations=len(sessions),
            events=gone.get("Event", 0),
            facts=len(alone),
            versions=gone.get("MemoryVersion", 0),
            logs=gone.get("PipelineLog", 0),
            stays=_stays(len(shared)),
        )

    def export(self, persons: Sequence[Person], path: Path) -> int:
        """Write all that is kept as JSON Lines, packed if the name ends in `.gz`; how
        many lines. Raises InvalidInput for a file that is there."""
        count = 0
        with (
            new_file(path) as file,
            stream_into(file, packed=is_packed(path)) as out,
        ):
            for line in chain.from_iterable(map(self._lines, persons)):
                out.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
                count += 1
        return count

    def _lines(self, person: Person) -> Iterator[dict[str, object]]:
        space, agent = person.space, person.agent
        store, talks = self.people.store, self.conversations
        known = self.people.known(person)
        yield {
            "agent": agent,
            "space": space,
            "version": known.version,
            "profile": self.people.told(person),
            "tags": [one.model_dump(mode="json") for one in known.tags],
            "remembered": [one.name for one in store.remembered(space, agent)],
        }
        for event in known.events:
            yield {"event": event.model_dump(mode="json")}
        for session in store.sessions(space, agent):
            place = Place(space, agent, session)
            if (info := talks.store.find(place)) is not None:
                yield {"conversation": info.model_dump(mode="json")}
            for message in talks.recent(place):
                told = message.model_dump(mode="json")
                yield {"message": {"session_id": session, **told}}
        alone, shared = store.sourced(space, agent)
        for fact in self.people.profile.asking.by_id(space, [*alone, *shared]):
            yield {"fact": fact.model_dump(mode="json")}
        for version in store.versions(space, agent):
            yield {"history": version.model_dump(mode="json")}
        for log in store.logs(space, agent):
            yield {"log": log.model_dump(mode="json")}


def _stays(shared: int) -> tuple[str, ...]:
    if not shared:
        return ()
    return (f"{shared} facts that others state, too: this source is taken off them",)
