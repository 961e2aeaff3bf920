"""Who calls, in which space, and what he may do."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import unquote

from fastapi import Depends, Header, Request

from kgmem.errors import InvalidInput
from kgmem.memory import Memory
from kgmem.remote.verbs import Role

ROLES: frozenset[Role] = frozenset({"read", "write", "operate"})
SPACE = "Kgmem-Space"
"""The header that names the space, percent-encoded: headers are Latin-1."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Whom a request comes from."""

    name: str
    spaces: frozenset[str] | None
    """None: all."""
    roles: frozenset[Role]

    def chosen(self, asked: str | None, default: str) -> str:
        """The space that a request means: that it asks for, the only one of the key,
        or else that of the server."""
        if asked is None and self.spaces is not None and default not in self.spaces:
            if len(self.spaces) > 1:
                raise InvalidInput(
                    f"{SPACE}: this key has {len(self.spaces)} spaces; name one"
                )
            return next(iter(self.spaces))
        return asked or default


ANYBODY = Caller("local", None, ROLES)
"""Who calls where no keys are kept: on the loopback address alone."""


def caller_of(request: Request) -> Caller:
    """Whom this request comes from."""
    found: Caller = getattr(request.state, "caller", ANYBODY)
    return found


def memory_of(
    request: Request,
    space: Annotated[str | None, Header(alias=SPACE)] = None,
) -> Memory:
    """The memory in the space that is meant."""
    memory: Memory = request.app.state.memory
    asked = None if space is None else unquote(space)
    chosen = caller_of(request).chosen(asked, memory.space)
    return memory if chosen == memory.space else memory.in_space(chosen)


Who = Annotated[Caller, Depends(caller_of)]
In = Annotated[Memory, Depends(memory_of)]


def needs_role(role: Role) -> Callable[..., Any]:
    """A dependency that lets callers with this role through."""

    def check(caller: Who) -> None:
        if role not in caller.roles:
            raise PermissionError(role)

    return check
