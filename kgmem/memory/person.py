"""What an agent knows of the person it works for: profile, events, versions, search."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, get_args

from kgmem.conversation.profile import Person
from kgmem.conversation.sentences import in_language
from kgmem.errors import InvalidInput
from kgmem.graph.people.agents import LogLine
from kgmem.graph.rows import moment_of
from kgmem.memory.opened import Opened
from kgmem.model.base import Json, Language, language_of
from kgmem.model.conversation import (
    Forgotten,
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
    key_text,
    moment,
    optional_text,
    plain,
    share,
    shown,
    texts,
    whole_number,
)
from kgmem.threaded import reads
from kgmem.wiring.people import People

WEIGHTS = {"dense": 0.5, "sparse": 0.3, "time": 0.1, "importance": 0.1}
"""What the parts of a score weigh in `hybrid_search`."""
LOOKED_AT = 50


class PersonFace:
    """Profile, events and versions of what one agent knows."""

    def __init__(
        self, opened: Opened, agent_id: str, locale: Language | None = None
    ) -> None:
        self._opened = opened
        self._locale = locale
        self.agent_id = agent_id

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.agent_id!r})"

    @property
    def memory_id(self) -> str:
        """Names what it knows of its person."""
        return part_of_agent(self._person.key, "memory")

    @property
    @reads
    def version(self) -> int:
        """Counts the changes of profile and events; 0 before the first."""
        return self._people.known.known(self._person).version

    @property
    def profile(self) -> "ProfileMemory":
        """What is known of the person, as a paragraph."""
        return ProfileMemory(self)

    @property
    def events(self) -> "EventMemory":
        """What happened, as a list of paragraphs."""
        return EventMemory(self)

    profile_memory = profile
    event_memory = events

    def get_profile_content(self) -> str:
        """What is known of the person, in one paragraph; empty if nothing is."""
        return self._people.known.known(self._person).profile

    def get_event_content(self) -> list[str]:
        """What happened, the oldest first."""
        return [one.text for one in self._people.known.known(self._person).events]

    def get_events(self) -> list[PersonEvent]:
        """The same with time and what each rests on."""
        return list(self._people.known.known(self._person).events)

    def update_profile(self, new_info: str) -> None:
        """Join a description of the person to the profile; of two statements that can't
        both hold the later one wins, and the other one is kept as history."""
        text = self._clean("new_info", new_info, "describe the person")
        self._people.known.describe(self._person, text)

    def update_events(self, new_events: Sequence[str]) -> None:
        """Add events, as of now; of those that tell the same on one day, the longer
        stays."""
        told = [
            self._clean("new_events", one, "say what happened")
            for one in (texts("new_events", new_events))
        ]
        if told:
            self._people.known.happen(self._person, told)

    def add_event(self, event: str, *, at: datetime | None = None) -> str:
        """Add an event, at a time or now; its id."""
        told = self._clean("event", event, "say what happened")
        [key] = self._people.known.happen(self._person, [told], moment("at", at))
        return key

    def replace(
        self, *, profile: str | None = None, events: Sequence[str] | None = None
    ) -> None:
        """Put this in the place of the profile, and of the events; None leaves them."""
        clean = self._opened._open.without_secrets
        told = None if profile is None else clean("profile", profile) or ""
        listed = None if events is None else texts("events", events)
        self._people.known.replace(
            self._person,
            told,
            listed and [clean("events", one) or "" for one in listed if one.strip()],
        )

    def facts(self) -> list[Fact]:
        """What the profile says, as facts with validity and source."""
        return self._people.known.said(self._person)

    def tags(self) -> list[Tag]:
        """What the person's words suggest: intents, moods, habits, relations, trends,
        by the last update."""
        return list(self._people.known.known(self._person).tags)

    def history(self) -> list[MemoryVersion]:
        """All versions of profile and events, the first one first."""
        return self._people.known.versions(self._person)

    def get_pipeline_history(self) -> list[PipelineLog]:
        """The stages of all updates: input, output, time, status."""
        store = self._people.known.store
        return store.logs(self._person.space, self.agent_id)

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
        told = (
            result.model_dump() if isinstance(result, PipelineStage) else dict(result)
        )
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
        self._people.known.store.log(self._person.space, self.agent_id, [line])

    def rollback(self, version: int) -> None:
        """Know again what was known in a version; a new version. Raises NotFound."""
        number = whole_number("version", version, 1)
        self._people.known.roll_back(self._person, number)

    # searching --------------------------------------------------------------------

    def search_conversations(
        self,
        query: str,
        *,
        limit: int = 10,
        time_range: tuple[datetime, datetime] | None = None,
        similarity_threshold: float = 0.0,
    ) -> list[Hit]:
        """Messages of this agent, each with those around it, best first."""
        since, until = _range(time_range)
        return self._search(
            query,
            kinds=("message",),
            top_n=limit,
            since=since,
            until=until,
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
        return self._search(query, kinds=tuple(given), top_n=limit)

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
        chosen = _weights(weights)
        number = whole_number("limit", limit, 1, 100)
        kinds = ("message", "event", "profile")
        hits = self._search(query, kinds=kinds, top_n=max(number, LOOKED_AT))
        scored = [
            hit.model_copy(update={"score": _weighed(parts, chosen), "parts": parts})
            for hit, parts in zip(hits, _among(hits), strict=True)
        ]
        return sorted(scored, key=lambda one: (-one.score, one.id))[:number]

    def _search(self, query: str, **asked: Any) -> list[Hit]:
        return self._opened.search(  # type: ignore[attr-defined, no-any-return]
            query, source=self._person.name, **asked
        )

    # giving it away ---------------------------------------------------------------

    def to_prompt(self) -> str:
        """Profile and events for a prompt, in the agent's language."""
        return "\n\n".join(
            filter(None, (self.profile.to_prompt(), self.events.to_prompt()))
        )

    def to_dict(self) -> dict[str, Json]:
        """All that is known now, ready for JSON."""
        known = self._people.known.known(self._person)
        made, changed = moment_of(known.created_at), moment_of(known.updated_at)
        return {
            "memory_id": self.memory_id,
            "agent_id": self.agent_id,
            "version": known.version,
            "created_at": made.isoformat() if made else None,
            "updated_at": changed.isoformat() if changed else None,
            "profile": known.profile,
            "events": [one.text for one in known.events],
            "max_events": self._people.known.max_events,
            "tags": [one.model_dump(mode="json") for one in known.tags],
        }

    def forget(self) -> Forgotten:
        """Delete all that is kept of the agent and its person, in both stores:
        messages, summaries, events, versions, logs, and facts that nobody else states.
        What went, and what stays and why."""
        return self._people.rights.forget(self._person)

    def _clean(self, name: str, given: object, cure: str) -> str:
        text = checked_text(name, given, cure)
        return self._opened._open.without_secrets(name, text) or ""

    def _section(self, role: str, told: str) -> str:
        chosen = self._locale or language_of(told)
        return f"## {in_language(f'heading.{role}', chosen)}\n{told}" if told else ""

    @property
    def _person(self) -> Person:
        return Person(self._opened.space, self.agent_id)

    @property
    def _people(self) -> People:
        return self._opened._open.people


