"""What a server does from time to time: retention, and learning of patterns."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Self

from kgmem import JobRunning, KgmemError, Memory, Settings

log = logging.getLogger(__name__)

HOUR = 3_600.0
LATE = 0.05
"""Seconds behind the moment: where clocks differ a little, before it is too early."""
WORK: Mapping[str, Callable[[Memory], object]] = {
    "prune": lambda memory: memory.prune(),
    "generalize": lambda memory: memory.generalize(),
}
"""By name; the setting is `serve_NAME_every`, in hours."""


class Schedule:
    """Does each work in every space at the multiples of its hours since midnight UTC,
    so that a restart neither delays it nor doubles it. Works of one moment are done one
    after the other. A context manager."""

    def __init__(
        self, memory: Memory, hours: Mapping[str, float], clock: Callable[[], float]
    ) -> None:
        self._memory, self._clock = memory, clock
        self._every = {name: each * HOUR for name, each in hours.items() if each}
        self._due: dict[str, float] = {}
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    @classmethod
    def of(cls, memory: Memory, settings: Settings) -> Self:
        """As the settings have it."""
        hours = {name: getattr(settings, f"serve_{name}_every") for name in WORK}
        return cls(memory, hours, time.time)

    def __enter__(self) -> Self:
        if self._every:
            self._thread = threading.Thread(
                target=self._run, name="kgmem-schedule", daemon=True
            )
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Return when what was begun is done."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def next_work(self, now: float) -> tuple[float, str]:
        """Seconds until the next work, and which it is; below 0 for one that came due
        while another was done."""
        for name, each in self._every.items():
            self._due.setdefault(name, now - now % each + each)
        due, name = min((at, name) for name, at in self._due.items())
        return due - now, name

    def do(self, name: str) -> None:
        """Do a work in every space; what fails in one is logged, the others have it."""
        for space in self._memory.spaces():
            if self._ended.is_set():
                return
            try:
                report = WORK[name](self._memory.in_space(space))
                log.info("%s of space %s: %s", name, space, report)
            except JobRunning:
                log.info("%s of space %s: another process does it", name, space)
            except Exception as error:  # the next one, and the next time, are due
                log.warning("%s of space %s failed: %s", name, space, error)

    def _run(self) -> None:
        while True:
            wait, name = self.next_work(self._clock())
            if self._ended.wait(max(0.0, wait) + LATE):
                return
            self._due.pop(name, None)
            try:
                self.do(name)
            except KgmemError as error:  # the spaces could not be listed
                log.warning("%s was left out: %s", name, error)
