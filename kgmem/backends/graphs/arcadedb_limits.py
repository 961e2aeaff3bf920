"""Bounds for one query of an engine that has a limit of time for all of them alone.

The engine looks at the time between rows, not within one expression (`reduce` over
millions of numbers). So a query is waited for from another thread: who asked gets the
error in time, and what can't be stopped goes on to its end in the background.
"""

import itertools
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kgmem.backends.graphs.query_limits import too_many_rows
from kgmem.ports import Row

SETTING = "arcadedb.command.timeout"
TIMED_OUT = f"exceeded the {SETTING}"
"""What the engine says of a query that took too long."""


class TimeLimit:
    """The engine's limit, set while a bounded query runs.

    It holds for all statements, so it is the longest that anyone asked for at the
    moment; the program's own take a fraction of it.
    """

    def __init__(self, alter: Callable[[str], None], left: bool) -> None:
        """`left`: a process died meanwhile, and the limit is still set."""
        self._alter = alter
        self._lock = threading.Lock()
        self._active: list[float] = []
        if left:
            self._set()

    @contextmanager
    def of(self, seconds: float) -> Iterator[None]:
        """A limit of so many seconds for what is started within."""
        with self._lock:
            self._active.append(seconds)
            self._set()
        try:
            yield
        finally:
            with self._lock:
                self._active.remove(seconds)
                self._set()

    def _set(self) -> None:
        limit = max(1, round(max(self._active) * 1000)) if self._active else 0
        self._alter(f"`{SETTING}` {limit}")


def left_in(folder: Path) -> bool:
    """Does the graph in this folder still have a limit of time?"""
    try:
        kept = json.loads((folder / "configuration.json").read_text(encoding="utf-8"))
        return bool(kept["configuration"].get(SETTING.removeprefix("arcadedb.")))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return False


def first_rows(result: Any, most: int) -> list[Row]:
    """The rows of a result; QueryLimit for more than `most`, which are not read."""
    try:
        rows = list(itertools.islice(result.iter_dicts(), most + 1))
    finally:
        result.close()
    if len(rows) > most:
        raise too_many_rows(most)
    return rows
