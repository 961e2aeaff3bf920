"""Who looks at the console, and at which spaces."""

from fastapi import APIRouter, Depends
from pydantic import BaseModel

from kgmem.interfaces.http.callers import In, Who, needs_role
from kgmem.remote.verbs import Role
from kgmem.version import __version__


class Session(BaseModel):
    """What a page needs to know of its caller."""

    name: str
    roles: list[Role]
    space: str
    """The one that is meant where a request names none."""
    version: str = __version__


class SpaceNames(BaseModel):
    """The spaces that a caller may look at."""

    spaces: list[str]
    """By name, those with something in them or that the key names."""


def add_session(router: APIRouter) -> None:
    """`/session`, `/spaces`."""
    reading = [Depends(needs_role("read"))]

    @router.get("/session", dependencies=reading)
    def session(memory: In, caller: Who) -> Session:
        """Who calls, and what he may do."""
        roles = sorted(caller.roles)
        return Session(name=caller.name, roles=roles, space=memory.space)

    @router.get("/spaces", dependencies=reading)
    def spaces(memory: In, caller: Who) -> SpaceNames:
        """In which spaces he may look."""
        kept = memory.spaces() if caller.spaces is None else sorted(caller.spaces)
        return SpaceNames(spaces=kept)
