"""Who looks, and at what he may look."""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request

from kgmem import __version__
from kgmem.serving import DEMO_SPACE
from kgmem_serve.http.callers import In, caller_of


def add_session(router: APIRouter) -> None:
    """`/v1/views/session`."""

    @router.get("/session")
    def session(memory: In, request: Request) -> dict[str, Any]:
        """Who calls, the spaces in which he may look, and the one that is looked at
        first: that which a request means that names none, or the demo's where that has
        nothing in it."""
        caller = caller_of(request)
        kept = memory.spaces()
        allowed = kept if caller.spaces is None else sorted(caller.spaces)
        return {
            "name": caller.name,
            "roles": sorted(caller.roles),
            "space": _shown(memory.space, allowed),
            "spaces": allowed,
            "version": __version__,
        }


def _shown(own: str, allowed: Sequence[str]) -> str:
    shows_demo = own not in allowed and DEMO_SPACE in allowed
    return DEMO_SPACE if shows_demo else own
