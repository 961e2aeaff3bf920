"""Which names this server goes by, and which pages may call it."""

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from kgmem.serving import LOOPBACK

ANY = "*"


@dataclass(frozen=True, slots=True)
class KnownHosts:
    """A page that has its own name resolve to this machine (DNS rebinding) sends that
    name as the host; one of another site (CSRF) sends that site as the origin."""

    hosts: frozenset[str]
    origins: frozenset[str] = frozenset()

    @classmethod
    def of(cls, hosts: Iterable[str], origins: Iterable[str] = ()) -> "KnownHosts":
        """Loopback and these names; pages of this server and of these origins."""
        named = frozenset(one.strip().lower().strip("[]") for one in hosts)
        pages = frozenset(one.strip().lower().rstrip("/") for one in origins)
        return cls(LOOPBACK | named - {""}, pages - {""})

    def is_own(self, host: str) -> bool:
        """Is the header `Host` a name of this server? An address is no name that
        somebody else could give out."""
        name = host_name(host)
        return name is not None and (
            name in self.hosts or ANY in self.hosts or _is_address(name)
        )

    def may_call(self, origin: str, host: str) -> bool:
        """May a page of this origin call the server under this name?"""
        given = origin.strip().lower()
        if given in self.origins:
            return True
        try:
            return urlsplit(given).netloc == host.strip().lower() != ""
        except ValueError:
            return False


def host_name(host: str) -> str | None:
    """The name in a header `Host`, without the port; None if it is none."""
    try:
        parts = urlsplit(f"//{host.strip()}")
        plain = parts.netloc == host.strip() and "@" not in host and parts.hostname
        parts.port  # noqa: B018  # raises for what is no number
    except ValueError:
        return None
    return plain.lower() if plain else None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
