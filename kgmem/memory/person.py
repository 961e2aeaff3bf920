"""What an agent knows of the person it works for: profile, events, versions, search."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from kgmem.errors import InvalidInput
from kgmem.graph.people.agent_rows import LogLine
from kgmem.graph.people.person import Person
from kgmem.graph.rows import moment_of
from kgmem.memory.opened import Opened
from kgmem.messages import phrase
from kgmem.model.base import Json, Language, language_of
from kgmem.model.conversation import (
    MemoryVersion,
    PersonEvent,
    PipelineLog,
    PipelineStage,
    Tag,
)
from kgmem.model.fact import Fact, Hit
from kgmem.model.keys.identity import part_of_agent
from kgmem.model.values.arguments import (
    checked_text,
    moment,
    plain,
    share,
    shown,
    texts,
    whole_number,
)
from kgmem.model.values.scope import AgentScope
from kgmem.search.request import MOST
from kgmem.search.weighing import (
    checked_weights,
    time_bounds,
    weighed,
)
from kgmem.threaded import reads

if TYPE_CHECKING:
    from kgmem_people.update import UpdatePerson
    from kgmem_people.wiring import People

WEIGHED = 50
"""So many hits are weighed anew, if there are."""

P = ParamSpec("P")
R = TypeVar("R")


class PersonFace:
    """Profile, events and versions of what one agent knows."""

    def __init__(
        self, opened: Opened, scope: AgentScope, locale: Language | None = None
    ) -> None:
        self._opened, self._scope, self._locale = opened, scope, locale
        self.agent_id = scope.agent
        self.user_id = scope.user
        self.run_id = scope.run

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    @property
    def name(self) -> str:
        """Agent and user in one name, which `memory.agent` takes, too."""
        return self._scope.name

    @property
    def memory_id(self) -> str:
        """Names what it knows of its person."""
        return part_of_agent(self._person.key, "memory")

    @property
    @reads
    def version(self) -> int:
        """Counts the changes of profile and events; 0 before the first."""
        return self._known.known(self._person).version

    @property
    def profile(self) -> ProfileMemory:
        """What is known of the person, as a paragraph."""
        return ProfileMemory(self)

    @property
    def events(self) -> EventMemory:
        """What happened, as a list of paragraphs."""
        return EventMemory(self)

    # what is known ----------------------------------------------------------------

    def get_profile_content(self) -> str:
        """What is known of the person, in one paragraph; empty if nothing is."""
        return self._known.told(self._person)

    def get_event_content(self) -> list[str]:
        """What happened, the oldest first."""
        return [one.text for one in self._known.known(self._person).events]

    def get_events(self) -> list[PersonEvent]:
        """The same with time and what each rests on."""
        return list(self._known.known(self._person).events)

    def facts(self) -> list[Fact]:
        """What the profile says, as facts with validity and source."""
        return self._known.said(self._person)

    def tags(self) -> list[Tag]:
        """What the person's words suggest: intents, moods, habits, relations, trends,
        by the last update."""
        return list(self._known.known(self._person).tags)

    def update_profile(self, new_info: str) -> None:
        """Join a description of the person to the profile; of two statements that can't
        both hold the later one wins, and the other one is kept as history."""
        text = self._clean("new_info", new_info, "describe the person")
        self._known.describe(self._person, text)

    def update_events(self, new_events: Sequence[str]) -> None:
        """Add events, as of now; of those that tell the same on one day, the longer
        stays."""
        told = [
            self._clean("new_events", one, "say what happened")
            for one in texts("new_events", new_events)
        ]
        if told:
            self._known.happen(self._person, told)

    def add_event(self, event: str, *, at: datetime | None = None) -> str:
        """Add an event, at a time or now; its id."""
        told = self._clean("event", event, "say what happened")
        return self._known.happen(self._person, [told], moment("at", at))[0]

    def replace(
        self, *, profile: str | None = None, events: Sequence[str] | None = None
    ) -> None:
        """Put this in the place of the profile, and of the events; None leaves them."""
        clean = self._opened._open.without_secrets
        told = None if profile is None else clean("profile", profile) or ""
        listed = None if events is None else texts("events", events)
        kept = listed and [clean("events", o) or "" for o in listed if o.strip()]
        self._known.replace(self._person, told, kept)

    def history(self) -> list[MemoryVersion]:
        """All versions of profile and events, the first one first."""
        return self._known.store.versions(self._person.space, self._person.agent)

    def rollback(self, version: int) -> None:
        """Know again what was known in a version; a new version. Raises NotFound."""
        self._known.roll_back(self._person, whole_number("version", version, 1))

    def get_pipeline_history(self) -> list[PipelineLog]:
        """The stages of all updates: input, output, time, status."""
        return self._known.store.logs(self._person.space, self._person.agent)

    def log_pipeline_execution(
        self,
        memory_id: str | None,
        conversation_id: str | None,
        stage: str,
        result: Mapping[str, Any] | PipelineStage,
    ) -> None:
        """Log a stage that was run elsewhere: its `status`, `ms`, `reason`, `input` and
        `output`, without secrets. `memory_id`: that of this memory, or None."""
        if memory_id not in (None, self.memory_id):
            raise InvalidInput(f"memory_id: {shown(memory_id)} is another memory's")
        told = dict(result)
        given = self._opened._open.learn.new_redactor().json(plain(told, "result"))
        line = LogLine(
            str(stage),
            str(given.get("status", "ok")),
            float(given.get("ms") or 0.0),
            given.get("reason"),
            given.get("input"),
            given.get("output"),
            conversation_id,
        )
        self._known.store.log(self._person.space, self._person.agent, [line])

    # searching --------------------------------------------------------------------

    def search_conversations(
        self,
        query: str,
        *,
        limit: int = 10,
        time_range: tuple[datetime, datetime] | None = None,
        similarity_threshold: float = 0.0,
    ) -> list[Hit]:
        """Messages of this agent, each with those around it, best first. A question
        that names days ("yesterday", 上周) and has no `time_range` is answered by what
        was said in them or tells of them, if there is any."""
        return self._people.context.find.messages(
            self._person,
            query,
            top_n=whole_number("limit", limit, 1),
            between=None if time_range is None else time_bounds(time_range),
            min_score=share("similarity_threshold", similarity_threshold),
        )

    def search_memories(
        self,
        query: str,
        *,
        memory_types: Sequence[str] | str = ("profile", "event"),
        limit: int = 10,
    ) -> list[Hit]:
        """What of the profile and the events answers the query, best first."""
        given = [memory_types] if isinstance(memory_types, str) else memory_types
        for one in texts("memory_types", given):
            if one not in ("profile", "event"):
                raise InvalidInput(
                    f"memory_types: {shown(one)} is neither profile nor event"
                )
        return self._people.context.find(self._person, query, tuple(given), top_n=limit)

    def hybrid_search(
        self,
        query: str,
        *,
        weights: Mapping[str, float] | None = None,
        limit: int = 10,
    ) -> list[Hit]:
        """Messages, events and profile by the weights of `dense`, `sparse`, `time` and
        `importance`, which say how much each counts; a score is the mean of the hit's
        parts by these weights. `time` is 1 for the newest hit and 0 for the oldest."""
        chosen = checked_weights(weights)
        number = whole_number("limit", limit, 1, MOST)
        kinds = ("message", "event", "profile")
        hits = self._people.context.find(
            self._person, query, kinds, top_n=max(number, WEIGHED)
        )
        scored = weighed(hits, chosen)
        return sorted(scored, key=lambda one: (-one.score, one.id))[:number]

    # giving it away ---------------------------------------------------------------

    def to_prompt(self) -> str:
        """Profile and events for a prompt, in the agent's language."""
        told = (self.profile.to_prompt(), self.events.to_prompt())
        return "\n\n".join(filter(None, told))

    def to_dict(self) -> dict[str, Json]:
        """All that is known now, ready for JSON."""
        known = self._known.known(self._person)
        made, changed = moment_of(known.created_at), moment_of(known.updated_at)
        return {
            "memory_id": self.memory_id,
            "agent_id": self.name,
            "version": known.version,
            "created_at": made.isoformat() if made else None,
            "updated_at": changed.isoformat() if changed else None,
            "profile": self.get_profile_content(),
            "events": [one.text for one in known.events],
            "max_events": self._known.max_events,
            "tags": [one.model_dump(mode="json") for one in known.tags],
        }

    def save_memory(self) -> str:
        """Make sure that the agent is there; its memory's id. Nothing else is to be
        saved: all that is done is kept at once."""
        self._known.store.hold(self._opened.space, self._person.agent)
        return self.memory_id

    def _clean(self, name: str, given: object, cure: str) -> str:
        text = checked_text(name, given, cure)
        return self._opened._open.without_secrets(name, text) or ""

    def _section(self, role: str, told: str) -> str:
        chosen = self._locale or language_of(told)
        return f"## {phrase(f'heading.{role}', chosen)}\n{told}" if told else ""

    @property
    def _person(self) -> Person:
        return Person.of(self._opened.space, self._scope)

    @property
    def _own(self) -> Person:
        return Person(self._opened.space, self.name)

    @property
    def _people(self) -> People:
        return self._opened._open.people

    @property
    def _known(self) -> UpdatePerson:
        return self._people.known


