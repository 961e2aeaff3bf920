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

    One job at a time; what is learned meanwhile counts for the next one.
    """

    def __init__(self, job: Job, after: int) -> None:
        self._job = job
        self._after = after
        self._new: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def learned(self, space: str, runs: int) -> None:
        """Note that so many new runs were stored."""
        if self._after == 0 or runs == 0:
            return
        with self._lock:
            self._new[space] += runs
            running = self._thread is not None and self._thread.is_alive()
            if self._new[space] < self._after or running or self._stop.is_set():
                return
            del self._new[space]
            self._thread = threading.Thread(
                target=self._run, args=(space,), name="kgmem-generalize", daemon=True
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

    def _run(self, space: str) -> None:
        try:
            self._job(space, self._stop)
        except Cancelled:
            log.info("patterns of %r: stopped, to be gone on with later", space)
        except KgmemError as error:  # the next job tries again
            log.warning("patterns of %r were not learned: %s", space, error)
