"""What follows a learned run, once it is acknowledged: nothing of it may raise.

A failure is logged, told by `findings`, and made up for by the next batch job.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from kgmem.model.health import Finding

log = logging.getLogger(__name__)

CURE = "`kgmem generalize` makes up for it, and so does the next batch job"


class Afterwards:
    """Isolates the stages that follow, and remembers which of them failed where."""

    def __init__(self) -> None:
        self._failed: dict[tuple[str, str], str] = {}
        self._lock = threading.Lock()

    @contextmanager
    def stage(
        self, space: str, what: str, *, told: type[Exception] | tuple[()] = ()
    ) -> Iterator[None]:
        """A stage whose failure is noted and goes no further, but for errors that are
        `told`: who asks for more then need not find out for himself."""
        try:
            yield
        except Exception as error:
            # The run is stored: a caller who saw an error would learn it again, be it
            # one of a store or a fault in this program.
            log.warning(
                "%s of new runs wait for the next job: %s", what, error, exc_info=True
            )
            with self._lock:
                self._failed[space, what] = f"{type(error).__name__}: {error}"
            if isinstance(error, told):
                raise

    def made_up(self, space: str) -> None:
        """A job did what the stages had left."""
        with self._lock:
            for key in [key for key in self._failed if key[0] == space]:
                del self._failed[key]

    @property
    def spaces(self) -> list[str]:
        """Where something waits for the next job."""
        with self._lock:
            return sorted({space for space, _ in self._failed})

    @property
    def findings(self) -> list[Finding]:
        """What waits for the next job, with the reason and the cure."""
        with self._lock:
            failed = dict(self._failed)
        return [
            Finding(
                severity="warning",
                message=f"space {space!r}: {what} of some runs are not up to date "
                f"({reason})",
                cure=CURE,
            )
            for (space, what), reason in failed.items()
        ]