class ProfileMemory:
    """What is known of a person, as a paragraph."""

    def __init__(self, of: PersonFace) -> None:
        self._of = of

    def get_content(self) -> str:
        """The paragraph; empty if nothing is known."""
        return self._of.get_profile_content()

    def update_content(self, new_info: str) -> None:
        """As `AgentMemory.update_profile`."""
        self._of.update_profile(new_info)

    def to_prompt(self) -> str:
        """The paragraph under its heading."""
        return self._of._section("profile", self.get_content())


class EventMemory:
    """What happened, as a list of paragraphs."""

    def __init__(self, of: PersonFace) -> None:
        self._of = of

    def get_content(self) -> list[str]:
        """The paragraphs, the oldest first."""
        return self._of.get_event_content()

    def items(self) -> list[PersonEvent]:
        """The same with time and what each rests on."""
        return self._of.get_events()

    def add_event(self, event: str, *, at: datetime | None = None) -> str:
        """As `AgentMemory.add_event`."""
        return self._of.add_event(event, at=at)

    def update_recent_events(self, events: Sequence[str]) -> None:
        """As `AgentMemory.update_events`."""
        self._of.update_events(events)

    def to_prompt(self) -> str:
        """The paragraphs with their days, as a list under their heading."""
        lines = [
            f"- {one.at:%Y-%m-%d}: {' '.join(one.text.split())}" for one in self.items()
        ]
        return self._of._section("event", "\n".join(lines))


def also(method: Callable[P, R]) -> Callable[P, R]:
    """The same method under another name."""

    @functools.wraps(method)
    def call(*args: P.args, **named: P.kwargs) -> R:
        found: Any = getattr(args[0], method.__name__)
        return found(*args[1:], **named)  # type: ignore[no-any-return]

    return call
