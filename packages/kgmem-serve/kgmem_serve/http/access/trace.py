"""Each request has an id, headers that browsers obey, and a line in the log."""

import logging
import re
import time
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any
from uuid import uuid4

from kgmem_serve.http.access.requests import (
    App,
    Message,
    Receive,
    Scope,
    Send,
    header,
    refuse,
    state,
)

log = logging.getLogger("kgmem.requests")

REQUEST_ID: ContextVar[str | None] = ContextVar("request_id", default=None)
"""That of the request at hand, also in the threads that work for it."""
SANE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")
SECURITY = (
    (
        b"content-security-policy",
        b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
        b"form-action 'self'; object-src 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
FAILED = "something went wrong here; the log has it under the request's id"


def traced(app: App) -> App:
    """The same with an id, security headers, and a line in the log."""

    async def trace(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await app(scope, receive, send)
        known = state(scope)
        known["request_id"] = request_id = id_of(scope)
        token = REQUEST_ID.set(request_id)
        began, status = time.perf_counter(), 0

        async def out(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = list(message.get("headers", ()))
                message["headers"] = with_security(given, request_id)
            await send(message)

        try:
            await app(scope, receive, out)
        except Exception:
            log.exception("a request failed", extra=_about(scope))
            if not status:
                await refuse(scope, out, 500, "InternalError", FAILED)
        finally:
            ms = round((time.perf_counter() - began) * 1_000, 1)
            log.info("request", extra={**_about(scope), "status": status, "ms": ms})
            REQUEST_ID.reset(token)

    return trace


def id_of(scope: Scope) -> str:
    """What the caller calls the request, if it can stand in a log; else a new id."""
    given = header(scope, b"x-request-id") or ""
    return given if SANE.fullmatch(given) else uuid4().hex


def with_security(
    headers: Iterable[tuple[bytes, bytes]], request_id: str
) -> list[tuple[bytes, bytes]]:
    """The headers of an answer, with those that keep browsers from guessing."""
    given = list(headers)
    names = {name.lower() for name, _ in given}
    own = [(name, value) for name, value in SECURITY if name not in names]
    fresh = [] if b"cache-control" in names else [(b"cache-control", b"no-store")]
    return [*given, *own, *fresh, (b"x-request-id", request_id.encode("ascii"))]


def _about(scope: Scope) -> dict[str, Any]:
    """What a line says: never a query, a body or a key."""
    known, route = state(scope), scope.get("route")
    return {
        "caller": getattr(known.get("caller"), "name", None),
        "space": known.get("space"),
        "method": scope["method"],
        "route": getattr(route, "path", None),
    }
