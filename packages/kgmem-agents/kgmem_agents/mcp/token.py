"""A server of its own that takes one token."""

from collections.abc import Awaitable, Callable
from typing import Any

from kgmem.agents import bearer_of

AsgiApp = Callable[[Any, Any, Any], Awaitable[None]]


def with_token(app: AsgiApp, token: str) -> AsgiApp:
    """The same for those who send the token; 401 for others."""
    import secrets

    wanted = token.encode("utf-8")

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        given = bearer_of(scope.get("headers") or ()).encode("latin-1")
        if scope["type"] != "http" or secrets.compare_digest(given, wanted):
            return await app(scope, receive, send)
        head = [(b"www-authenticate", b"Bearer"), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 401, "headers": head})
        await send({"type": "http.response.body", "body": b""})

    return guarded
