"""What agents know of people, in the graph: profile, events, versions, logs."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from uuid import uuid4

from kgmem.graph.facts.entities import (
    FoundEntity,
    Name,
    claim_entities,
    delete_lone_entities,
)
from kgmem.graph.people.agent_rows import LogLine, event_of, log_of, version_of
from kgmem.graph.people.conversations import answers_of, source_of
from kgmem.graph.people.unsaying import unsay
from kgmem.graph.points import EVENT, KINDS, PROFILE, IndexedNode, put_outbox
from kgmem.graph.query_files import each, query
from kgmem.graph.rows import epoch_ms, now_ms
from kgmem.graph.spaces.lines import for_label, pages
from kgmem.graph.store import GraphStore
from kgmem.model.base import language_of
from kgmem.model.conversation import MemoryVersion, PersonEvent, PipelineLog, Tag
from kgmem.model.keys.identity import agent_key, part_of_agent
from kgmem.ports import Row, Transaction


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a person at the moment."""

    version: int = 0
    events: tuple[PersonEvent, ...] = ()
    tags: tuple[Tag, ...] = ()
    forgotten: frozenset[str] = frozenset()
    """Traces of what is not to be read again."""
    created_at: int | None = None
    updated_at: int | None = None


@dataclass(frozen=True, slots=True)
class NewVersion:
    """What is to be known from now on."""

    before: int
    """The version that it was made from."""
    reason: str
    profile: str
    profile_hash: str
    events: Sequence[PersonEvent]
    gone: Sequence[PersonEvent] = ()
    """Events that are current no longer."""
    tags: Sequence[Tag] = ()
    fact_ids: Sequence[str] = ()
    forgotten: Iterable[str] = ()
    """Traces of what is not to be read again from now on."""
    erased: Sequence[PersonEvent] = ()
    """Events that are deleted."""


