"""Who looks, and at what he may look."""

from collections.abc import Sequence

from fastapi import APIRouter, Request
from pydantic import BaseModel

from kgmem import __version__
from kgmem.serving import DEMO_SPACE, Role
from kgmem_serve.http.callers import In, caller_of


class Session(BaseModel):
    """What a page needs to know of its caller."""

    name: str
    roles: list[Role]
    space: str
    """The one that is looked at first: that which a request means that names none, or
    the demo's where that has nothing in it."""
    spaces: list[str]
    """All that the caller may look at, with something in them."""
    version: str = __version__


def add_session(router: APIRouter) -> None:
    """`/v1/views/session`."""

    @router.get("/session")
    def session(memory: In, request: Request) -> Session:
        """Who calls, and in which spaces he may look."""
        caller = caller_of(request)
        kept = memory.spaces()
        allowed = kept if caller.spaces is None else sorted(caller.spaces)
        return Session(
            name=caller.name,
            roles=sorted(caller.roles),
            space=_shown(memory.space, allowed),
            spaces=allowed,
        )


def _shown(own: str, allowed: Sequence[str]) -> str:
    shows_demo = own not in allowed and DEMO_SPACE in allowed
    return DEMO_SPACE if shows_demo else own
