"""A request as the layers around the application see it."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from kgmem_serve.http.failures import refusal

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def header(scope: Scope, name: bytes) -> str | None:
    """The header's value; None if it is missing or given twice: which one would be
    meant is a guess that another program may make otherwise."""
    found = [value for key, value in scope["headers"] if key.lower() == name]
    return found[0].decode("latin-1") if len(found) == 1 else None


def state(scope: Scope) -> dict[str, Any]:
    """What the layers know of a request: `request.state`."""
    kept: dict[str, Any] = scope.setdefault("state", {})
    return kept


async def refuse(
    scope: Scope, send: Send, status: int, code: str, message: str, **headers: str
) -> None:
    """Answer with an error, in the one shape of errors."""
    answer = refusal(
        status, code, message, request_id=state(scope).get("request_id"), **headers
    )
    await answer(scope, _nothing, send)


async def _nothing() -> Message:
    return {"type": "http.disconnect"}