@dataclass(frozen=True, slots=True)
class AgentStore:
    """Typed operations on what agents know; all are scoped to a space."""

    store: GraphStore

    def known(self, space: str, agent: str) -> Known:
        """What is known of an agent's person; nothing of an agent that is not there."""
        key = agent_key(space, agent)
        rows = self.store.read("agent", space=space, agent_id=key)
        if not rows:
            return Known()
        head = rows[0]["agent"]
        events = self.store.read("current_events", space=space, agent_id=key)
        return Known(
            version=head["version"] or 0,
            events=tuple(map(event_of, events)),
            tags=tuple(
                Tag.model_validate(one) for one in json.loads(head["tags"] or "[]")
            ),
            forgotten=frozenset(head["forgotten"] or ()),
            created_at=head["created_at"],
            updated_at=head["updated_at"] or head["created_at"],
        )

    def past_events(self, space: str, agent: str) -> list[PersonEvent]:
        """Those that were current once, and are kept for the versions."""
        key = agent_key(space, agent)
        rows = self.store.read("past_events", space=space, agent_id=key)
        return [event_of(row) for row in rows]

    def agents(self, space: str) -> list[tuple[str, int]]:
        """All agents of a space with their versions, by name."""
        rows = self.store.read("all_agents", space=space)
        return [(row["agent"], row["version"]) for row in rows]

    def of_memory(self, space: str, memory_id: str) -> str | None:
        """The agent whose memory has this id."""
        rows = self.store.read("agents_of_memory", space=space, memory_id=memory_id)
        return rows[0]["agent"] if rows else None

    def write(
        self, space: str, agent: str, new: NewVersion, logs: Sequence[LogLine] = ()
    ) -> list[IndexedNode] | None:
        """Store a version with what it says, in one transaction; the points that wait
        for their vectors. None, with nothing written, if the version before it is
        another one by now."""

        def work(tx: Transaction) -> list[IndexedNode] | None:
            return _Writing(tx, space, agent)(new, logs)

        return self.store.engine.write(work)

    def log(self, space: str, agent: str, logs: Sequence[LogLine]) -> None:
        """Log what came to nothing."""
        self.store.engine.write(lambda tx: _Writing(tx, space, agent).log(logs))

    def hold(self, space: str, agent: str) -> None:
        """Have the agent in the graph."""
        self.store.engine.write(lambda tx: _Writing(tx, space, agent).hold())

    def versions(self, space: str, agent: str) -> list[MemoryVersion]:
        """All versions, the first one first."""
        key = agent_key(space, agent)
        rows = self.store.read("versions", space=space, agent_id=key)
        return [version_of(row["version"]) for row in rows]

    def logs(self, space: str, agent: str) -> list[PipelineLog]:
        """All stages of all updates, in order."""
        key = agent_key(space, agent)
        rows = self.store.read("logs", space=space, agent_id=key)
        return [log_of(part_of_agent(key, "memory"), row["log"]) for row in rows]

    def last_stages(
        self, space: str, agent: str, conversation: str | None
    ) -> list[PipelineLog]:
        """How the last stage went in the updates with a conversation."""
        key, asked = agent_key(space, agent), {"conversation_id": conversation or ""}
        rows = self.store.read("last_stages", space=space, agent_id=key, **asked)
        return [log_of(part_of_agent(key, "memory"), row["log"]) for row in rows]

    def remember(self, space: str, agent: str, names: Sequence[Name]) -> list[str]:
        """Link an agent to entities that it is to remember; their ids."""

        def work(tx: Transaction) -> list[str]:
            writing = _Writing(tx, space, agent)
            writing.hold()
            ids = claim_entities(tx, space, names)
            tx.run(query("mention_by_agent"), {"agent_id": writing.key, "ids": ids})
            return ids

        return self.store.engine.write(work) if names else []

    def remembered(self, space: str, agent: str) -> list[FoundEntity]:
        """The entities that it is to remember, by name."""
        rows = self.store.read("named_by_agent", agent_id=agent_key(space, agent))
        return [FoundEntity.of_row(row) for row in rows]

    def sessions(self, space: str, agent: str) -> list[str]:
        """The names of its conversations."""
        rows = self.store.read("sessions_of_agent", agent_id=agent_key(space, agent))
        return [row["session_id"] for row in rows]

    def sourced(self, space: str, agent: str) -> tuple[list[str], list[str]]:
        """Ids of facts that are known by way of it alone, and of those that others
        state, too."""
        own = [source_of(agent), answers_of(agent)]
        rows = self.store.read("facts_of_sources", space=space, sources=own)
        alone = [row["fact_id"] for row in rows if not row["others"]]
        return alone, [row["fact_id"] for row in rows if row["others"]]

    def keep_out(self, space: str, agent: str, traces: Sequence[str]) -> None:
        """Keep what is not to be read again, by its traces."""

        def work(tx: Transaction) -> None:
            writing = _Writing(tx, space, agent)
            writing.hold()
            writing.keep_out(traces)

        if traces:
            self.store.engine.write(work)

    def unsay(
        self, space: str, agent: str, texts: Sequence[str], message: str | None = None
    ) -> None:
        """Take what was forgotten out of the versions and the log."""
        unsay(self.store, space, agent, texts, message)

    def delete(self, space: str, agent: str) -> dict[str, int]:
        """Delete the agent with all that hangs on it; how many of each label."""
        key = agent_key(space, agent)
        gone: dict[str, list[str]] = {}
        for row in self.store.read("parts_of_agent", agent_id=key):
            gone.setdefault(row["label"], []).append(row["key"])

        def work(tx: Transaction) -> None:
            named = tx.run(query("named_by_agent"), {"agent_id": key})
            for label, keys in gone.items():
                _delete_of(tx, space, label, keys)
            delete_lone_entities(tx, [row["entity_id"] for row in named])

        self.store.engine.write(work)
        return {label: len(keys) for label, keys in gone.items()}


