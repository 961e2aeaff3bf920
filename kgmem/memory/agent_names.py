"""Agents by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgmem.errors import InvalidInput, NotFound
from kgmem.memory.opened import Opened

if TYPE_CHECKING:
    from kgmem.memory.agents import AgentMemory, Conversation


class AgentsFace(Opened):
    """Agents, and what they know of people."""

    def agent(self, agent_id: str, *, locale: str | None = None) -> AgentMemory:
        """What an agent was told, and what it knows of the person it works for.

        `locale` (`en`, `zh`) is the language of its prompts; without one, that of what
        is known. Nothing is stored before something is said. Raises InvalidInput for a
        blank name.
        """
        from kgmem.memory.agents import AgentMemory
        from kgmem.memory.person import language, named_key

        named = named_key(self, "agent_id", agent_id)
        if named is None:
            raise InvalidInput("agent_id: is empty; name the agent")
        return AgentMemory(self, named, language(locale))

    def agents(self) -> list[AgentMemory]:
        """All agents of this space, by name."""
        from kgmem.memory.agents import AgentMemory

        found = self._open.people.known.store.agents(self.space)
        return [AgentMemory(self, agent) for agent, _ in found]

    def _agent_of(self, memory_id: str) -> AgentMemory:
        """The agent whose memory has this id. Raises NotFound."""
        found = self._open.people.known.store.of_memory(self.space, memory_id)
        if found is None:
            raise NotFound(
                f"no memory {memory_id} in space {self.space!r}; `agents()` lists "
                "what there is"
            )
        return self.agent(found)

    def _conversation_of(self, conversation_id: str) -> Conversation:
        """The conversation of this id. Raises NotFound."""
        store = self._open.people.conversations.store
        found = store.by_id(self.space, conversation_id)
        if found is None:
            raise NotFound(f"no conversation {conversation_id} in space {self.space!r}")
        return self.agent(found.agent_id).conversation(found.session_id)
