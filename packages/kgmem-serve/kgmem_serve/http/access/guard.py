"""Lets a request in, or refuses it before anything of the memory is asked."""

from hmac import compare_digest

from kgmem.serving import bearer_of
from kgmem_serve.http.access.hosts import KnownHosts
from kgmem_serve.http.access.keys import KeyFile, KeyRecord
from kgmem_serve.http.access.requests import (
    App,
    Receive,
    Scope,
    Send,
    header,
    refuse,
    state,
)
from kgmem_serve.http.callers import ANYBODY, OWNER, Caller

OPEN = frozenset({"/", "/health", "/ready", "/docs", "/openapi.json"})
"""Paths without anything of the memory: no key is asked for."""
CONSOLE = "/console"
WRONG_KEY = "this memory needs a valid key: Authorization: Bearer kgm_…"


def guarded(app: App, keys: KeyFile, hosts: KnownHosts, secret: str) -> App:
    """The same for who calls this server by a name of its own, with a valid key if
    there are keys, or with the `secret` of this start."""

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await app(scope, receive, send)
            return
        host = header(scope, b"host") or ""
        if not hosts.is_own(host):
            told = "this server has no such name; start it with --allow-host NAME"
            return await refuse(scope, send, 421, "WrongHost", told)
        if _from_elsewhere(scope, host, hosts):
            told = "pages of this origin may not call; start with --allow-origin ORIGIN"
            return await refuse(scope, send, 403, "WrongOrigin", told)
        token = bearer_of(scope["headers"])
        if compare_digest(token.encode(), secret.encode()):
            state(scope)["caller"] = OWNER
        elif not _is_open(scope) and keys.exist():
            record = keys.found(token)
            if record is None:
                challenge = {"WWW-Authenticate": "Bearer"}
                return await refuse(
                    scope, send, 401, "Unauthorized", WRONG_KEY, **challenge
                )
            state(scope)["caller"] = caller_with(record)
        else:
            state(scope)["caller"] = ANYBODY
        await app(scope, receive, send)

    return guard


def caller_with(record: KeyRecord) -> Caller:
    """Whom a key is given to."""
    spaces = None if record.spaces is None else frozenset(record.spaces)
    return Caller(record.name, spaces, frozenset(record.roles), record.per_minute)


def _from_elsewhere(scope: Scope, host: str, hosts: KnownHosts) -> bool:
    given = [value for name, value in scope["headers"] if name.lower() == b"origin"]
    return any(not hosts.may_call(one.decode("latin-1"), host) for one in given)


def _is_open(scope: Scope) -> bool:
    path = scope["path"]
    inside = path == CONSOLE or path.startswith(f"{CONSOLE}/")
    return path in OPEN or inside