@dataclass(slots=True)
class _Writing:
    """What is known of one person, on its way into the graph."""

    tx: Transaction
    space: str
    agent: str
    points: list[IndexedNode] = field(default_factory=list)

    @property
    def key(self) -> str:
        return agent_key(self.space, self.agent)

    def __call__(
        self, new: NewVersion, logs: Sequence[LogLine]
    ) -> list[IndexedNode] | None:
        if self.hold() != new.before:
            return None
        self._put_profile(new)
        self._put_events(new.events, "current")
        self._put_events(new.gone, "past")
        _delete_of(self.tx, self.space, "Event", [one.event_id for one in new.erased])
        self._put_version(new)
        self.log(logs)
        return self.points

    def hold(self) -> int:
        """The version that is there, which nobody else changes from now on."""
        own = {
            "space": self.space,
            "agent": self.agent,
            "memory_id": part_of_agent(self.key, "memory"),
        }
        given = {"agent_id": self.key, "props": {**own, "created_at": now_ms()}}
        self.tx.run(query("hold_agent"), given)
        self.tx.run(query("set_agent"), {"agent_id": self.key, "props": own})
        [held] = self.tx.run(
            query("hold_version"), {"agent_id": self.key, "stamp": uuid4().hex}
        )
        return int(held["version"])

    def log(self, logs: Sequence[LogLine]) -> None:
        """Append to the log of updates."""
        if logs:
            self.hold()
        now = now_ms()
        each(
            self.tx,
            "put_logs",
            (
                {
                    "agent_id": self.key,
                    "key": str(uuid4()),
                    "props": {
                        "space": self.space,
                        "conversation_id": line.conversation_id,
                        "stage": line.stage,
                        "status": line.status,
                        "ms": line.ms,
                        "at": now,
                        "place": place,
                        "error": line.error,
                        "input": _text(line.input),
                        "output": _text(line.output),
                    },
                }
                for place, line in enumerate(logs)
            ),
        )

    def keep_out(self, traces: Iterable[str]) -> None:
        """Keep traces beside those that are there."""
        if new := list(traces):
            self.tx.run(query("keep_out"), {"agent_id": self.key, "traces": new})

    def _put_profile(self, new: NewVersion) -> None:
        key = part_of_agent(self.key, "profile")
        props = {
            "space": self.space,
            "agent": self.agent,
            "source": source_of(self.agent),
            "text": new.profile,
            "hash": new.profile_hash,
            "language": language_of(new.profile),
            "version": new.before + 1,
            "created_at": now_ms(),
        }
        self.tx.run(
            query("put_profile"),
            {"agent_id": self.key, "profile_id": key, "props": props},
        )
        point = {"point_id": key, **props}
        if new.profile:
            self.points += put_outbox(self.tx, PROFILE, [point])
        else:
            put_outbox(self.tx, PROFILE, [point], "delete")

    def _put_events(self, events: Sequence[PersonEvent], status: str) -> None:
        ids = [one.event_id for one in events]
        rows = self.tx.run(query("known_events"), {"ids": ids}) if ids else []
        known = {row["event_id"]: row for row in rows}
        changed = [
            one for one in events if known.get(one.event_id, {}).get("status") != status
        ]
        props = {
            one.event_id: self._event_props(one, status, known.get(one.event_id))
            for one in changed
        }
        each(
            self.tx,
            "put_events",
            (
                {"agent_id": self.key, "event_id": key, "props": of}
                for key, of in props.items()
            ),
        )
        each(
            self.tx,
            "rest_events",
            (
                {"event_id": one.event_id, "message_id": message}
                for one in changed
                for message in one.message_ids
            ),
        )
        points = [{"point_id": key, **of} for key, of in props.items()]
        if status == "current":
            self.points += put_outbox(self.tx, EVENT, points)
        else:
            put_outbox(self.tx, EVENT, points, "delete")

    def _event_props(self, one: PersonEvent, status: str, known: Row | None) -> Row:
        return {
            "space": self.space,
            "agent": self.agent,
            "source": source_of(self.agent),
            "text": one.text,
            "at": epoch_ms(one.at),
            "message_ids": list(one.message_ids),
            "language": language_of(one.text),
            "status": status,
            "version": known["version"] + 1 if known else 1,
            "created_at": now_ms(),
        }

    def _put_version(self, new: NewVersion) -> None:
        now, number = now_ms(), new.before + 1
        body = {
            "events": [one.model_dump(mode="json") for one in new.events],
            "tags": [one.model_dump(mode="json") for one in new.tags],
            "fact_ids": list(new.fact_ids),
        }
        self.tx.run(
            query("put_version"),
            {
                "agent_id": self.key,
                "key": part_of_agent(self.key, "version", str(number)),
                "props": {
                    "space": self.space,
                    "version": number,
                    "at": now,
                    "reason": new.reason,
                    "profile": new.profile,
                    "profile_hash": new.profile_hash,
                    "body": _text(body),
                },
            },
        )
        props = {
            "version": number,
            "updated_at": now,
            "tags": _text(body["tags"]),
        }
        self.tx.run(query("set_agent"), {"agent_id": self.key, "props": props})
        self.keep_out(new.forgotten)


def _delete_of(tx: Transaction, space: str, label: str, keys: Sequence[str]) -> None:
    for page in pages(keys):
        tx.run(for_label("delete_nodes", label), {"ids": page})
        kind = KINDS.get(label.lower())
        if kind is not None:
            gone = [{"point_id": key, "space": space} for key in page]
            put_outbox(tx, kind, gone, "delete")


def _text(value: object) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False, default=str)
