"""What was said to an agent, session by session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from kgmem.graph.people.conversations import Place
from kgmem.graph.people.person import Person, draft_of, drafts_of
from kgmem.memory.opened import Opened
from kgmem.model.base import Json
from kgmem.model.conversation import ConversationInfo, Message
from kgmem.model.values.arguments import flag, key_text, whole_number
from kgmem.model.values.scope import AgentScope
from kgmem.threaded import reads

if TYPE_CHECKING:
    from kgmem_people.flow import Conversations


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
        """The agent that it is a session of, with the user where it names one."""
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
        given: dict[str, Any] = {"role": role, "content": content, "at": at}
        given |= {"kind": kind, "metadata": metadata or {}, "message_id": message_id}
        return self._flow.add(self._place, [draft_of(given)])[0]

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

    def clear(self, *, known: bool = False) -> int:
        """Delete it with its messages, summary and vectors; how many messages.

        What was learned of the person stays, as when a chat is deleted; with `known`
        the facts and events go, too, that no other message says, and a later reading of
        the same messages does not bring them back.
        """
        if not flag("known", known):
            return self._flow.forget(self._place)
        person = Person.of(self._place.space, AgentScope.of(self._place.agent))
        correcting = self._opened._open.people.correcting
        return correcting.forget_conversation(person, self._place).messages

    @property
    def _flow(self) -> Conversations:
        return self._opened._open.people.conversations
