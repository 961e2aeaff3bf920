"""Which app a client means, by whatever it calls it."""

import time
from collections.abc import Sequence

from kgmem import Memory
from kgmem.agents import KnownApp, app_at, named_app

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
        if found is None and self._is_old():
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

    def _is_old(self) -> bool:
        return self._read_at is None or time.monotonic() - self._read_at > FRESH

    def _read(self) -> Sequence[KnownApp]:
        self._known, self._read_at = self._memory.apps(), time.monotonic()
        return self._known
