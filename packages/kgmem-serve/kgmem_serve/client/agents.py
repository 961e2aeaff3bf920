"""Agents and their conversations, kept by a server."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from kgmem import AgentMemory, Context, Conversation, PipelineResult
from kgmem.serving import file_path, reads
from kgmem_serve.client.calls import ask, asking, refuse_object
from kgmem_serve.client.files import download_into
from kgmem_serve.wire.connection import WireCall
from kgmem_serve.wire.names import in_path

if TYPE_CHECKING:
    from kgmem_serve.client import RemoteMemory

_RESULT: TypeAdapter[PipelineResult] = TypeAdapter(PipelineResult)


@asking("conversation")
class RemoteConversation(Conversation):
    """A session of an agent, on a server."""

    _kind = "conversation"

    def __init__(self, opened: RemoteMemory, agent: str, session: str) -> None:
        super().__init__(opened, agent, session)
        self._remote = opened

    def _ask(self, name: str, request: Callable[[str], WireCall]) -> bytes:
        agent, session = in_path(self._place.agent), in_path(self.session_id)
        path = f"/v1/agents/{agent}/conversations/{session}/{name}"
        return self._remote._send(request(path))


@asking("agent")
class RemoteAgent(AgentMemory):
    """What an agent was told, on a server."""

    _kind = "agent"

    def __init__(self, opened: RemoteMemory, scope: Any, locale: Any = None) -> None:
        super().__init__(opened, scope, locale)
        self._remote = opened

    @property
    @reads
    def version(self) -> int:
        """Counts the changes of profile and events; 0 before the first."""
        known: Any = self.to_dict()["version"]
        return int(known)

    def conversation(self, session_id: str | None = None) -> RemoteConversation:
        """A session, by the caller's name for it; without one, the agent's own."""
        known = super().conversation(session_id)
        return RemoteConversation(self._remote, self.name, known.session_id)

    def context(
        self,
        query: str,
        *,
        budget_tokens: int = 1500,
        count: Callable[[str], int] | None = None,
    ) -> Context:
        """As in process; tokens are estimated there, a `count` can't be sent."""
        refuse_object("count", count)
        given = {"query": query, "budget_tokens": budget_tokens}
        told: Context = ask(self, AgentMemory.context, given)
        return told

    def export_to(self, path: str | Path) -> int:
        """Write all that is kept of the agent and its person into a new file of JSON
        Lines; how many lines. Raises InvalidInput for a file that is there."""
        target = file_path(path)
        agent = in_path(self.name)
        request = WireCall(
            f"/v1/agents/{agent}/export",
            space=self._remote._asked,
            method="GET",
            params={"packed": str(target.suffix.lower() == ".gz")},
        )
        count: int = download_into(self._remote._sending, request, target)
        return count

    def update_with_pipeline(
        self, session_conversation: Any = None, conversation: Any = None
    ) -> Any:
        """Join a conversation to what is known of the person, on the server."""
        if conversation is not None and session_conversation is not None:
            target = session_conversation
            return target, target.update_with_pipeline(conversation)
        given = conversation if session_conversation is None else session_conversation
        if isinstance(given, Conversation):
            own = given.agent_id == self.name
            given = given.session_id if own else given.messages()
        elif given is not None and not isinstance(given, str | Iterable):
            given = list(given)
        named = {} if given is None else {"session_conversation": given}
        told = ask(self, AgentMemory.update_with_pipeline, named)
        return _RESULT.validate_python(told)

    def _ask(self, name: str, request: Callable[[str], WireCall]) -> bytes:
        told = request(f"/v1/agents/{in_path(self.name)}/{name}")
        asked = {"locale": self._locale, "run": self.run_id}
        return self._remote._send(told, {k: v for k, v in asked.items() if v})
