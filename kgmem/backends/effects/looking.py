"""A filled check -> what is seen there."""

import os
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from kgmem.ports import Query, Unseen

if TYPE_CHECKING:
    import httpx

MAX_REDIRECTS = 3
MAX_BYTES = 2_000_000
"""Of an answer or a file that is read."""
MAX_ROWS = 100
STEPS = 10_000
"""Of a query, after which it is looked at the clock."""
_NOTHING = (404, 410)
"""Answers that say that it is not there."""


@dataclass(frozen=True, slots=True)
class Looking:
    """Looks where the settings allow it: `hosts`, with their port where it is not the
    usual one, and `folders`."""

    hosts: frozenset[str]
    folders: tuple[Path, ...]
    timeout: float = 5.0
    transport: "httpx.BaseTransport | None" = None

    def get(self, address: str, headers: Mapping[str, str]) -> str | None:
        """What the address answers; None where it says that there is nothing. Never
        of another host than its own. Raises Unseen."""
        import httpx

        told = {name: _variable(of) for name, of in headers.items()}
        own = self._allowed(address)
        try:
            with httpx.Client(timeout=self.timeout, transport=self.transport) as client:
                for _ in range(MAX_REDIRECTS + 1):
                    status, location, body = _answer(client, address, told)
                    if location is None:
                        return _text(status, body)
                    address = urljoin(address, location)
                    if self._allowed(address) != own:
                        raise Unseen(f"it is sent on to another host: {_host(address)}")
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unseen(f"no answer: {type(error).__name__}") from error
        raise Unseen("it is sent on again and again")

    def rows(
        self,
        database: str,
        query: str,
        values: Mapping[str, str],
        given: Mapping[str, Query],
    ) -> Sequence[Mapping[str, Any]]:
        """The rows of a reading query, each by its columns. Raises Unseen."""
        if database in given:
            try:
                return list(given[database](query, dict(values)))[:MAX_ROWS]
            except Exception as error:  # whatever the caller's function raises
                raise Unseen(f"the query failed: {error}") from error
        return _sqlite(self._inside(database), query, values, self.timeout)

    def file(self, path: str) -> str | None:
        """What stands in the file; None where there is none. Raises Unseen."""
        found = self._inside(path)
        if not found.is_file():
            return None
        with found.open("rb") as data:
            text = data.read(MAX_BYTES + 1)
        if len(text) > MAX_BYTES:
            raise Unseen("the file is too long")
        return text.decode("utf-8", errors="replace")

    def _allowed(self, address: str) -> tuple[str, str]:
        """Its scheme and host, which a redirect has to keep, too."""
        host = _host(address)
        if host not in self.hosts:
            raise Unseen(f"host {host} is not in KGMEM_VERIFY_HOSTS")
        return urlsplit(address).scheme, host

    def _inside(self, path: str) -> Path:
        found = Path(path).expanduser().resolve()
        if not any(found.is_relative_to(folder.resolve()) for folder in self.folders):
            raise Unseen(f"{path} is in no folder of KGMEM_VERIFY_FOLDERS")
        return found


def _answer(
    client: "httpx.Client", address: str, headers: Mapping[str, str]
) -> tuple[int, str | None, bytes]:
    with client.stream("GET", address, headers=headers) as response:
        location = response.headers.get("location") if response.is_redirect else None
        body = b""
        for piece in response.iter_bytes():
            body += piece
            if len(body) > MAX_BYTES:
                raise Unseen("the answer is too long")
        return response.status_code, location, body


def _sqlite(
    path: Path, query: str, values: Mapping[str, str], timeout: float
) -> list[dict[str, Any]]:
    import sqlite3

    if not path.is_file():
        raise Unseen(f"there is no database {path.name}")
    try:
        address = f"{path.as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=timeout)) as database:
            database.execute("PRAGMA query_only = ON")
            until = time.monotonic() + timeout
            database.set_progress_handler(lambda: time.monotonic() > until, STEPS)
            database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_BYTES)
            found = database.execute(query, dict(values))
            names = [column[0] for column in found.description or ()]
            return [
                dict(zip(names, row, strict=True)) for row in found.fetchmany(MAX_ROWS)
            ]
    except sqlite3.Error as error:
        raise Unseen(f"the query failed: {error}") from error


def _host(address: str) -> str:
    split = urlsplit(address)
    usual = {"http": 80, "https": 443}.get(split.scheme)
    host = split.hostname or ""
    return host if split.port in (None, usual) else f"{host}:{split.port}"


def _variable(name: str) -> str:
    value = os.environ.get(name)
    if value is None:
        raise Unseen(f"the environment has no {name}")
    return value


def _text(status: int, body: bytes) -> str | None:
    if status in _NOTHING:
        return None
    if status >= 400:
        raise Unseen(f"the answer is an error: {status}")
    return body.decode("utf-8", errors="replace")


def folders_of(told: str) -> tuple[Path, ...]:
    """The folders in a setting, as in PATH."""
    return tuple(
        Path(one).expanduser() for one in told.split(os.pathsep) if one.strip()
    )


def hosts_of(told: str) -> frozenset[str]:
    """The hosts in a setting, with commas between."""
    return frozenset(one.strip().casefold() for one in told.split(",") if one.strip())
