"""Agents: what was said to them, and what they know of the people they work for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from kgmem.conversation.flow import Conversations, draft_of, drafts_of
from kgmem.graph.people.conversations import Place, answers_of
from kgmem.memory.opened import Opened
from kgmem.memory.person import PersonFace, named_key
from kgmem.model.base import Json
from kgmem.model.conversation import Context, ConversationInfo, Forgotten, Message
from kgmem.model.fact import Hit
from kgmem.model.values.arguments import (
    checked_text,
    file_path,
    key_text,
    plain,
    whole_number,
)
from kgmem.threaded import reads

DEFAULT_SESSION = "default"


class Conversation:
    """A session of an agent, kept from its first message on."""

    def __init__(self, opened: Opened, agent: str, session: str) -> None:
        self._opened = opened
        self._place = Place(opened.space, agent, session)
        self.session_id = session

    def __repr__(self) -> str:
        return f"Conversation({self._place.agent!r}, {self.session_id!r})"

    @property
    def agent_id(self) -> str:
        """The agent that it is a session of."""
        return self._place.agent

    @property
    def conversation_id(self) -> str:
        """Names it in the whole memory."""
        return self._place.key

    @property
    @reads
    def summary(self) -> str:
        """What stands for the messages that are no longer told verbatim."""
        known = self.info()
        return known.summary if known else ""

    def info(self) -> ConversationInfo | None:
        """Start and end, counts, name, summary; None before the first message."""
        return self._flow.store.by_id(self._place.space, self._place.key)

    def add(
        self,
        role: str,
        content: str,
        *,
        at: datetime | None = None,
        kind: str = "text",
        metadata: Mapping[str, Json] | None = None,
        message_id: str | None = None,
    ) -> Message:
        """Keep what was said by `user`, `assistant`, `system` or `tool`.

        When it returns, the message survives the process. The same `message_id` again
        changes nothing. Secrets are taken out first. Raises InvalidInput naming the bad
        argument.
        """
        draft = draft_of(
            {
                "role": role,
                "content": content,
                "at": at,
                "kind": kind,
                "metadata": metadata or {},
                "message_id": message_id,
            }
        )
        return self._flow.add(self._place, [draft])[0]

    def add_many(self, messages: Iterable[Any]) -> list[Message]:
        """Keep many, as dicts with the arguments of `add`, in their order."""
        return self._flow.add(self._place, drafts_of(messages))

    def messages(self, last: int | None = None) -> list[Message]:
        """The last messages, or all, in the order in which they were added."""
        number = None if last is None else whole_number("last", last, 0)
        return self._flow.recent(self._place, number)

    def recent(self) -> list[Message]:
        """The messages that the summary does not stand for, in order."""
        return self._flow.verbatim(self._place)

    def led_to(self, experience_id: str) -> bool:
        """Note that a task was done in this conversation, by a run that was learned;
        False if either is not there."""
        key = key_text("experience_id", experience_id)
        return self._flow.store.led_to(self._place, key)

    def experiences(self) -> list[str]:
        """Ids of the runs that it led to."""
        return self._flow.store.experiences(self._place)

    def clear(self) -> int:
        """Delete it with its messages, summary and vectors; how many messages."""
        return self._flow.forget(self._place)

    @property
    def _flow(self) -> Conversations:
        return self._opened._open.people.conversations


class AgentMemory(PersonFace):
    """What an agent was told, and what it knows of its person."""

    def conversation(self, session_id: str | None = None) -> Conversation:
        """A session, by the caller's name for it; without one, the agent's own."""
        named = named_key(self._opened, "session_id", session_id) or DEFAULT_SESSION
        return Conversation(self._opened, self.agent_id, named)

    def get_recent_conversations(self, limit: int = 10) -> list[ConversationInfo]:
        """The conversations, the newest first, with start, end, counts and topics."""
        number = whole_number("limit", limit, 1)
        flow = self._people.conversations
        return flow.store.of_agent(self._opened.space, self.agent_id, number)

    def context(
        self,
        query: str,
        *,
        budget_tokens: int = 1500,
        count: Callable[[str], int] | None = None,
    ) -> Context:
        """What to know before answering: the profile, the summary and the last messages
        of the latest conversation, and the messages, events, facts, entities, parts of
        documents and tasks that matter for the query.

        Each piece says why; together they are never over the budget by `count`, a
        tokenizer, or by an estimate that errs on the safe side (an ASCII character is a
        third of a token, any other two). Raises InvalidInput naming a bad argument.
        """
        asked = checked_text("query", query, "say what is to be answered")
        budget = whole_number("budget_tokens", budget_tokens, 1)
        return self._people.context(
            self._person,
            self._opened._open.without_secrets("query", asked) or "",
            budget,
            count,
            self._locale,
        )

    def remember_entities(self, text: str) -> list[str]:
        """Keep the names and requirement ids in a text, such as an answer, for later
        contexts, and what the lines that begin with an id say of it; their names.
        Raises InvalidInput for no text."""
        given = self._opened._open.without_secrets("text", text)
        return self._people.remember(self._person, given) if given else []

    def store_entity(
        self, text: str, metadata: Mapping[str, Json] | None = None
    ) -> list[str]:
        """Keep a text, such as a requirement, to be found by its meaning, and by what
        its metadata say; the ids in it. Raises InvalidInput for no text."""
        given = checked_text("text", text, "say what is to be kept")
        clean = self._opened._open.without_secrets("text", given) or ""
        told = self._opened._open.learn.new_redactor().json(
            plain(dict(metadata or {}), "metadata")
        )
        return self._people.remember.store(self._person, clean, told)

    def retrieve_entities(self, query: str, top_k: int = 5) -> list[Hit]:
        """What was kept by `store_entity` and `remember_entities` and is about the
        query, best first."""
        return self._opened.search(  # type: ignore[attr-defined, no-any-return]
            query,
            kinds=("fact",),
            source=answers_of(self.agent_id),
            top_n=whole_number("top_k", top_k, 1, 100),
        )

    def export_to(self, path: str | Path) -> int:
        """Write all that is kept of the agent and its person into a new file of JSON
        Lines; how many lines. Raises InvalidInput for a file that is there."""
        return self._people.rights.export(self._person, file_path(path))

    def save_memory(self) -> str:
        """Make sure that the agent is there; its memory's id. Nothing else is to be
        saved: all that is done is kept at once."""
        self._people.known.store.hold(self._opened.space, self.agent_id)
        return self.memory_id

    def load_memory(self) -> AgentMemory:
        """The same: it always tells what is known now."""
        return self

    def delete_memory(self) -> Forgotten:
        """As `forget`."""
        return self.forget()

    def save_conversation(
        self, messages: Iterable[Any], session_id: str | None = None
    ) -> str:
        """Keep messages of a session; the conversation's id."""
        target = self.conversation(session_id)
        target.add_many(messages)
        return target.conversation_id

    def load_conversation(self, session_id: str | None = None) -> Conversation:
        """As `conversation`."""
        return self.conversation(session_id)

    def rollback_memory(self, version: int) -> None:
        """As `rollback`."""
        self.rollback(version)

    def update_with_pipeline(
        self, session_conversation: Any = None, conversation: Any = None
    ) -> Any:
        """Join a conversation to what is known of the person: modification, update,
        theory of mind, by a chat model where there is one. A stage that fails changes
        nothing, and says so.

        Give a Conversation, or messages as dicts, which are kept, too. With one
        argument the PipelineResult; with two, `(previous, conversation)`, the memory
        and the result.
        """
        if conversation is not None:
            target = session_conversation or self
            return target, target.update_with_pipeline(conversation)
        place, messages = self._messages_of(session_conversation)
        return self._people.known.with_messages(
            self._person, messages, place.key if messages else None
        )

    def _messages_of(self, given: Any) -> tuple[Place, list[Message]]:
        if isinstance(given, Conversation):
            return given._place, given.messages()
        if isinstance(given, str):
            return self.conversation(given)._place, self.conversation(given).messages()
        place = self.conversation()._place
        return place, self._people.conversations.add(place, drafts_of(given))
