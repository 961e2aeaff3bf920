"""The trace of a recall: what each stage did, how long, how many."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from kgmem.errors import KgmemError
from kgmem.model.recollection import Stage


class Note:
    """What a running stage says of itself."""

    def __init__(self) -> None:
        self.found = 0
        self.skipped: str | None = None
        self.failed: str | None = None


class Trace:
    """Stages in their order."""

    def __init__(self) -> None:
        self.stages: list[Stage] = []

    @contextmanager
    def stage(self, name: str, *, survive: bool = False) -> Iterator[Note]:
        """Time a stage. With `survive`, a KgmemError is noted and goes no further: the
        recall goes on with what the other stages give."""
        note, start = Note(), time.perf_counter()
        try:
            yield note
        except KgmemError as error:
            note.failed = str(error)
            if not survive:
                raise
        finally:
            self._add(name, note, (time.perf_counter() - start) * 1e3)

    def _add(self, name: str, note: Note, ms: float) -> None:
        reason = note.failed or note.skipped
        status: Literal["ok", "skipped", "failed"] = (
            "failed" if note.failed else "skipped" if note.skipped else "ok"
        )
        self.stages.append(
            Stage.of_stored(
                name=name, status=status, reason=reason, ms=ms, found=note.found
            )
        )
