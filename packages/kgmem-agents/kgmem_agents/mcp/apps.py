"""Which app a client means, by whatever it calls it."""

import time
from collections.abc import Callable, Sequence

from kgmem import Memory
from kgmem.agents import KnownApp, fold_app, url_template

MOST_TOLD = 6
"""Apps that the description of the argument names."""
LONGEST = 80
"""Characters of their names together."""
FRESH = 2.0
"""Seconds after which what is not found is looked for again."""


class Apps:
    """The apps of a memory, read when one is asked for that is not known yet."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._known: Sequence[KnownApp] = ()
        self._read_at: float | None = None

    def named(self, given: str | None, url: str | None = None) -> str | None:
        """The app by the name that it was learned under; told from the address where
        none is given, or none that is known. Else as it was given."""
        if not given and not url:
            return None
        found = self._found(given, url)
        is_old = self._read_at is None or time.monotonic() - self._read_at > FRESH
        if found is None and is_old:
            self._read()
            found = self._found(given, url)
        return found or given

    def told(self) -> str:
        """The names of those of most tasks; empty where none is known."""
        names: list[str] = []
        for app in self._read()[:MOST_TOLD]:
            if len(", ".join((*names, app.name))) <= LONGEST:
                names.append(app.name)
        return ", ".join(names)

    def _found(self, given: str | None, url: str | None) -> str | None:
        named = given and named_app(self._known, given)
        return named or (app_at(self._known, url) if url else None)

    def _read(self) -> Sequence[KnownApp]:
        self._known, self._read_at = self._memory.apps(), time.monotonic()
        return self._known


def named_app(apps: Sequence[KnownApp], given: str) -> str | None:
    """The name of the app that is meant: by its name, an alias, a host of its
    addresses or a page's title, in any case; None where none or several are."""
    wanted = fold_app(given)
    address = _host(given)
    ways: tuple[Callable[[KnownApp], bool], ...] = (
        lambda app: wanted == fold_app(app.name),
        lambda app: wanted in map(fold_app, app.aliases),
        lambda app: bool(address) and address in app.hosts,
        lambda app: wanted in {part for one in app.titles for part in _parts(one)},
    )
    for is_called in ways:
        found = [app.name for app in apps if is_called(app)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def app_at(apps: Sequence[KnownApp], url: str) -> str | None:
    """The name of the app whose pages have this address's host; None where none or
    several have."""
    address = _host(url)
    found = [app.name for app in apps if address and address in app.hosts]
    return found[0] if len(found) == 1 else None


def _host(address: str) -> str:
    """Host with its port, as pages have it; empty for what is no address."""
    if not address.strip() or " " in address.strip():
        return ""
    return url_template(address).partition("/")[0]


def _parts(title: str) -> list[str]:
    """A title and what stands in it between bars, dashes and dots: `Issues — Trac`."""
    parts = [title]
    for mark in (" | ", " - ", " – ", " — ", " · ", ": ", "｜", "_"):
        parts = [*parts, *(one for part in parts for one in part.split(mark))]
    return [folded for one in parts if (folded := fold_app(one))]
