"""The layers around the application, from the outside in."""

from dataclasses import dataclass, field
from typing import Self

from fastapi.middleware.cors import CORSMiddleware

from kgmem.config import Settings
from kgmem.interfaces.http.access.guard import guarded
from kgmem.interfaces.http.access.hosts import KnownHosts
from kgmem.interfaces.http.access.keys import KeyFile
from kgmem.interfaces.http.access.requests import App
from kgmem.interfaces.http.access.trace import traced
from kgmem.interfaces.http.callers import SPACE

SENT = ("Authorization", "Content-Type", SPACE, "X-Request-Id")
"""Headers that pages of allowed origins may send."""


@dataclass(frozen=True, slots=True)
class Access:
    """Who is let in, and how much he may ask."""

    keys: KeyFile
    hosts: KnownHosts = field(default_factory=lambda: KnownHosts.of(()))

    @classmethod
    def of(cls, settings: Settings, host: str = "127.0.0.1") -> Self:
        """As the settings have it, for a server that listens at `host`."""
        names = [host, *settings.serve_allow_host.split(",")]
        origins = settings.serve_allow_origin.split(",")
        return cls(KeyFile.of_home(settings.home), KnownHosts.of(names, origins))


def behind_access(app: App, access: Access) -> App:
    """The same for who may come in."""
    inner = guarded(app, access.keys, access.hosts)
    if access.hosts.origins:
        inner = CORSMiddleware(
            inner,
            allow_origins=sorted(access.hosts.origins),
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=SENT,
            expose_headers=["X-Request-Id", "Retry-After"],
        )
    return traced(inner)
