"""How long a call to Neo4j may wait for its server.

The driver reads from its sockets without a limit of time, but for one that a server
may ask for (two minutes), so a frozen server would hold its callers. Its connections
can be told a limit; they get the time that is left of the call that takes them.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from neo4j import Driver

LEAST = 0.01
"""Seconds: a socket takes zero for "do not wait"."""


class WaitBound:
    """Ends the waits of a driver's connections when the caller's time is up."""

    def __init__(self, driver: Driver) -> None:
        self._call = threading.local()
        # Not public, but the one place that both kinds of pool take connections from.
        pool: Any = driver._pool
        take = pool._acquire

        def acquire(*args: Any, **kwargs: Any) -> Any:
            connection = take(*args, **kwargs)
            self._call.connection = connection
            self.refresh()
            return connection

        pool._acquire = acquire

    @contextmanager
    def ends_in(self, seconds: float) -> Iterator[None]:
        """Calls of this thread wait for so long in all while the block runs, or for
        what is left of a block around it."""
        outer = getattr(self._call, "end", None)
        end = time.monotonic() + seconds
        self._call.end = end if outer is None else min(end, outer)
        try:
            yield
        finally:
            self._call.end = outer
            self._call.connection = None

    def left(self) -> float:
        """Seconds that the present call has; never below LEAST."""
        end: float = self._call.end
        return max(end - time.monotonic(), LEAST)

    def is_over(self) -> bool:
        """Whether the present call has had its time."""
        end: float | None = getattr(self._call, "end", None)
        return end is not None and time.monotonic() >= end

    def refresh(self) -> None:
        """Tell the connection of the present call what is left."""
        connection = getattr(self._call, "connection", None)
        if connection is not None and getattr(self._call, "end", None) is not None:
            connection.socket.set_read_timeout(self.left())
            connection.socket.set_write_timeout(self.left())
