"""Agents: what was said to them, and what they know of the people they work for."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from kgmem.conversation.flow import Conversations, draft_of, drafts_of
from kgmem.errors import InvalidInput
from kgmem.graph.people.conversations import Place
from kgmem.memory.opened import Opened
from kgmem.model.base import Json
from kgmem.model.conversation import ConversationInfo, Message
from kgmem.model.keys.identity import part_of_agent
from kgmem.model.values.arguments import key_text, optional_text, whole_number

DEFAULT_SESSION = "default"


class Conversation:
    """One session of an agent. Nothing is stored before the first message."""

    def __init__(self, opened: Opened, agent: str, session: str) -> None:
        self._opened = opened
        self._place = Place(opened.space, agent, session)
        self.session_id = session

    def __repr__(self) -> str:
        return f"Conversation({self._place.agent!r}, {self.session_id!r})"

    @property
    def conversation_id(self) -> str:
        """Names it in the whole memory."""
        return self._place.key

    @property
    def summary(self) -> str:
        """What stands for the messages that are no longer told verbatim."""
        known = self.info()
        return known.summary if known else ""

    def info(self) -> ConversationInfo | None:
        """Start and end, counts, name, summary; None before the first message."""
        return self._flow.store.find(self._place)

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
        found = self._flow.store.experiences(self._place)
        return [row["experience_id"] for row in found]

    def clear(self) -> int:
        """Delete it with its messages, summary and vectors; how many messages."""
        return self._flow.forget(self._place)

    @property
    def _flow(self) -> Conversations:
        return self._opened._open.people.conversations


class AgentMemory:
    """What one agent was told, and what it knows of the person it works for."""

    def __init__(self, opened: Opened, agent_id: str) -> None:
        self._opened = opened
        self.agent_id = agent_id

    def __repr__(self) -> str:
        return f"AgentMemory({self.agent_id!r})"

    @property
    def memory_id(self) -> str:
        """Names what it knows of its person."""
        place = self._place
        return part_of_agent(place.agent_id, "memory")

    def conversation(self, session_id: str | None = None) -> Conversation:
        """A session, by the caller's name for it; without one, the agent's own."""
        named = _named(self._opened, "session_id", session_id) or DEFAULT_SESSION
        return Conversation(self._opened, self.agent_id, named)

    def get_recent_conversations(self, limit: int = 10) -> list[ConversationInfo]:
        """The conversations, the newest first, with start, end, counts and topics."""
        store = self._opened._open.people.conversations.store
        number = whole_number("limit", limit, 1)
        return store.of_agent(self._opened.space, self.agent_id, number)

    @property
    def _place(self) -> Place:
        return Place(self._opened.space, self.agent_id, DEFAULT_SESSION)


class AgentsFace(Opened):
    """Agents, and what they know of people."""

    def agent(self, agent_id: str, *, locale: str | None = None) -> AgentMemory:
        """What an agent was told, and what it knows of the person it works for.

        `locale` (`en`, `zh`) is the language of its prompts; without one, that of what
        is known. Nothing is stored before something is said. Raises InvalidInput for a
        blank name.
        """
        named = _named(self, "agent_id", agent_id)
        if named is None:
            raise InvalidInput("agent_id: is empty; name the agent")
        return AgentMemory(self, named)


def _named(opened: Opened, name: str, given: object) -> str | None:
    key = key_text(name, optional_text(name, given))
    return opened._open.without_secrets(name, key) if key else None
