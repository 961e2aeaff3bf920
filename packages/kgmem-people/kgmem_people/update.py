"""messages + what is known -> modification -> update -> theory of mind -> version.

Everything is worked out before anything is written: a stage that fails changes
nothing, and says so."""

import hashlib
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from threading import RLock

from kgmem import (
    Fact,
    GraphUnavailable,
    Json,
    MemoryVersion,
    Message,
    NotFound,
    PersonEvent,
    PipelineResult,
    Tag,
)
from kgmem.people import AgentStore, Known, LogLine, NewVersion, Person, Projection
from kgmem_people.events import joined, within
from kgmem_people.mind_by_chat import Suggest, Suggestions
from kgmem_people.modification import (
    RULES,
    Modification,
    described,
    event_of,
    moments_up_to,
)
from kgmem_people.modification_by_chat import Modify
from kgmem_people.paragraph import paragraph
from kgmem_people.profile import Profile, Settled, trace, traces_of
from kgmem_people.stages import StageFailed, Stages
from kgmem_people.theory_of_mind import kept, trends

TRIES = 8
"""Times that an update begins anew, as another one was quicker."""
LOCKS = 64
READ, READ_BY, SEEN = "read", "read_by", "seen"
"""In the log of an update: ids of the messages that were read, by what, and of those
whose tags were looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What is known from a version on, beside the facts."""

    reason: str
    events: Sequence[PersonEvent]
    tags: Sequence[Tag]
    logs: Sequence[LogLine] = ()
    conflicts: tuple[Fact, ...] = ()
    """Facts that hold no longer, or never did."""
    forgotten: Iterable[str] = ()
    erased: Sequence[PersonEvent] = ()


