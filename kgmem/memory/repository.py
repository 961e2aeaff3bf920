"""MemoryRepository: what agents know, saved and loaded by id."""

import functools
from collections.abc import Callable, Mapping
from typing import Any, Concatenate, ParamSpec, TypeVar

from kgmem.errors import InvalidInput
from kgmem.memory.agent_names import AgentsFace
from kgmem.memory.agents import AgentMemory
from kgmem.memory.conversations import Conversation
from kgmem.model.base import Json
from kgmem.model.conversation import ConversationInfo, Message
from kgmem.model.values.arguments import key_text, shown

P = ParamSpec("P")
R = TypeVar("R")


def by_id(
    method: Callable[Concatenate[AgentMemory, P], R],
) -> "Callable[Concatenate[MemoryRepository, str, P], R]":
    """The method of the memory whose id comes first."""

    @functools.wraps(method)
    def call(
        self: "MemoryRepository", memory_id: str, /, *args: P.args, **named: P.kwargs
    ) -> R:
        found: Any = getattr(self.load_memory(memory_id), method.__name__)
        return found(*args, **named)  # type: ignore[no-any-return]

    return call


class MemoryRepository:
    """Saves and loads by id what `memory.agent(…)` gives, which keeps all at once."""

    def __init__(self, memory: AgentsFace) -> None:
        self._memory = memory

    def save_memory(self, memory: AgentMemory | Mapping[str, Any]) -> str:
        """Make sure that a memory is there, or put the content of a dict, as `to_dict`
        gives it, in the place of what was known; its id."""
        if isinstance(memory, AgentMemory):
            return memory.save_memory()
        if not isinstance(memory, Mapping) or not memory.get("agent_id"):
            raise InvalidInput(
                "memory: an AgentMemory, or a dict as `to_dict` gives it, is needed, "
                f"not {shown(memory)}"
            )
        agent = self._memory.agent(memory["agent_id"])
        agent.save_memory()
        agent.replace(profile=memory.get("profile"), events=memory.get("events"))
        return agent.memory_id

    def load_memory(self, memory_id: str) -> AgentMemory:
        """The memory of this id. Raises NotFound."""
        return self._memory._agent_of(key_text("memory_id", memory_id))

    def load_memory_by_agent(self, agent_id: str) -> AgentMemory:
        """The memory of an agent, by the caller's name for it."""
        return self._memory.agent(agent_id)

    def save_memory_content(
        self, memory_id: str, content_type: str, content_data: Mapping[str, Any]
    ) -> None:
        """Put `{"paragraph": …}` in the place of the profile, or `{"events": […]}` in
        that of the events."""
        agent = self.load_memory(memory_id)
        if content_type == "profile":
            agent.replace(profile=content_data.get("paragraph"))
        elif content_type == "event":
            agent.replace(events=content_data.get("events"))
        else:
            raise InvalidInput(
                f"content_type: profile or event, not {shown(content_type)}"
            )

    def load_memory_contents(self, memory_id: str) -> list[dict[str, Json]]:
        """Profile and events, as `save_memory_content` takes them."""
        known = self.load_memory(memory_id).to_dict()
        events: Json = {name: known[name] for name in ("events", "max_events")}
        return [
            {
                "content_type": "profile",
                "content_data": {"paragraph": known["profile"]},
            },
            {"content_type": "event", "content_data": events},
        ]

    def save_conversation(self, conversation: Conversation | Mapping[str, Any]) -> str:
        """Keep a conversation, as `{"agent_id", "session_id", "messages"}`; its id. One
        of an agent is kept already."""
        if isinstance(conversation, Conversation):
            return conversation.conversation_id
        if not isinstance(conversation, Mapping):
            raise InvalidInput(
                f"conversation: a dict is needed, not {shown(conversation)}"
            )
        agent = self._memory.agent(conversation.get("agent_id") or "")
        messages = conversation.get("messages") or ()
        return agent.save_conversation(messages, conversation.get("session_id"))

    def save_conversation_message(
        self, conversation_id: str, message: Mapping[str, Any] | Message
    ) -> Message:
        """Append a message, a dict with the arguments of `Conversation.add`."""
        return self.load_conversation(conversation_id).add_many([message])[0]

    def load_conversation(self, conversation_id: str) -> Conversation:
        """The conversation of this id. Raises NotFound."""
        key = key_text("conversation_id", conversation_id)
        return self._memory._conversation_of(key)

    def get_recent_conversations(
        self, agent_id: str, limit: int = 10
    ) -> list[ConversationInfo]:
        """An agent's conversations, the newest first."""
        return self._memory.agent(agent_id).get_recent_conversations(limit)

    def log_pipeline_execution(self, memory_id: str, *log: Any) -> None:
        """Log a stage that was run elsewhere: conversation's id, stage, result."""
        self.load_memory(memory_id).log_pipeline_execution(memory_id, *log)

    update_memory_profile = by_id(AgentMemory.update_profile)
    update_memory_events = by_id(AgentMemory.update_events)
    delete_memory = by_id(AgentMemory.forget)
    load_profile_content = by_id(AgentMemory.get_profile_content)
    load_event_content = by_id(AgentMemory.get_event_content)
    get_pipeline_history = by_id(AgentMemory.get_pipeline_history)
    rollback_memory = by_id(AgentMemory.rollback)


def update_with_pipeline(previous: AgentMemory, conversation: Any) -> Any:
    """Join a conversation to what was known: `(memory, result)`."""
    return previous, previous.update_with_pipeline(conversation)
