"""The trace of a recall: what each stage did, how long, how many."""

import time
from typing import Any, Literal

from kgmem.errors import KgmemError
from kgmem.model.recollection import Stage
from kgmem.spans import span


class Note:
    """What a running stage says of itself, and how long it runs as a context.

    Surviving, it notes a KgmemError, which goes no further: the recall goes on with
    what the other stages give.
    """

    def __init__(self, name: str, survives: bool) -> None:
        self.name = name
        self.found = 0
        self.skipped: str | None = None
        self.failed: str | None = None
        self.why: str | None = None
        self.ms = 0.0
        self._survives = survives
        self._start = 0.0
        self._span = span(f"recall {name}")
        self._spanned: Any = None

    def __enter__(self) -> "Note":
        self._spanned = self._span.__enter__()
        self._start = time.perf_counter()
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> bool:
        self.ms = (time.perf_counter() - self._start) * 1e3
        if isinstance(error, KgmemError):
            self.failed = str(error)
        self._end_span(error)
        return self._survives and isinstance(error, KgmemError)

    def _end_span(self, error: BaseException | None) -> None:
        if self._spanned is not None:
            self._spanned.set_attribute("kgmem.status", self.status)
            self._spanned.set_attribute("kgmem.found", self.found)
            if error is not None:
                self._spanned.set_attribute("error.type", type(error).__name__)
        self._span.__exit__(None, None, None)

    @property
    def status(self) -> Literal["ok", "skipped", "failed"]:
        """How it went."""
        return "failed" if self.failed else "skipped" if self.skipped else "ok"

    def stage(self) -> Stage:
        """The same for callers."""
        return Stage.of_stored(
            name=self.name,
            status=self.status,
            reason=self.failed or self.skipped or self.why,
            ms=self.ms,
            found=self.found,
        )


class Trace:
    """Stages in the order in which they began; none begins within another."""

    def __init__(self) -> None:
        self._notes: list[Note] = []

    @property
    def stages(self) -> tuple[Stage, ...]:
        """Those that are over; made when all that is read has been."""
        return tuple(note.stage() for note in self._notes)

    def stage(self, name: str, *, survive: bool = False) -> Note:
        """The note of a stage that begins now."""
        note = Note(name, survive)
        self._notes.append(note)
        return note