@dataclass(frozen=True, slots=True)
class UpdatePerson:
    """What is known of people, and how it changes."""

    store: AgentStore
    profile: Profile
    projection: Projection
    modify: Modify
    suggest: Suggest
    max_events: int = 50
    max_sentences: int = 30
    _locks: tuple[RLock, ...] = field(
        default_factory=lambda: tuple(RLock() for _ in range(LOCKS))
    )

    # what is known ----------------------------------------------------------------

    def known(self, person: Person) -> Known:
        """Events and tags as they are now."""
        return self.store.known(person.space, person.agent)

    def told(self, person: Person) -> str:
        """What is known of the person now, in one paragraph."""
        return self._paragraph(self.said(person))

    def told_of(self, ever: Sequence[Fact]) -> str:
        """The same of all that was held for true at some time."""
        return self._paragraph(self.profile.now(ever))

    def said(self, person: Person) -> list[Fact]:
        """What is held for true of the person now, as a profile tells it."""
        return self.profile.said(person)

    # changing it ------------------------------------------------------------------

    def with_messages(
        self, person: Person, messages: Sequence[Message], conversation_id: str | None
    ) -> PipelineResult:
        """Join what was said to what is known, in three stages."""
        stages = Stages(conversation_id)
        try:
            told, found = self._read(person, messages, stages)
        except StageFailed:
            self.store.log(person.space, person.agent, stages.log())
            version = self.known(person).version
            return PipelineResult(version=version, stages=tuple(stages.done))
        version, done = self._insist(
            person, lambda known: self._updated(person, known, told, found, stages)
        )
        return PipelineResult(
            version=version, stages=tuple(stages.done), conflicts=done.conflicts
        )

    def describe(self, person: Person, text: str) -> None:
        """Join a description to the profile."""
        told = Modification(described(text, datetime.now(UTC), self.modify.read))
        self._insist(person, lambda known: self._joined(person, known, told, "profile"))

    def happen(
        self, person: Person, texts: Iterable[str], at: datetime | None = None
    ) -> list[str]:
        """Add events, at a time or now; their ids."""
        new = _happened(person, list(texts), at)
        told = Modification((), tuple(new))
        self._insist(person, lambda known: self._joined(person, known, told, "events"))
        return [one.event_id for one in new]

    def roll_back(self, person: Person, version: int) -> int:
        """Know again what was known in a version, as a new version. Raises NotFound."""
        versions = self.store.versions(person.space, person.agent)
        found = [one for one in versions if one.version == version]
        if not found:
            raise NotFound(
                f"rollback: {person.agent!r} has no version {version}; `history()` "
                "lists them"
            )
        new, _ = self._insist(
            person, lambda known: self._returned(person, known, found[0])
        )
        return new

    def replace(
        self, person: Person, profile: str | None, events: Sequence[str] | None
    ) -> None:
        """Know just this description, and just these events; None leaves what is."""
        held = [] if profile is None else self.said(person)
        if profile is not None and profile != self._paragraph(held):
            self.profile.retract(person, [o.fact_id for o in held], "replaced")
            self.describe(person, profile)
        known = [one.text for one in self.known(person).events]
        if events is not None and known != list(events):
            new = within(person.key, _happened(person, events), self.max_events)
            self._insist(
                person,
                lambda known: Change(reason="events", events=new, tags=known.tags),
            )

    def renew(
        self,
        person: Person,
        reason: str,
        *,
        without: Sequence[PersonEvent] = (),
        events: Sequence[PersonEvent] = (),
        unsaid: str | None = None,
    ) -> None:
        """Know as a new version what the facts say by now, without some events, which
        are not read again, with others in their place, without tags that rest on an
        unsaid message."""
        gone = {one.event_id for one in without}
        traces = [one for event in without for one in traces_of_event(person, event)]

        def change(known: Known) -> Change:
            left = [one for one in known.events if one.event_id not in gone]
            return Change(
                reason=reason,
                events=sorted([*left, *events], key=lambda one: (one.at, one.event_id)),
                tags=[o for o in known.tags if unsaid not in o.message_ids],
                forgotten=traces,
                erased=without,
            )

        self._insist(person, change)

    # steps ------------------------------------------------------------------------

    def _paragraph(self, said: Sequence[Fact]) -> str:
        return paragraph(said, self.max_sentences, self.profile.read)

    def _insist(
        self, person: Person, change: Callable[[Known], Change]
    ) -> tuple[int, Change]:
        """Make a change to what is known, anew where somebody else was quicker; the new
        version, and what was changed."""
        with self._locks[hash(person.key) % LOCKS]:
            for _ in range(TRIES):
                known = self.known(person)
                done = change(known)
                if self._write(person, known, done):
                    return known.version + 1, done
        raise GraphUnavailable(
            f"what is known by way of {person.agent!r} is being changed all the time; "
            "try again when that is done"
        )

    def _read(
        self, person: Person, messages: Sequence[Message], stages: Stages
    ) -> tuple[Modification, Suggestions]:
        """What the messages say and suggest. Nothing is held meanwhile, as a chat model
        may take its time; so `update` is only tried out here, and done in the end."""
        read, seen = self._shown_before(person, stages.conversation_id)
        unread = [one for one in messages if one.message_id not in read]
        unseen = [one for one in messages if one.message_id not in seen]
        given: dict[str, Json] = {"messages": len(unread)}
        told = stages.run(
            "modification",
            given,
            lambda: self.modify(person.key, unread, self.said(person)),
            _tell_modification,
            lambda one: one.note,
        )
        stages.run(
            "update",
            _tell_modification(told),
            lambda: self._planned(person, self.known(person), told),
            lambda plan: _tell_events(*plan),
        )
        found = stages.run(
            "theory_of_mind",
            {
                "messages": len(unseen),
                READ_BY: told.by,
                READ: [one.message_id for one in unread],
                SEEN: [one.message_id for one in unseen],
            },
            lambda: self.suggest(unseen),
            _tell_suggestions,
            lambda one: one.note,
        )
        return told, found

    def _shown_before(
        self, person: Person, conversation_id: str | None
    ) -> tuple[set[str], set[str]]:
        """Ids of the messages that a chat model has read, and of those whose tags it
        gave: an update that was written says so in its log."""
        if self.modify.model is None:
            return set(), set()
        done = self.store.last_stages(person.space, person.agent, conversation_id)
        read, seen = set[str](), set[str]()
        for one in done:
            given = one.input if isinstance(one.input, dict) else {}
            told = one.output if isinstance(one.output, dict) else {}
            if given.get(READ_BY) != RULES:
                read.update(_ids(given.get(READ)))
            if told.get("by", RULES) != RULES:
                seen.update(_ids(given.get(SEEN)))
        return read, seen

    def _planned(
        self, person: Person, known: Known, told: Modification
    ) -> tuple[list[PersonEvent], Settled]:
        new = [o for o in told.events if not is_forgotten(person, o, known.forgotten)]
        events = within(person.key, joined(known.events, new), self.max_events)
        said = self.profile.untold(person, told.statements, known.forgotten)
        return events, self.profile.settle(person, said, told.denials)

    def _updated(
        self,
        person: Person,
        known: Known,
        told: Modification,
        found: Suggestions,
        stages: Stages,
    ) -> Change:
        before = self.said(person)
        done = self._joined(person, known, told, "conversation")
        others = self.profile.untold(person, told.others, known.forgotten)
        self.profile.add(person, others)
        self.profile.end(person, told.over, [one.said.about for one in others])
        if told.until is not None:
            self.profile.let_pass(person, told.until)
        held = {one.fact_id for one in self.said(person)}
        conflicts = [one for one in before if one.fact_id not in held]
        tags = kept(known.tags, found.tags)
        return replace(
            done,
            tags=kept(tags, trends(tags, self.profile.ever(person))),
            logs=stages.log(),
            conflicts=(*conflicts, *done.conflicts),
        )

    def _joined(
        self, person: Person, known: Known, told: Modification, reason: str
    ) -> Change:
        events, settled = self._planned(person, known, told)
        lost = self.profile.state(person, settled)
        return Change(
            reason=reason, events=events, tags=known.tags, conflicts=tuple(lost)
        )

    def _returned(self, person: Person, known: Known, version: MemoryVersion) -> Change:
        wanted = set(version.fact_ids)
        newer = [o.fact_id for o in self.said(person) if o.fact_id not in wanted]
        self.profile.retract(person, newer, "rolled back")
        lacking = wanted - {one.fact_id for one in self.said(person)}
        for one in self.profile.asking.by_id(
            person.space, sorted(lacking), known_at=version.at
        ):
            if known.forgotten.isdisjoint(traces_of(person, one)):
                self.profile.say_again(person, one)
        reason = f"rolled back to {version.version}"
        return Change(reason=reason, events=version.events, tags=version.tags)

    def _write(self, person: Person, known: Known, done: Change) -> bool:
        said = self.said(person)
        profile = self._paragraph(said)
        left = {one.event_id for one in (*done.events, *done.erased)}
        points = self.store.write(
            person.space,
            person.agent,
            NewVersion(
                before=known.version,
                reason=done.reason,
                profile=profile,
                profile_hash=hashlib.sha256(profile.encode()).hexdigest(),
                events=done.events,
                gone=[one for one in known.events if one.event_id not in left],
                tags=done.tags,
                fact_ids=[one.fact_id for one in said],
                forgotten=done.forgotten,
                erased=done.erased,
            ),
            done.logs,
        )
        if points is None:
            return False
        self.projection.take_up(points)
        self.projection.drain()  # events that are current no longer
        return True


