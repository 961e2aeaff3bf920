"""The layers around the application, from the outside in."""

from dataclasses import dataclass, field
from typing import Self

from fastapi.middleware.cors import CORSMiddleware

from kgmem import Settings
from kgmem_serve.http.access.guard import guarded
from kgmem_serve.http.access.hosts import KnownHosts
from kgmem_serve.http.access.keys import KeyFile
from kgmem_serve.http.access.limits import Limits
from kgmem_serve.http.access.requests import App
from kgmem_serve.http.access.trace import traced
from kgmem_serve.http.access.work import limited
from kgmem_serve.wire.connection import ATTEMPT, ONCE, SPACE, START
from kgmem_serve.wire.owner import new_secret

OF_MCP = ("Mcp-Session-Id", "Mcp-Protocol-Version")
SENT = (
    *("Authorization", "Content-Type", "X-Request-Id", "Last-Event-ID"),
    *(SPACE, ONCE, ATTEMPT, *OF_MCP),
)
"""Headers that pages of allowed origins may send,"""
SHOWN = ("X-Request-Id", "Retry-After", "Content-Disposition", START, *OF_MCP)
"""and that they may read."""


@dataclass(frozen=True, slots=True)
class Access:
    """Who is let in, and how much he may ask."""

    keys: KeyFile
    hosts: KnownHosts = field(default_factory=lambda: KnownHosts.of(()))
    limits: Limits = field(default_factory=Limits)
    secret: str = field(default_factory=new_secret)
    """Of this start: who can read it beside the memory's lock is its owner."""

    @classmethod
    def of(cls, settings: Settings, host: str = "127.0.0.1") -> Self:
        """As the settings have it, for a server that listens at `host`."""
        names = [host, *settings.serve_allow_host.split(",")]
        origins = settings.serve_allow_origin.split(",")
        known = KnownHosts.of(names, origins)
        return cls(KeyFile.of_home(settings.home), known, Limits.of(settings))


def behind_access(app: App, access: Access) -> App:
    """The same for who may come in."""
    inner = guarded(
        limited(app, access.limits), access.keys, access.hosts, access.secret
    )
    if access.hosts.origins:
        inner = CORSMiddleware(
            inner,
            allow_origins=sorted(access.hosts.origins),
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=SENT,
            expose_headers=SHOWN,
        )
    return traced(inner)
