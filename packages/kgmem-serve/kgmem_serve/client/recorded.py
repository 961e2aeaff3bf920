"""Runs that somebody records elsewhere: their steps are kept here as they come."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

from kgmem import Memory
from kgmem.serving import Drafts, checked_text

if TYPE_CHECKING:
    from kgmem import Learned, Step
    from kgmem.serving import Redactor

OPEN_RUNS = 256
"""Runs in progress whose placeholders are remembered."""


class RecordedRuns:
    """Keeps the steps of recordings of other processes. May be used from several
    threads."""

    def __init__(self) -> None:
        self._runs: OrderedDict[tuple[str, str], tuple[Redactor, Lock]] = OrderedDict()
        self._lock = Lock()

    def append(
        self, on: Memory, run: str, task: str, app: str | None, step: Step
    ) -> str:
        """Store one step of a run durably; its draft id."""
        redactor, numbering = self._known(on, run)
        with numbering:  # of what it hides
            about = checked_text("task", task, "say what is done")
            return _drafts(on).append(about, app, step, redactor, run)

    def replace(self, on: Memory, draft_id: str, task: str, step: Step) -> None:
        """The same draft with another step."""
        _drafts(on).replace(draft_id, task, step, on._open.learn.new_redactor())

    def end(
        self, on: Memory, run: str, whole: Mapping[str, Any], drafts: Sequence[str]
    ) -> Learned:
        """Learn the run as a whole; its drafts go."""
        told = {**whole, "source_task_id": run}
        learned = on._open.learn(told, on.space, drop_drafts=drafts)
        with self._lock:
            self._runs.pop((on.space, run), None)
        return learned

    def _known(self, on: Memory, run: str) -> tuple[Redactor, Lock]:
        key = on.space, run
        with self._lock:
            known = self._runs.get(key) or (on._open.learn.new_redactor(), Lock())
            self._runs[key] = known
            self._runs.move_to_end(key)
            while len(self._runs) > OPEN_RUNS:
                self._runs.popitem(last=False)
            return known


def _drafts(on: Memory) -> Drafts:
    return Drafts(on._open.store, on.space)