@dataclass(frozen=True, slots=True)
class ProfileMemory:
    """What is known of a person, as a paragraph."""

    of: PersonFace

    def get_content(self) -> str:
        """The paragraph; empty if nothing is known."""
        return self.of.get_profile_content()

    def update_content(self, new_info: str) -> None:
        """As `AgentMemory.update_profile`."""
        self.of.update_profile(new_info)

    def to_prompt(self) -> str:
        """The paragraph under its heading."""
        return self.of._section("profile", self.get_content())


@dataclass(frozen=True, slots=True)
class EventMemory:
    """What happened, as a list of paragraphs."""

    of: PersonFace

    def get_content(self) -> list[str]:
        """The paragraphs, the oldest first."""
        return self.of.get_event_content()

    def items(self) -> list[PersonEvent]:
        """The same with time and what each rests on."""
        return self.of.get_events()

    def add_event(self, event: str, *, at: datetime | None = None) -> str:
        """As `AgentMemory.add_event`."""
        return self.of.add_event(event, at=at)

    def update_recent_events(self, events: Sequence[str]) -> None:
        """As `AgentMemory.update_events`."""
        self.of.update_events(events)

    def to_prompt(self) -> str:
        """The paragraphs as a list under their heading."""
        lines = [f"- {' '.join(one.split())}" for one in self.get_content()]
        return self.of._section("event", "\n".join(lines))


def language(given: object) -> Language | None:
    """A language that prompts can be in; None if none is given. Raises InvalidInput."""
    known = get_args(Language)
    if given is None:
        return None
    code = given.replace("_", "-").split("-")[0].lower() if type(given) is str else ""
    if code in known:
        return code  # type: ignore[return-value]  # one of them
    raise InvalidInput(f"locale: one of {', '.join(known)}, not {shown(given)}")


def named_key(opened: Opened, name: str, given: object) -> str | None:
    """A name that a caller gives something, without secrets; None if it is blank."""
    key = key_text(name, optional_text(name, given))
    return opened._without_secrets(name, key) if key else None


def _range(given: object) -> tuple[datetime | None, datetime | None]:
    if given is None:
        return None, None
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != 2:
        raise InvalidInput(f"time_range: a start and an end, not {shown(given)}")
    return moment("time_range", given[0]), moment("time_range", given[1])


def _weights(given: Mapping[str, float] | None) -> dict[str, float]:
    if given is None:
        return WEIGHTS
    if not isinstance(given, Mapping) or not given:
        raise InvalidInput(
            f"weights: numbers of {', '.join(WEIGHTS)}, not {shown(given)}"
        )
    unknown = [name for name in given if name not in WEIGHTS]
    if unknown:
        raise InvalidInput(
            f"weights: {shown(unknown[0])} is none of {', '.join(WEIGHTS)}"
        )
    chosen = {name: share(f"weights: {name}", one) for name, one in given.items()}
    if not sum(chosen.values()):
        raise InvalidInput("weights: all are 0; one has to count")
    return chosen


def _among(hits: Sequence[Hit]) -> list[dict[str, float]]:
    """The parts of each, time by its place between the oldest and the newest."""
    times = [hit.at.timestamp() for hit in hits if hit.at]
    first, last = min(times, default=0.0), max(times, default=0.0)
    return [
        {**hit.parts, "time": (hit.at.timestamp() - first) / (last - first or 1.0)}
        if hit.at
        else hit.parts
        for hit in hits
    ]


def _weighed(parts: Mapping[str, float], weights: Mapping[str, float]) -> float:
    counted = ((parts.get(name, 0.0), weight) for name, weight in weights.items())
    return sum(part * weight for part, weight in counted) / sum(weights.values())
