"""MemoryRepository: what agents know, saved and loaded by id."""

from collections.abc import Mapping, Sequence
from typing import Any

from kgmem.errors import InvalidInput
from kgmem.memory.agent_names import AgentsFace
from kgmem.memory.agents import AgentMemory, Conversation
from kgmem.model.base import Json
from kgmem.model.conversation import (
    ConversationInfo,
    Forgotten,
    Message,
    PipelineLog,
    PipelineStage,
)
from kgmem.model.values.arguments import key_text, shown


class MemoryRepository:
    """Saves and loads by id what `memory.agent(…)` gives; a thin layer over it.

    Everything that an AgentMemory does is kept at once: to save one makes sure that it
    is there; to save a dict, as `to_dict` gives it, puts its content in the place of
    what was known.
    """

    def __init__(self, memory: AgentsFace) -> None:
        self._memory = memory

    # memories ---------------------------------------------------------------------

    def save_memory(self, memory: AgentMemory | Mapping[str, Any]) -> str:
        """Make or replace a memory; its id."""
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

    def update_memory_profile(self, memory_id: str, profile_content: str) -> None:
        """Join a description to the profile."""
        self.load_memory(memory_id).update_profile(profile_content)

    def update_memory_events(self, memory_id: str, events: Sequence[str]) -> None:
        """Add events."""
        self.load_memory(memory_id).update_events(events)

    def delete_memory(self, memory_id: str) -> Forgotten:
        """As `AgentMemory.forget`."""
        return self.load_memory(memory_id).forget()

    # their content ----------------------------------------------------------------

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
        agent = self.load_memory(memory_id)
        known = agent.to_dict()
        return [
            {
                "content_type": "profile",
                "content_data": {"paragraph": known["profile"]},
            },
            {
                "content_type": "event",
                "content_data": {
                    "events": known["events"],
                    "max_events": known["max_events"],
                },
            },
        ]

    def load_profile_content(self, memory_id: str) -> str:
        """The profile."""
        return self.load_memory(memory_id).get_profile_content()

    def load_event_content(self, memory_id: str) -> list[str]:
        """The events, the oldest first."""
        return self.load_memory(memory_id).get_event_content()

    # conversations ----------------------------------------------------------------

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
        target = agent.conversation(conversation.get("session_id"))
        target.add_many(conversation.get("messages") or ())
        return target.conversation_id

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

    # updates ----------------------------------------------------------------------

    def log_pipeline_execution(
        self,
        memory_id: str,
        conversation_id: str | None,
        stage: str,
        result: Mapping[str, Any] | PipelineStage,
    ) -> None:
        """Log a stage that was run elsewhere."""
        agent = self.load_memory(memory_id)
        agent.log_pipeline_execution(memory_id, conversation_id, stage, result)

    def get_pipeline_history(self, memory_id: str) -> list[PipelineLog]:
        """The stages of all updates of a memory."""
        return self.load_memory(memory_id).get_pipeline_history()

    def rollback_memory(self, memory_id: str, version: int) -> None:
        """Know again what was known in a version. Raises NotFound."""
        self.load_memory(memory_id).rollback(version)


def update_with_pipeline(previous: AgentMemory, conversation: Any) -> Any:
    """Join a conversation to what was known: `(memory, result)`."""
    return previous, previous.update_with_pipeline(conversation)