def _happened(
    person: Person, texts: Sequence[str], at: datetime | None = None
) -> list[PersonEvent]:
    moments = moments_up_to(at or datetime.now(UTC), len(texts))
    return [
        event_of(person.key, text, moment)
        for text, moment in zip(texts, moments, strict=True)
    ]


def _ids(given: Json) -> list[str]:
    return [str(one) for one in given] if isinstance(given, list) else []


def traces_of_event(person: Person, event: PersonEvent) -> list[str]:
    """Names an event and the messages that it was read in, without telling it."""
    return [
        trace(person, "", "event", one, None)
        for one in (event.event_id, *event.message_ids)
    ]


def is_forgotten(person: Person, event: PersonEvent, forgotten: Container[str]) -> bool:
    """Was it forgotten, or read in messages of which events were?"""
    return any(one in forgotten for one in traces_of_event(person, event))


def _tell_events(events: Sequence[PersonEvent], settled: Settled) -> Json:
    return {"events": len(events), "lost": settled.tell()}


def _tell_modification(told: Modification) -> Json:
    return {
        "profile": [one.said.text for one in told.statements],
        "events": [one.text for one in told.events],
        "by": told.by,
    }


def _tell_suggestions(found: Suggestions) -> Json:
    tags: list[Json] = [one.model_dump(mode="json") for one in found.tags]
    return {"tags": tags, "by": found.by}
