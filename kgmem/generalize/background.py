"""The batch job started by learning, on a thread of its own."""

import logging
import threading
from collections import Counter
from collections.abc import Callable

from kgmem.errors import KgmemError
from kgmem.generalize.flow import Cancelled

log = logging.getLogger(__name__)

Job = Callable[[str, threading.Event], object]
"""Generalizes a space; looks at the event now and then, and gives up when it is set."""


class Background:
    """Starts the job for a space after every `after` new runs; learning never waits.

    One job at a time; a space that has enough new runs meanwhile is next.
    """

    def __init__(self, job: Job, after: int) -> None:
        self._job = job
        self._after = after
        self._new: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._working = False

    def learned(self, space: str, runs: int) -> None:
        """Note that so many new runs were stored."""
        if self._after == 0 or runs == 0:
            return
        with self._lock:
            self._new[space] += runs
            idle = not self._working and not self._stop.is_set()
            if self._new[space] < self._after or not idle:
                return
            self._working = True
            self._thread = threading.Thread(
                target=self._work, name="kgmem-generalize", daemon=True
            )
            self._thread.start()

    def wait(self) -> None:
        """Return when no job runs."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def close(self) -> None:
        """Stop a running job and wait for it; what it had written stays."""
        self._stop.set()
        self.wait()

    def _work(self) -> None:
        """One job after the other, while a space has enough new runs."""
        try:
            while (space := self._next()) is not None:
                self._run(space)
        except BaseException:
            self._working = False
            raise

    def _next(self) -> str | None:
        """The space that waits longest; None, and nobody works, if there is none."""
        with self._lock:
            due = (key for key, count in self._new.items() if count >= self._after)
            space = None if self._stop.is_set() else next(due, None)
            if space is None:
                self._working = False
            else:
                del self._new[space]
            return space

    def _run(self, space: str) -> None:
        try:
            self._job(space, self._stop)
        except Cancelled:
            log.info("patterns of %r: stopped, to be gone on with later", space)
        except KgmemError as error:  # the next job tries again
            log.warning("patterns of %r were not learned: %s", space, error)
