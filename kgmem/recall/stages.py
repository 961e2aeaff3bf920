"""The trace of a recall: what each stage did, how long, how many."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from kgmem.errors import KgmemError
from kgmem.model.recollection import Stage


class Note:
    """What a running stage says of itself."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.found = 0
        self.skipped: str | None = None
        self.failed: str | None = None
        self.ms = 0.0

    def stage(self) -> Stage:
        """The same for callers."""
        status: Literal["ok", "skipped", "failed"] = (
            "failed" if self.failed else "skipped" if self.skipped else "ok"
        )
        return Stage.of_stored(
            name=self.name,
            status=status,
            reason=self.failed or self.skipped,
            ms=self.ms,
            found=self.found,
        )


class Trace:
    """Stages in their order."""

    def __init__(self) -> None:
        self._notes: list[Note] = []

    @property
    def stages(self) -> tuple[Stage, ...]:
        """Those that are over; made when all that is read has been."""
        return tuple(note.stage() for note in self._notes)

    @contextmanager
    def stage(self, name: str, *, survive: bool = False) -> Iterator[Note]:
        """Time a stage. With `survive`, a KgmemError is noted and goes no further: the
        recall goes on with what the other stages give."""
        note, start = Note(name), time.perf_counter()
        try:
            yield note
        except KgmemError as error:
            note.failed = str(error)
            if not survive:
                raise
        finally:
            note.ms = (time.perf_counter() - start) * 1e3
            self._notes.append(note)
