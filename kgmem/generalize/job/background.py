"""The batch job started by learning, on a thread of its own."""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress

from kgmem.errors import GraphUnavailable, KgmemError
from kgmem.pace import stepping_aside

log = logging.getLogger(__name__)

Job = Callable[[str, threading.Event], object]
"""Generalizes a space; looks at the event now and then, and gives up when it is set."""
KindsJob = Callable[[str, Sequence[str]], bool]
"""Generalizes the kinds that these tasks of a space are of, and raises nothing; False
where it has to be done again, since others joined one of them meanwhile."""

SHARE = 0.1
"""New runs that start a job, as a share of those that the last job knew: its time grows
with them."""
FEW = 1 / SHARE
"""Of a kind with fewer runs, each new one is more than that share."""
BUSY = 10
"""While learning does not pause, a job waits for so many times as many runs, and for as
many new ones as there were."""
QUIET_S = 1.0
"""Seconds without learning after which it counts as paused."""
SLICE_S, ASIDE_S = 0.005, 0.045
"""While others learn, a job works for so long and then sleeps for so long."""


class Cancelled(Exception):
    """The memory closes; what was written stays, the rest is done next time."""


class Background:
    """Starts the job for a space after `after` new runs, or after SHARE of those known
    where that is more, once learning pauses; learning never waits.

    One job at a time; what is learned meanwhile counts for the next one. `known` tells
    how many runs a space holds, and how many tasks of it wait for a job, whoever
    learned them. A kind of few runs does not wait for that: `kinds` is
    done for its tasks once learning pauses, before the next answer, and at the end.
    """

    def __init__(
        self,
        job: Job,
        after: int,
        known: Callable[[str], tuple[int, int]] = lambda _: (0, 0),
        quiet: float = QUIET_S,
        kinds: KindsJob = lambda *_: True,
    ) -> None:
        self._job = job
        self._kinds = kinds
        self._young: dict[str, dict[str, None]] = {}
        """By space, tasks of kinds with few runs; ordered sets."""
        self._doing_kinds = threading.Lock()
        self._after = after
        self._count = known
        self._quiet = quiet
        self._new: Counter[str] = Counter()
        self._known: dict[str, int] = {}
        """Runs that were there at the last job, of spaces that were asked about."""
        self._changed = threading.Condition()
        self._stop = threading.Event()
        self._hurried = 0
        """Callers of `wait`."""
        self._active_at = float("-inf")
        self._slice_since = 0.0
        self._thread: threading.Thread | None = None

    def active(self) -> None:
        """Note that somebody learns just now: a running job steps aside."""
        self._active_at = time.monotonic()

    def learned(self, space: str, runs: int, young: Sequence[str] = ()) -> None:
        """Note that so many new runs were stored; `young` are the tasks of those whose
        kinds have few."""
        self.active()
        if self._after == 0 or runs == 0:
            return
        with self._changed:
            self._new[space] += runs
            if young:
                self._young.setdefault(space, {}).update(dict.fromkeys(young))
            is_asked = space in self._known and not young
            if self._stop.is_set() or (is_asked and not self._is_due(space)):
                return
            self._changed.notify_all()
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name="kgmem-generalize", daemon=True
                )
                self._thread.start()

    def catch_up(self, space: str) -> None:
        """Have the kinds of few runs up to date, unless a job of the space is due.
        Raises GraphUnavailable."""
        if space not in self._young and not self._doing_kinds.locked():
            return
        with self._doing_kinds:
            with self._changed:
                waits = self._is_due(space)
                young = () if waits else tuple(self._young.pop(space, ()))
            if young and not self._kinds(space, young):
                with self._changed:
                    self._young.setdefault(space, {}).update(dict.fromkeys(young))

    def wait(self) -> None:
        """Return when no job runs and none is due; one that is due starts at once."""
        with self._changed:
            self._hurried += 1
            self._changed.notify_all()
            try:
                self._changed.wait_for(lambda: self._thread is None)
            finally:
                self._hurried -= 1

    def close(self) -> None:
        """Stop a running job and wait for it; what it had written stays."""
        with suppress(GraphUnavailable):
            for space in list(self._young):
                self.catch_up(space)
        self._stop.set()
        self.wait()

    def _is_due(self, space: str) -> bool:
        enough = max(self._after, SHARE * self._known.get(space, 0))
        return self._new[space] >= enough

    def _run(self) -> None:
        """Do what is due, until nothing is."""
        while (chosen := self._next()) is not None:
            space, is_whole = chosen
            try:
                if not is_whole:
                    self.catch_up(space)
                    continue
                with stepping_aside(self._step_aside):
                    self._job(space, self._stop)
            except Cancelled:
                log.info("patterns of %r: stopped, to be gone on with later", space)
            except KgmemError as error:  # the next job tries again
                log.warning("patterns of %r were not learned: %s", space, error)
            except BaseException:
                self._ended()
                raise

    def _next(self) -> tuple[str, bool] | None:
        """The space whose job starts now, and whether it is that of the whole space;
        None, and the thread ends, if none is due."""
        while True:
            self._look_up()
            with self._changed:
                due = [] if self._stop.is_set() else self._due()
                if not due:
                    self._ended()
                    return None
                for space in due:
                    if space not in self._known or not self._may_start(space):
                        continue
                    if not self._is_due(space):
                        return space, False
                    self._known[space] += self._new.pop(space)
                    self._young.pop(space, None)
                    return space, True
                self._changed.wait(self._quiet / 4)

    def _look_up(self) -> None:
        """Ask once how many runs there are in a space that has new ones."""
        with self._changed:
            asked = [space for space in self._new if space not in self._known]
        for space in asked:
            try:
                count, waiting = self._count(space)
            except KgmemError as error:
                log.warning("runs of %r were not counted: %s", space, error)
                count, waiting = 0, 0
            with self._changed:
                self._new[space] = max(self._new[space], waiting)
                self._known[space] = max(0, count - self._new[space])

    def _due(self) -> list[str]:
        """Spaces with enough new runs, the one that waits longest first, and then those
        with kinds of few."""
        return [
            *(space for space in self._new if self._is_due(space)),
            *(space for space in self._young if not self._is_due(space)),
        ]

    def _may_start(self, space: str) -> bool:
        quiet = time.monotonic() - self._active_at >= self._quiet
        much = max(BUSY * self._after, self._known[space])
        return quiet or self._hurried > 0 or self._new[space] >= much

    def _ended(self) -> None:
        with self._changed:
            self._thread = None
            self._changed.notify_all()

    def _step_aside(self) -> None:
        now = time.monotonic()
        if now - self._active_at >= self._quiet or self._hurried:
            self._slice_since = now
        elif now - self._slice_since >= SLICE_S:
            self._stop.wait(ASIDE_S)
            self._slice_since = time.monotonic()
