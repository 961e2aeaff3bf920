"""A node that keeps a conversation and tells what is known, and a store over people."""

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, TypedDict

from kgmem import AgentMemory, InvalidInput, Memory
from kgmem.agents import needs

with needs("langgraph", "a conversation in LangGraph"):
    from langgraph.config import get_config
    from langgraph.graph.message import add_messages
    from langgraph.store.base import (
        BaseStore,
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


class PeopleStore(BaseStore):
    """What is known of people as a `BaseStore`: the namespace `("people", USER)`.

    The item `profile` is the paragraph, each other one a fact of it, by its id, as
    `{"text": …}`. A text that is put is remembered, a fact that is deleted is
    forgotten, and the profile tells it at once.
    """

    __slots__ = ("_memory",)

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """The results of these operations, in their order."""
        return [self._result(op) for op in ops]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """The same, in a worker thread."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _result(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            found = self._items(op.namespace)
            return next((one for one in found if one.key == op.key), None)
        if isinstance(op, PutOp):
            self._put(op)
            return None
        if isinstance(op, SearchOp):
            return self._search(op)
        assert isinstance(op, ListNamespacesOp)
        users = sorted({one.user_id for one in self._memory.agents() if one.user_id})
        listed: list[tuple[str, ...]] = [(PEOPLE, one) for one in users]
        return listed[op.offset : op.offset + op.limit]

    def _items(self, namespace: tuple[str, ...]) -> list[SearchItem]:
        known = self._person(namespace)
        profile = known.get_profile_content()
        told = {PROFILE: (profile, EPOCH)} if profile else {}
        told |= {one.fact_id: (one.text, one.recorded_at) for one in known.facts()}
        return [
            SearchItem(namespace, key, {"text": text}, at, at)
            for key, (text, at) in told.items()
        ]

    def _put(self, op: PutOp) -> None:
        known = self._person(op.namespace)
        if op.value is not None:
            known.remember(op.value.get("text", ""))
        elif op.key in {one.fact_id for one in known.facts()}:
            known.forget(op.key)

    def _search(self, op: SearchOp) -> list[SearchItem]:
        found = self._items(op.namespace_prefix)
        if op.query:
            words = self._person(op.namespace_prefix)
            hits = words.search_memories(op.query, limit=op.offset + op.limit)
            found = [
                SearchItem(
                    op.namespace_prefix,
                    PROFILE if hit.kind == PROFILE else hit.id,
                    {"text": hit.text, "kind": hit.kind},
                    hit.at or EPOCH,
                    hit.at or EPOCH,
                    hit.score,
                )
                for hit in hits
            ]
        return found[op.offset : op.offset + op.limit]

    def _person(self, namespace: tuple[str, ...]) -> AgentMemory:
        if len(namespace) != 2 or namespace[0] != PEOPLE:
            raise InvalidInput('namespace: ("people", USER) is needed')
        return self._memory.agent(user=namespace[1])
