"""messages + what is known -> modification -> update -> theory of mind -> version.

Everything is worked out before anything is written: a stage that fails changes
nothing, and says so."""

import hashlib
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import RLock
from typing import TypeVar

from kgmem.conversation.events import joined, within
from kgmem.conversation.modification import (
    Learnt,
    Modification,
    described,
    event_of,
    modification,
    moments_up_to,
)
from kgmem.conversation.person import place_in_profile
from kgmem.conversation.theory_of_mind import theory_of_mind
from kgmem.errors import GraphUnavailable, InvalidInput, NotFound
from kgmem.facts.asking import Asking
from kgmem.facts.flow import Facts
from kgmem.graph.people.agents import AgentStore, Known, LogLine, NewVersion
from kgmem.graph.people.conversations import answers_of, source_of
from kgmem.index.projection import Projection
from kgmem.model.base import Json, language_of
from kgmem.model.conversation import (
    MemoryVersion,
    Message,
    PersonEvent,
    PipelineResult,
    PipelineStage,
    StageName,
    Tag,
)
from kgmem.model.fact import Fact, FactDraft
from kgmem.model.keys.identity import agent_key

T = TypeVar("T")

TRIES = 8
"""Times that an update begins anew, as another one was quicker."""
LOCKS = 64


@dataclass(frozen=True, slots=True)
class Person:
    """The person whom an agent of a space works for."""

    space: str
    agent: str

    @property
    def key(self) -> str:
        return agent_key(self.space, self.agent)

    @property
    def name(self) -> str:
        """What facts call him."""
        return source_of(self.agent)

    @property
    def sources(self) -> tuple[str, str]:
        """Of what is told of him, and of what the agent's answers define."""
        return source_of(self.agent), answers_of(self.agent)


@dataclass(slots=True)
class _Stages:
    """The stages of one update, timed, as they go."""

    conversation_id: str | None
    done: list[PipelineStage] = field(default_factory=list)

    def run(
        self,
        name: StageName,
        given: Json,
        work: Callable[[], T],
        tell: Callable[[T], Json],
    ) -> T:
        """What the work gives; what it raises is noted, and raised again."""
        start = time.perf_counter()
        try:
            result = work()
        except Exception as error:
            why = f"{type(error).__name__}: {error}"[:500]
            self._note(name, "failed", start, given, None, why)
            raise _StageFailed(why) from error
        self._note(name, "ok", start, given, tell(result), None)
        return result

    def skip(self, name: StageName, reason: str) -> None:
        self._note(name, "skipped", time.perf_counter(), None, None, reason)

    def _note(
        self,
        name: StageName,
        status: str,
        start: float,
        given: Json,
        output: Json,
        reason: str | None,
    ) -> None:
        self.done.append(
            PipelineStage.model_validate(
                {
                    "name": name,
                    "status": status,
                    "reason": reason,
                    "ms": round((time.perf_counter() - start) * 1000, 3),
                    "input": given,
                    "output": output,
                }
            )
        )

    def log(self) -> list[LogLine]:
        return [
            LogLine(
                one.name,
                one.status,
                one.ms,
                one.reason,
                one.input,
                one.output,
                self.conversation_id,
            )
            for one in self.done
        ]


class _StageFailed(Exception):
    """A stage of an update failed; nothing was written."""


