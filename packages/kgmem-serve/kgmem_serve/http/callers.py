"""Who calls, in which space, and what he may do.

What requests depend on is async where it waits for nothing: a plain function would be
run in a thread, and each change of threads costs more than the function. They take the
request, and not each other: FastAPI goes through what each of them takes, each time.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any
from weakref import WeakValueDictionary

from fastapi import Depends, Header, Request

from kgmem import InvalidInput, Memory, NotFound, ServerUnavailable
from kgmem.serving import Role
from kgmem_serve.wire.connection import SPACE
from kgmem_serve.wire.names import from_header
from kgmem_serve.wire.verbs import EVERY_SPACE

ROLES: frozenset[Role] = frozenset({"read", "write", "operate"})
MOST_SPACES = 1_000
"""Spaces that are held open; one that is not in use makes room, and is opened again."""


class RoleMissing(Exception):
    """A caller may not do this; its text is the role that he lacks."""


class StartedAnew(ServerUnavailable):
    """It is not known whether a call was done, and will not be when it is repeated."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Whom a request comes from."""

    name: str
    spaces: frozenset[str] | None
    """None: all."""
    roles: frozenset[Role]
    per_minute: int | None = None
    """Requests that the key has; None: as the server's settings have it."""

    def chosen(self, asked: str | None, default: str) -> str:
        """The space that a request means: that it asks for, the only one of the key,
        or else that of the server. Raises NotFound for one that the key does not open:
        it is as if it were not there."""
        if asked is None and self.spaces is not None and default not in self.spaces:
            if len(self.spaces) > 1:
                raise InvalidInput(
                    f"{SPACE}: this key has {len(self.spaces)} spaces; name one"
                )
            return next(iter(self.spaces))
        space = asked or default
        if self.spaces is not None and space not in self.spaces:
            raise NotFound("there is no such space")
        return space


OWNER = Caller("owner", None, ROLES)
"""Who can read the folder of the memory: the command line on this machine."""
ANYBODY = Caller("local", None, ROLES)
"""Who calls where no keys are kept: on the loopback address alone."""


def caller_of(request: Request) -> Caller:
    """Whom this request comes from."""
    found: Caller = getattr(request.state, "caller", ANYBODY)
    return found


async def memory_of(
    request: Request,
    space: Annotated[str | None, Header(alias=SPACE)] = None,
) -> Memory:
    """The memory in the space that is meant."""
    spaces: OpenSpaces = request.app.state.spaces
    asked = None if space is None else from_header(space)
    chosen = caller_of(request).chosen(asked, spaces.memory.space)
    request.state.space = chosen
    return spaces.named(chosen)


class OpenSpaces:
    """The spaces of a memory that are in use. What a space has begun (steps whose run
    has not ended) is kept by its Memory, so that each has one."""

    def __init__(self, memory: Memory, most: int = MOST_SPACES) -> None:
        self.memory, self._most = memory, most
        self._used = WeakValueDictionary[str, Memory]()
        """Also those that made room, while a request has them."""
        self._open: OrderedDict[str, Memory] = OrderedDict()
        self._lock = threading.Lock()

    def named(self, space: str) -> Memory:
        """The memory in this space. Raises InvalidInput for what can't name one."""
        if space == self.memory.space:
            return self.memory
        with self._lock:
            found = self._used.get(space)
            if found is None:
                found = self._used[space] = self.memory.in_space(space)
            self._open[space] = found
            self._open.move_to_end(space)
            if len(self._open) > self._most:
                self._make_room()
        return found

    def _make_room(self) -> None:
        oldest, memory = self._open.popitem(last=False)
        if not memory.is_idle:  # its turn comes again
            self._open[oldest] = memory


In = Annotated[Memory, Depends(memory_of)]


async def needs_all_spaces(request: Request) -> None:
    """A dependency that lets callers through who may see every space."""
    if caller_of(request).spaces is not None:
        raise RoleMissing("operate for all spaces")


def needs_role(role: Role) -> Callable[..., Any]:
    """A dependency that lets callers with this role through."""

    async def check(request: Request) -> None:
        if role not in caller_of(request).roles:
            raise RoleMissing(role)

    return check


def needed_for(name: str, role: Role) -> list[Any]:
    """The dependencies of a method's route."""
    more = [Depends(needs_all_spaces)] if name in EVERY_SPACE else []
    return [Depends(needs_role(role)), *more]
