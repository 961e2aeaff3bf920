"""The SDK's methods as requests: `POST /v1/NAME`, the arguments as a JSON object."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends
from fastapi.responses import Response

from kgmem import AgentMemory, Conversation, Memory
from kgmem.serving import Role
from kgmem_serve.http.callers import In, memory_of, needed_for
from kgmem_serve.http.journal import Note
from kgmem_serve.http.once import Once
from kgmem_serve.wire.names import read
from kgmem_serve.wire.shapes import CallShape, shape_of
from kgmem_serve.wire.verbs import AGENT, CONVERSATION, MEMORY

CONTRACT = frozenset({"writeback"})
"""What `contract` answers."""
AGENT_PATH = "/v1/agents/{agent_id}"
CONVERSATION_PATH = AGENT_PATH + "/conversations/{session_id}"


async def an_agent(
    memory: In, agent_id: str, locale: str | None = None, run: str | None = None
) -> AgentMemory:
    """The agent that a path names, in the language of its prompts."""
    return memory.agent(read(agent_id), run=run, locale=locale)


async def a_conversation(memory: In, agent_id: str, session_id: str) -> Conversation:
    """The conversation that a path names."""
    return memory.agent(read(agent_id)).conversation(read(session_id))


def calls() -> APIRouter:
    """A route for each method in the tables."""
    router = APIRouter()
    for kind, verbs, path, target in (
        (Memory, MEMORY, "/v1", memory_of),
        (AgentMemory, AGENT, AGENT_PATH, an_agent),
        (Conversation, CONVERSATION, CONVERSATION_PATH, a_conversation),
    ):
        for name, role in verbs.items():
            if kind is Memory and name in CONTRACT:
                continue
            _add(router, f"{path}/{name}", kind, name, role, target)
    return router


def _add(
    router: APIRouter,
    path: str,
    kind: type,
    name: str,
    role: Role,
    target: Callable[..., Any],
) -> None:
    shape = shape_of(getattr(kind, name))
    router.add_api_route(
        path,
        _answering(shape, target, role, path),
        methods=["POST"],
        name=f"{kind.__name__}.{name}",
        operation_id=f"{kind.__name__}_{name}",
        tags=[kind.__name__],
        summary=shape.summary,
        description=shape.about,
        response_model=shape.hint,
        dependencies=needed_for(name, role),
    )


def _answering(
    shape: CallShape[Any], target: Callable[..., Any], role: Role, path: str
) -> Callable[..., Any]:
    arguments, call = shape.arguments, path.removeprefix("/v1/")

    def answer(
        on: Annotated[Any, Depends(target)],
        given: Annotated[arguments, Body(default_factory=dict)],  # type: ignore[valid-type]
        once: Once,
        note: Note,
    ) -> Response:
        def work() -> bytes:
            named = shape.given(given)
            value = getattr(on, shape.name)(**named)
            if role != "read":
                note(call, {**_named_by_path(on), **named}, value)
            return shape.sent(value)

        return Response(once(work), media_type="application/json")

    return answer


def _named_by_path(on: Any) -> dict[str, Any]:
    """The agent and the conversation that a call is about."""
    names = ("agent_id", "session_id")
    return {name: getattr(on, name) for name in names if hasattr(on, name)}
