"""Agents by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from kgmem.errors import InvalidInput, NotFound
from kgmem.memory.opened import Opened
from kgmem.model.base import Language
from kgmem.model.values.arguments import shown
from kgmem.model.values.scope import AgentScope

if TYPE_CHECKING:
    from kgmem.memory.agents import AgentMemory
    from kgmem.memory.conversations import Conversation


class AgentsFace(Opened):
    """Agents, and what they know of people."""

    def agent(
        self,
        agent_id: str | None = None,
        *,
        user: str | None = None,
        run: str | None = None,
        locale: str | None = None,
    ) -> AgentMemory:
        """What an agent was told, and what it knows of the person it works for.

        With a `user`, what is said stays between him and this agent; what is known of
        him is shared by all of his agents, and `user` alone is that. With a `run`, only
        what was said in this session is told. `locale` (`en`, `zh`) is the language of
        its prompts; without one, that of what is known. Nothing is stored before
        something is said. Raises InvalidInput for a blank name.
        """
        scope = AgentScope.of(
            self._named_key("agent_id", agent_id),
            self._named_key("user", user),
            self._named_key("run", run),
        )
        from kgmem.graph.people.conversations import ANSWERS

        if scope.name.endswith(ANSWERS):
            raise InvalidInput(
                f"agent_id: no name ends with {ANSWERS}; what answers define is kept "
                "under it"
            )
        return self._agent(scope, language(locale))

    def agents(self) -> list[AgentMemory]:
        """All agents of this space, by name."""
        found = self._open.people.known.store.agents(self.space)
        return [self._agent(AgentScope.of(agent)) for agent, _ in found]

    def _agent(self, scope: AgentScope, locale: Language | None = None) -> AgentMemory:
        from kgmem.memory.agents import AgentMemory

        return AgentMemory(self, scope, locale)

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


def language(given: object) -> Language | None:
    """A language that prompts can be in; None if none is given. Raises InvalidInput."""
    known = get_args(Language)
    if given is None:
        return None
    code = given.replace("_", "-").split("-")[0].lower() if type(given) is str else ""
    if code in known:
        return code  # type: ignore[return-value]  # one of them
    raise InvalidInput(f"locale: one of {', '.join(known)}, not {shown(given)}")
