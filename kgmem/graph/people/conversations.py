"""Conversations and their messages in the graph."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from uuid import uuid4

from kgmem.graph.columns import COUNT, OBJECT, TIME, Column, fields_of, named
from kgmem.graph.facts.entities import Name, count_mentions, delete_lone_entities
from kgmem.graph.points import MESSAGE, IndexedNode, outbox_row, put_outbox, stamped
from kgmem.graph.query_files import each, query
from kgmem.graph.rows import now_ms
from kgmem.graph.store import GraphStore
from kgmem.model.conversation import ConversationInfo, Message
from kgmem.model.keys.identity import (
    PERSON,
    agent_key,
    conversation_id,
    message_id,
    part_of_agent,
)
from kgmem.model.values.batches import batches
from kgmem.ports import Row, Transaction

GONE = 500
"""Messages that are deleted in one transaction."""
NAMED = 80
"""Characters of a message that a conversation is called by."""
TOPICS = 5
SHOWN = 8_000
"""Characters of a message that the index keeps; so many have the queries, too."""


BEFORE = 300
"""Characters of the message before it that its vector tells of; so many have the
queries, too."""


ANSWERS = "/answers"
"""Behind an agent's name, what its answers define."""


def source_of(agent: str) -> str:
    """The source of all that is known by way of an agent; its names and its facts can
    be searched by it."""
    return f"{PERSON}{agent}"


def agents_among(sources: Iterable[str]) -> list[str]:
    """The agents by way of whose persons something is known."""
    start = source_of("")
    named = [one.removeprefix(start) for one in sources if one.startswith(start)]
    return [one for one in named if not one.endswith(ANSWERS)]


def answers_of(agent: str) -> str:
    """The source of what an agent's answers define, which is about no person."""
    return f"{source_of(agent)}{ANSWERS}"


