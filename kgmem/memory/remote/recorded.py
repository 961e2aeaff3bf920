"""Runs that somebody records elsewhere: their steps are kept here as they come."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

from kgmem.learn.recording.drafts import Drafts
from kgmem.memory.opened import Opened
from kgmem.model.values.arguments import checked_text, texts

if TYPE_CHECKING:
    from kgmem.model.experience import Learned
    from kgmem.model.trajectory import Step
    from kgmem.redact import Redactor

OPEN_RUNS = 256
"""Runs in progress whose placeholders are remembered."""


class RecordedRuns:
    """Keeps the steps of recordings of other processes. May be used from several
    threads."""

    def __init__(self) -> None:
        self._redactors: OrderedDict[tuple[str, str], Redactor] = OrderedDict()
        self._lock = Lock()

    def append(
        self, on: Opened, run: str, task: str, app: str | None, step: Step
    ) -> str:
        """Store one step of a run durably; its draft id."""
        redactor = self._redactor(on, run)
        with self._lock:  # it numbers what it hides
            about = checked_text("task", task, "say what is done")
            return _drafts(on).append(about, app, step, redactor, run)

    def replace(self, on: Opened, draft_id: str, task: str, step: Step) -> None:
        """The same draft with another step."""
        _drafts(on).replace(draft_id, task, step, on._open.learn.new_redactor())

    def end(
        self, on: Opened, run: str, whole: Mapping[str, Any], drafts: Sequence[str]
    ) -> Learned:
        """Learn the run as a whole; its drafts go."""
        told = {**whole, "source_task_id": run}
        learned = on._open.learn(told, on.space, drop_drafts=texts("drafts", drafts))
        with self._lock:
            self._redactors.pop((on.space, run), None)
        return learned

    def _redactor(self, on: Opened, run: str) -> Redactor:
        key = on.space, run
        with self._lock:
            known = self._redactors.get(key) or on._open.learn.new_redactor()
            self._redactors[key] = known
            self._redactors.move_to_end(key)
            while len(self._redactors) > OPEN_RUNS:
                self._redactors.popitem(last=False)
            return known


def _drafts(on: Opened) -> Drafts:
    return Drafts(on._open.store, on.space)
