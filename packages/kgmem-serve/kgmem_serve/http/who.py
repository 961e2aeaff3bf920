"""Who asks, and what there is to name: agents, their memories, conversations."""

from typing import Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse

from kgmem import __version__
from kgmem_serve.http.callers import In, caller_of, needs_role
from kgmem_serve.wire.names import read


def who() -> APIRouter:
    """Who asks, and what there is: spaces, agents, memories, conversations."""
    router = APIRouter(prefix="/v1", tags=["who"])
    reads = [Depends(needs_role("read"))]

    @router.get("/whoami")
    def whoami(request: Request, memory: In) -> JSONResponse:
        """The caller's name, roles and spaces, the space that is meant, the version."""
        caller = caller_of(request)
        told = {
            "name": caller.name,
            "space": memory.space,
            "spaces": None if caller.spaces is None else sorted(caller.spaces),
            "roles": sorted(caller.roles),
            "version": __version__,
        }
        return JSONResponse(told)

    @router.get("/spaces", dependencies=reads)
    def spaces(request: Request, memory: In) -> dict[str, list[str]]:
        """The spaces that hold something, of those that the key is for."""
        own = caller_of(request).spaces
        return {"spaces": [s for s in memory.spaces() if own is None or s in own]}

    @router.get("/agents", dependencies=reads)
    def agents(memory: In) -> dict[str, list[str]]:
        """The names of all agents."""
        return {"agents": [one.name for one in memory.agents()]}

    @router.get("/memories/{memory_id}", dependencies=reads)
    def agent_of(memory: In, memory_id: str) -> dict[str, Any]:
        """The agent whose memory has this id."""
        return {"agent_id": memory._agent_of(read(memory_id)).name}

    @router.get("/conversations/{conversation_id}", dependencies=reads)
    def conversation_of(memory: In, conversation_id: str) -> dict[str, Any]:
        """Agent and session of the conversation with this id."""
        found = memory._conversation_of(read(conversation_id))
        return {"agent_id": found.agent_id, "session_id": found.session_id}

    return router