@dataclass(frozen=True, slots=True)
class Place:
    """A conversation of an agent in a space."""

    space: str
    agent: str
    session: str

    @property
    def agent_id(self) -> str:
        return agent_key(self.space, self.agent)

    @property
    def key(self) -> str:
        return conversation_id(self.space, self.agent, self.session)


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A message, ready to be written."""

    given: str
    """As its caller, or who stands for him, calls it."""
    props: Row
    mentions: Sequence[tuple[Name, int]] = ()
    """What it names, and how often."""


@dataclass(frozen=True, slots=True)
class MessagesWritten:
    """What was written."""

    messages: list[Message]
    """Each as it stands, in the order in which they were given."""
    points: list[IndexedNode]
    """What the index has to take up."""
    unfolded: int
    """Messages of the conversation that no summary stands for."""


@dataclass(frozen=True, slots=True)
class ConversationStore:
    """Typed operations on conversations; all are scoped to a space."""

    store: GraphStore

    def write(self, place: Place, rows: Sequence[MessageRow]) -> MessagesWritten:
        """Append messages in one transaction; those that are there stay as they are."""

        def work(tx: Transaction) -> MessagesWritten:
            return _Writing(tx, place)(rows)

        return self.store.engine.write(work)

    def find(self, place: Place) -> ConversationInfo | None:
        """The conversation without its topics, for which all of its messages are
        looked at; None if nothing was said in it yet."""
        rows = self.store.read(
            "conversation", space=place.space, conversation_id=place.key
        )
        return _info(rows[0]["conversation"], {}) if rows else None

    def by_id(self, space: str, key: str) -> ConversationInfo | None:
        """The conversation of this id, with its topics; None if there is none."""
        rows = self.store.read("conversation", space=space, conversation_id=key)
        return self._with_topics(rows)[0] if rows else None

    def of_agent(
        self, space: str, agent: str, limit: int, *, topics: bool = True
    ) -> list[ConversationInfo]:
        """An agent's conversations, the newest first; for `topics` all of their
        messages are looked at."""
        rows = self.store.read(
            "conversations_of_agent",
            space=space,
            agent_id=agent_key(space, agent),
            limit=limit,
        )
        if not topics:
            return [_info(row["conversation"], {}) for row in rows]
        return self._with_topics(rows)

    def messages(self, place: Place, since: int, until: int) -> list[Message]:
        """Messages number [since, until), in order."""
        rows = self.store.read(
            "messages_between", conversation_id=place.key, since=since, until=until
        )
        return [message_of(row) for row in rows]

    def place_of(self, space: str, agent: str, key: str) -> Place | None:
        """The conversation of a message."""
        rows = self.store.read(
            "message_of_agent", space=space, agent=agent, message_id=key
        )
        return Place(space, agent, rows[0]["session_id"]) if rows else None

    def fold(
        self, place: Place, before: int, until: int, summary: str, by: str
    ) -> bool:
        """Keep a summary of the first `until` messages in the place of that of the
        first `before`; False if there is another one by now."""
        rows = self.store.write(
            "fold_conversation",
            conversation_id=place.key,
            before=before,
            until=until,
            summary=summary,
            by=by,
            at=now_ms(),
            stamp=uuid4().hex,
        )
        return bool(rows)

    def delete(self, place: Place) -> int:
        """Delete a conversation with its messages; how many these were."""
        rows = self.store.read(
            "messages_of_conversation", space=place.space, conversation_id=place.key
        )
        ids = [row["message_id"] for row in rows]
        for batch in batches(ids, GONE):
            self.store.engine.write(partial(delete_messages, place.space, batch))
        self.store.write("delete_conversation", conversation_id=place.key)
        return len(ids)

    def led_to(self, place: Place, experience_id: str) -> bool:
        """Note the run that a conversation led to; False if one of both is missing."""
        rows = self.store.write(
            "link_to_experience",
            space=place.space,
            conversation_id=place.key,
            experience_id=experience_id,
        )
        return bool(rows)

    def experiences(self, place: Place) -> list[str]:
        """Ids of the runs that it led to."""
        rows = self.store.read(
            "experiences_of_conversation",
            space=place.space,
            conversation_id=place.key,
        )
        return [row["experience_id"] for row in rows]

    def _with_topics(self, rows: Sequence[Row]) -> list[ConversationInfo]:
        found = [row["conversation"] for row in rows]
        ids = [one["conversation_id"] for one in found]
        topics: dict[str, list[str]] = {}
        if ids:
            for row in self.store.read("topics_of_conversations", ids=ids):
                topics.setdefault(row["conversation_id"], []).append(row["name"])
        return [_info(one, topics) for one in found]


MESSAGES = {
    **named("message_id role n"),
    "content": Column(name="text"),
    "at": TIME,
    "kind": Column(name="form"),
    "metadata": OBJECT,
}
CONVERSATIONS = {
    **named("conversation_id session_id messages"),
    **named("name summary summary_by", Column(load=lambda text: text or "")),
    **named("started_at ended_at", TIME),
    "agent_id": Column(name="agent"),
    "folded": COUNT,
}


def message_of(row: Row) -> Message:
    """A message as it stands in the graph."""
    return Message(**fields_of(MESSAGES, row))


def _info(row: Row, topics: Mapping[str, Sequence[str]]) -> ConversationInfo:
    named_in = tuple(topics.get(row["conversation_id"], ())[:TOPICS])
    return ConversationInfo(**fields_of(CONVERSATIONS, row), topics=named_in)


@dataclass(slots=True)
class _Writing:
    """Messages on their way into a conversation, in one transaction."""

    tx: Transaction
    place: Place

    def __call__(self, rows: Sequence[MessageRow]) -> MessagesWritten:
        keys = [message_id(self.place.key, row.given) for row in rows]
        held, known = self._hold([*keys, *(row.given for row in rows)])
        new: dict[str, MessageRow] = {}
        for key, row in zip(keys, rows, strict=True):
            if key not in known and row.given not in known:
                new.setdefault(key, row)
        created = self._props(held, new)
        points = stamped(MESSAGE, _points(held["last_text"], list(created.values())))
        if created:
            self._create(held, created, points)
            self._mention(new)
        found = known | created
        return MessagesWritten(
            [
                message_of(found.get(key) or found[row.given])
                for key, row in zip(keys, rows, strict=True)
            ],
            [IndexedNode.of_row(MESSAGE.name, one) for one in points],
            held["messages"] + len(new) - (held["folded"] or 0),
        )

    def _hold(self, ids: Sequence[str]) -> tuple[Row, dict[str, Row]]:
        """What the conversation says of itself, and those of these messages that it
        has."""
        place, now = self.place, now_ms()
        own = {"space": place.space, "agent": place.agent, "created_at": now}
        head = {
            **own,
            "session_id": place.session,
            "messages": 0,
            "folded": 0,
            "started_at": now,
            "ended_at": now,
        }
        rows = self.tx.run(
            query("hold_conversation"),
            {
                "agent_id": place.agent_id,
                "agent": {**own, "memory_id": part_of_agent(place.agent_id, "memory")},
                "conversation_id": place.key,
                "props": head,
                "stamp": uuid4().hex,
                "ids": list(dict.fromkeys(ids)),
            },
        )
        known = (row["known"] for row in rows if row["known"])
        return rows[0], {one["message_id"]: one for one in known}

    def _props(self, held: Row, new: Mapping[str, MessageRow]) -> dict[str, Row]:
        """The new messages as they will stand in the graph, by their ids."""
        place = self.place
        common = {
            "space": place.space,
            "conversation_id": place.key,
            "agent": place.agent,
            "source": source_of(place.agent),
            "version": 1,
        }
        return {
            key: {"message_id": key, **common, **row.props, "n": held["messages"] + k}
            for k, (key, row) in enumerate(new.items())
        }

    def _create(
        self, held: Row, rows: Mapping[str, Row], points: Sequence[Row]
    ) -> None:
        chain = [*([held["last_message"]] if held["last_message"] else []), *rows]
        self.tx.run(
            query("write_messages"),
            {
                "conversation_id": self.place.key,
                "head": _head(held, list(rows.values())),
                "rows": [
                    {
                        "message_id": point["message_id"],
                        "props": rows[point["message_id"]],
                        "outbox": [outbox_row(MESSAGE, point)],
                    }
                    for point in points
                ],
                "links": [{"before": a, "after": b} for a, b in pairwise(chain)],
            },
        )

    def _mention(self, new: Mapping[str, MessageRow]) -> None:
        named_in = {key: row.mentions for key, row in new.items()}
        counts = count_mentions(self.tx, self.place.space, named_in)
        each(
            self.tx,
            "mention_in_messages",
            (
                {"message_id": message, "entity_id": entity, "count": count}
                for (message, entity), count in counts.items()
            ),
        )


def _head(held: Row, rows: Sequence[Row]) -> Row:
    """What the conversation says of its messages; the clock may jump back."""
    times = [row["at"] for row in rows]
    first = not held["messages"]
    began = min(times) if first else min(held["started_at"], *times)
    ended = max(times) if first else max(held["ended_at"], *times)
    return {
        "messages": held["messages"] + len(rows),
        "last_message": rows[-1]["message_id"],
        "started_at": began,
        "ended_at": ended,
        "name": held["name"] or " ".join(rows[0]["text"].split())[:NAMED],
    }


def _points(last: str | None, rows: Sequence[Row]) -> list[Row]:
    """What the index keeps of each, `last` standing before the first."""
    before = [last, *(row["text"][:BEFORE] for row in rows)]
    return [
        {
            **row,
            "point_id": row["message_id"],
            "text": row["text"][:SHOWN],
            "before": said,
        }
        for row, said in zip(rows, before, strict=False)
    ]


def delete_messages(space: str, ids: Sequence[str], tx: Transaction) -> None:
    """Delete messages of a space, with their points and what only they named."""
    given = {"ids": list(ids)}
    named = [row["entity_id"] for row in tx.run(query("named_in_messages"), given)]
    tx.run(query("delete_messages"), given)
    delete_lone_entities(tx, named)
    gone = [{"point_id": key, "space": space} for key in ids]
    put_outbox(tx, MESSAGE, gone, "delete")
