"""A node that keeps a conversation and tells what is known, and a store over people."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from typing import Annotated, Any, TypedDict

from kgmem import AgentMemory, InvalidInput, Json, Memory, Message, NotFound
from kgmem.agents import needs
from kgmem_agents.langgraph.store import (
    MOST_FOUND,
    MemoryStore,
    Namespace,
    digest,
    matches_filter,
    matches_path,
)

with needs("langgraph", "a conversation in LangGraph"):
    from langgraph.config import get_config
    from langgraph.graph.message import add_messages
    from langgraph.store.base import (
        GetOp,
        ListNamespacesOp,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
    )

ROLES: Mapping[str, str] = {"human": "user", "ai": "assistant"}
PEOPLE = "people"
PROFILE = "profile"
SESSION, KIND = "langgraph", "item"
"""The session of a user that keeps what was put, and the kind of its messages."""
EPOCH = datetime.fromtimestamp(0, UTC)


class TalkState(TypedDict, total=False):
    """A chat on its way through a graph."""

    messages: Annotated[list[Any], add_messages]
    known: str
    """What to know before the answer, for the prompt."""


def conversation(
    memory: Memory, agent: str, *, budget_tokens: int = 1_000
) -> Callable[[TalkState], TalkState]:
    """A node: keep what was said since, and tell what is known for the last question.

    Before the model it gives the model `known`; once more after it, it keeps the
    answer. `configurable` names the chat by `thread_id` and the user by `user_id`; what
    a user says of himself joins what all of his agents know.
    """

    def node(state: TalkState) -> TalkState:
        named: Mapping[str, Any] = get_config().get("configurable") or {}
        person = memory.agent(agent, user=named.get("user_id"))
        talk = person.conversation(named.get("thread_id"))
        given = list(_said(state.get("messages") or ()))
        kept = {one.message_id for one in talk.messages(last=len(given))}
        stored = talk.add_many(given)
        new = [one for one in stored if one.message_id not in kept]
        asked = [one.content for one in stored if one.role == "user"]
        if any(one.role == "user" for one in new):
            person.update_with_pipeline(talk)
        if not asked:
            return {"known": ""}
        return {"known": person.context(asked[-1], budget_tokens=budget_tokens).text}

    return node


def _said(messages: Iterable[Any]) -> Iterable[dict[str, Any]]:
    """LangChain's messages as a conversation takes them; those without text left out,
    such as calls of tools."""
    for n, one in enumerate(messages):
        text = _text(one.content)
        if text:
            key = hashlib.sha256(f"{n} {one.type} {text}".encode()).hexdigest()
            role = ROLES.get(one.type, one.type)
            yield {"role": role, "content": text, "message_id": one.id or key}


def _text(content: str | Sequence[Any]) -> str:
    parts = [content] if isinstance(content, str) else content
    texts = (one if isinstance(one, str) else one.get("text", "") for one in parts)
    return "\n".join(filter(None, texts)).strip()


class PeopleStore(MemoryStore):
    """What is known of people as a `BaseStore`: the namespace `("people", USER)`.

    What is put, `{"text": …}`, is remembered, and got, replaced and deleted under its
    key; the profile tells it at once. Beside it stand the item `profile`, and what else
    is known: facts and events by their ids, as `{"text": …, "kind": …}`. A search and a
    list have to name the user: nobody is told whom else the store knows.
    """

    __slots__ = ()

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """The results of these operations, in their order."""
        return [self._result(op) for op in ops]

    def _result(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            return self._items(op.namespace).get(op.key)
        if isinstance(op, PutOp):
            self._put(op)
            return None
        if isinstance(op, SearchOp):
            return self._search(op)
        assert isinstance(op, ListNamespacesOp)
        return self._namespaces(op)

    def _person(self, namespace: Namespace) -> AgentMemory:
        if len(namespace) != 2 or namespace[0] != PEOPLE or namespace[1] == "*":
            raise InvalidInput('namespace: ("people", USER) is needed')
        return self._memory.agent(user=namespace[1])

    def _puts(self, namespace: Namespace) -> list[PutItem]:
        held = self._person(namespace).conversation(SESSION).messages()
        return [PutItem.of(one) for one in held if one.kind == KIND]

    def _items(self, namespace: Namespace) -> dict[str, SearchItem]:
        """What is known of a user, by key."""
        person, puts = self._person(namespace), self._puts(namespace)
        known = [(o.fact_id, "fact", o.text, o.recorded_at) for o in person.facts()]
        known += [(o.event_id, "event", o.text, o.at) for o in person.get_events()]
        if profile := person.get_profile_content():
            known.append((PROFILE, PROFILE, profile, EPOCH))
        items = {
            key: SearchItem(namespace, key, {"text": text, "kind": kind}, at, at)
            for key, kind, text, at in known
            if not any(key in put.ids for put in puts)
        }
        return items | {
            put.key: SearchItem(namespace, put.key, put.value, put.at, put.at)
            for put in puts
        }

    def _put(self, op: PutOp) -> None:
        text: Any = (op.value or {}).get("text")
        if op.key == PROFILE:
            raise InvalidInput("key: the profile follows from what is put under others")
        if op.value is not None and not isinstance(text, str):
            raise InvalidInput('value: {"text": …} is needed')
        person, place = self._person(op.namespace), digest((*op.namespace, op.key))
        gone = [put.ids for put in self._puts(op.namespace) if put.place == place]
        if not gone and op.key in self._items(op.namespace):
            gone = [(op.key,)]
        for key in chain.from_iterable(gone):
            with suppress(NotFound):  # it was forgotten by itself
                person.forget(key)
        if op.value is not None:
            kept: dict[str, Json] = {"key": op.key, "place": place}
            kept |= {"value": dict(op.value), "told": [*person.remember(text)]}
            talk = person.conversation(SESSION)
            talk.add("system", text, kind=KIND, metadata=kept)

    def _search(self, op: SearchOp) -> list[SearchItem]:
        items = self._items(op.namespace_prefix)
        if op.query:
            items = self._ranked(op.namespace_prefix, op.query, items)
        chosen = [one for one in items.values() if matches_filter(one.value, op.filter)]
        return chosen[op.offset : op.offset + op.limit]

    def _ranked(
        self, namespace: Namespace, query: str, items: Mapping[str, SearchItem]
    ) -> dict[str, SearchItem]:
        """Those of the items that answer a query, best first, with their scores."""
        keys = {inner: put.key for put in self._puts(namespace) for inner in put.ids}
        ranked: dict[str, SearchItem] = {}
        for hit in self._person(namespace).hybrid_search(query, limit=MOST_FOUND):
            key = PROFILE if hit.kind == PROFILE else keys.get(hit.id, hit.id)
            if key in items and key not in ranked:
                ranked[key] = items[key]
                ranked[key].score = hit.score
        return ranked

    def _namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        """The user's, if he is known: by the prefix that names him."""
        conditions = op.match_conditions or ()
        named = (one.path for one in conditions if one.match_type == "prefix")
        namespace: Namespace = tuple(next(named, ()))
        is_known = bool(self._items(namespace))
        if not is_known or not all(matches_path(namespace, one) for one in conditions):
            return []
        return [namespace[: op.max_depth]][op.offset : op.offset + op.limit]


@dataclass(frozen=True, slots=True)
class PutItem:
    """What was put, as a message of its own session holds it."""

    key: str
    place: str
    """A digest of user and key: a key that looks like a secret is held redacted."""
    value: dict[str, Any]
    at: datetime
    ids: tuple[str, ...]
    """Of the message, and of the facts and events that its text told."""

    @classmethod
    def of(cls, message: Message) -> PutItem:
        """What a message of the session holds."""
        held: Mapping[str, Any] = message.metadata
        ids = (*held["told"], message.message_id)
        return cls(held["key"], held["place"], held["value"], message.at, ids)