@dataclass(frozen=True, slots=True)
class UpdatePerson:
    """What is known of people, and how it changes."""

    store: AgentStore
    facts: Facts
    asking: Asking
    projection: Projection
    max_events: int = 50
    _locks: tuple[RLock, ...] = field(
        default_factory=lambda: tuple(RLock() for _ in range(LOCKS))
    )

    # what is known ----------------------------------------------------------------

    def known(self, person: Person) -> Known:
        """Profile, events and tags as they are now."""
        return self.store.known(person.space, person.agent)

    def said(self, person: Person) -> list[Fact]:
        """What is held for true of the person now, as a profile tells it."""
        now = datetime.now(UTC)
        found = self.asking.facts(person.space, person.name, as_of=now)
        own = [one for one in found if one.subject == person.name]
        return sorted(own, key=_place)

    # changing it ------------------------------------------------------------------

    def with_messages(
        self, person: Person, messages: Sequence[Message], conversation_id: str | None
    ) -> PipelineResult:
        """Join what was said to what is known, in three stages."""
        stages = _Stages(conversation_id)
        try:
            return self._insist(
                person, lambda known: self._updated(person, known, messages, stages)
            )
        except _StageFailed:
            self.store.log(person.space, person.agent, stages.log())
            version = self.known(person).version
            return PipelineResult(version=version, stages=tuple(stages.done))

    def describe(self, person: Person, text: str) -> None:
        """Join a description to the profile."""
        told = Modification(described(text, datetime.now(UTC)))
        self._insist(person, lambda known: self._join(person, known, told, "profile"))

    def happen(
        self, person: Person, texts: Iterable[str], at: datetime | None = None
    ) -> list[str]:
        """Add events, at a time or now; their ids."""
        listed = list(texts)
        moments = moments_up_to(at or datetime.now(UTC), len(listed))
        new = [
            event_of(person.key, one, moment)
            for one, moment in zip(listed, moments, strict=True)
        ]
        told = Modification((), tuple(new))
        self._insist(person, lambda known: self._join(person, known, told, "events"))
        return [one.event_id for one in new]

    def roll_back(self, person: Person, version: int) -> int:
        """Know again what was known in a version, as a new version. Raises NotFound."""
        found = [one for one in self.versions(person) if one.version == version]
        if not found:
            raise NotFound(
                f"rollback: {person.agent!r} has no version {version}; `history()` "
                "lists them"
            )
        self._insist(person, lambda known: self._return_to(person, known, found[0]))
        return self.known(person).version

    def versions(self, person: Person) -> list[MemoryVersion]:
        """All versions, the first one first."""
        return self.store.versions(person.space, person.agent)

    def replace(
        self, person: Person, profile: str | None, events: Sequence[str] | None
    ) -> None:
        """Know just this description, and just these events; None leaves what is."""
        if profile is not None and profile != self.known(person).profile:
            for one in self.said(person):
                self.facts.retract(person.space, one.fact_id, None, "replaced")
            self.describe(person, profile)
        if events is not None:
            self._insist(person, lambda known: self._replace(person, known, events))

    # steps ------------------------------------------------------------------------

    def _replace(
        self, person: Person, known: Known, texts: Sequence[str]
    ) -> bool | None:
        if [one.text for one in known.events] == list(texts):
            return True
        moments = moments_up_to(datetime.now(UTC), len(texts))
        new = [
            event_of(person.key, one, moment)
            for one, moment in zip(texts, moments, strict=True)
        ]
        events = within(person.key, new, self.max_events)
        said = self.said(person)
        return self._write(person, known, "events", said, events, known.tags) or None

    def _insist(self, person: Person, change: Callable[[Known], "T | None"]) -> T:
        """Make a change to what is known, anew where somebody else was quicker."""
        with self._locks[hash(person) % LOCKS]:
            for _ in range(TRIES):
                done = change(self.known(person))
                if done is not None:
                    return done
        raise GraphUnavailable(
            f"what is known by way of {person.agent!r} is being changed all the time; "
            "try again when that is done"
        )

    def _updated(
        self,
        person: Person,
        known: Known,
        messages: Sequence[Message],
        stages: _Stages,
    ) -> PipelineResult | None:
        stages.done.clear()
        told = stages.run(
            "modification",
            {"messages": len(messages)},
            lambda: modification(person.key, messages),
            _tell_modification,
        )
        events = stages.run(
            "update",
            _tell_modification(told),
            lambda: self._events(person, known, told.events),
            lambda found: {"events": len(found)},
        )
        tags = stages.run(
            "theory_of_mind",
            {"messages": len(messages)},
            lambda: theory_of_mind(messages),
            lambda found: [one.model_dump(mode="json") for one in found],
        )
        before = self.said(person)
        self._state(person, told.statements)
        after = self.said(person)
        held = {one.fact_id for one in after}
        conflicts = [one for one in before if one.fact_id not in held]
        reason = "conversation"
        if not self._write(person, known, reason, after, events, tags, stages.log()):
            return None
        return PipelineResult(
            version=known.version + 1,
            stages=tuple(stages.done),
            conflicts=tuple(conflicts),
        )

    def _join(
        self, person: Person, known: Known, told: Modification, reason: str
    ) -> bool | None:
        events = self._events(person, known, told.events)
        self._state(person, told.statements)
        said = self.said(person)
        return self._write(person, known, reason, said, events, known.tags) or None

    def _return_to(
        self, person: Person, known: Known, version: MemoryVersion
    ) -> bool | None:
        wanted = set(version.fact_ids)
        for one in self.said(person):
            if one.fact_id not in wanted:
                self.facts.retract(person.space, one.fact_id, None, "rolled back")
        lacking = wanted - {one.fact_id for one in self.said(person)}
        for one in self.asking.by_id(
            person.space, sorted(lacking), known_at=version.at
        ):
            self._say_again(person, one)
        reason = f"rolled back to {version.version}"
        said = self.said(person)
        done = self._write(person, known, reason, said, version.events, version.tags)
        return done or None

    def _events(
        self, person: Person, known: Known, new: Sequence[PersonEvent]
    ) -> list[PersonEvent]:
        return within(person.key, joined(known.events, new), self.max_events)

    def _state(self, person: Person, statements: Sequence[Learnt]) -> None:
        """Keep what was said as facts; the later one of two that can't both hold
        ends the earlier one."""
        for one in {one.said.predicate for one in statements if one.said.single}:
            self.facts.declare(person.space, one, True)
        if not statements:
            return
        report = self.facts.add_many(
            person.space, [_draft(person, one) for one in statements]
        )
        if report.errors:
            raise InvalidInput(f"profile: {report.errors[0].error}")

    def _say_again(self, person: Person, fact: Fact) -> None:
        draft = FactDraft(
            content=fact.text,
            subject=fact.subject,
            predicate=fact.predicate,
            object=fact.object,
            source=person.name,
            confidence=fact.confidence,
            valid_from=datetime.now(UTC),
        )
        self.facts.add(person.space, draft)

    def _write(
        self,
        person: Person,
        known: Known,
        reason: str,
        said: Sequence[Fact],
        events: Sequence[PersonEvent],
        tags: Sequence[Tag],
        logs: Sequence[LogLine] = (),
    ) -> bool:
        profile = paragraph(said)
        kept = {one.event_id for one in events}
        points = self.store.write(
            person.space,
            person.agent,
            NewVersion(
                before=known.version,
                reason=reason,
                profile=profile,
                profile_hash=hashlib.sha256(profile.encode()).hexdigest(),
                events=events,
                gone=[one for one in known.events if one.event_id not in kept],
                tags=tags,
                fact_ids=[one.fact_id for one in said],
            ),
            logs,
        )
        if points is None:
            return False
        self.projection.take_up(points)
        self.projection.drain()  # events that are current no longer
        return True


def _place(one: Fact) -> tuple[int, datetime, str]:
    since = one.valid_from or one.recorded_at
    return place_in_profile(one.predicate), since, one.fact_id


def paragraph(said: Sequence[Fact]) -> str:
    """What is known of a person, in one paragraph."""
    told = list(dict.fromkeys(" ".join(one.text.split()) for one in said))
    whole = ""
    for one in told:
        zh = language_of(one) == "zh"
        end = "" if one.endswith((".", "。", "!", "！")) else "。" if zh else "."
        whole += ("" if zh or not whole else " ") + one + end
    return whole


def _draft(person: Person, one: Learnt) -> FactDraft:
    return FactDraft(
        content=one.said.text,
        subject=person.name,
        predicate=one.said.predicate,
        object=one.said.value,
        subject_kind="person",
        source=person.name,
        confidence=one.said.confidence,
        valid_from=one.at,
        extractor="rules",
    )


def _tell_modification(told: Modification) -> Json:
    return {
        "profile": [one.said.text for one in told.statements],
        "events": [one.text for one in told.events],
    }
