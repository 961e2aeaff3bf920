"""Steps that are durable before their run has ended.

A draft is a redacted step, stored at once; when the run ends it is learned as a
whole and its drafts go in the same transaction. What a process that died left
behind is there under the same task.
"""

import itertools
import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from kgmem.graph.rows import now_ms
from kgmem.graph.store import GraphStore
from kgmem.learn.prepare import number_by_text
from kgmem.model.base import to_json
from kgmem.model.identity import task_id
from kgmem.model.trajectory import Step, Trajectory
from kgmem.redact import Redactor, redact_trajectory

_UNUSUAL = re.compile(
    r"(?<![^\s\"'“”‘’(（:：,，])"
    r"(?=[^\s\"'“”‘’)）,，。；;]{0,64}\d)(?=[^\s\"'“”‘’)）,，。；;]{0,64}[A-Za-z])"
    r"[^\s\"'“”‘’)）,，。；;]{6,64}"
)
"""Words of letters and digits, six or longer: a password would look so."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A stored step of a run that has not ended."""

    draft_id: str
    step: Step


class Drafts:
    """The drafts of a space."""

    def __init__(self, store: GraphStore, space: str) -> None:
        self._store = store
        self.space = space

    def append(
        self, task: str, app: str | None, step: Step, redactor: Redactor, run: str
    ) -> str:
        """Store one step of `run` durably; returns its draft id.

        What a later step may reveal to be a secret can't be known yet: words of a
        password's shape in free text are left out of the draft (not of the run).
        """
        redacted = _redacted(Trajectory(task=task, app=app, steps=(step,)), redactor)
        draft_id = _next_id()
        self._store.write(
            "put_draft",
            draft_id=draft_id,
            props={
                "space": self.space,
                "run": run,
                "task_id": task_id(self.space, app, task),
                "body": to_json(redacted.compact()),
                "created_at": now_ms(),
            },
        )
        return draft_id

    def replace(self, draft_id: str, task: str, step: Step, redactor: Redactor) -> None:
        """The same draft with another step."""
        redacted = _redacted(Trajectory(task=task, steps=(step,)), redactor)
        self._store.write(
            "set_draft", draft_id=draft_id, body=to_json(redacted.compact())
        )

    def of_task(self, task: str, app: str | None) -> list[Draft]:
        """Drafts of a task, in the order in which they came."""
        rows = self._store.read(
            "drafts_of_task",
            space=self.space,
            task_id=task_id(self.space, app, task),
        )
        return [Draft(row["draft_id"], _step(row["body"])) for row in rows]

    def adopt(self, task: str, new_task: str) -> None:
        """Put the drafts of one task under another."""
        self._store.write(
            "move_drafts",
            space=self.space,
            task_id=task_id(self.space, None, task),
            new_task_id=task_id(self.space, None, new_task),
        )

    def drop(self, draft_ids: Sequence[str]) -> None:
        """Remove drafts."""
        self._store.write("drop_drafts", ids=list(draft_ids))


_count = itertools.count()


def _next_id() -> str:
    """An id that sorts behind all earlier ones, also within one tick of the clock:
    it keeps the steps of one millisecond in their order."""
    return f"{time.time_ns():020d}-{next(_count):06d}-{uuid4().hex[:12]}"


def _redacted(alone: Trajectory, redactor: Redactor) -> Step:
    """The one step of the trajectory as it may be stored."""
    masked = alone.model_copy(update={"steps": (_masked(alone.steps[0]),)})
    number_by_text(masked, redactor)
    return redact_trajectory(masked, redactor).steps[0]


def _step(body: str) -> Step:
    return Step.model_validate(json.loads(body))


def _masked(step: Step) -> Step:
    """The step without words of a password's shape in its free text."""
    update = {
        name: _UNUSUAL.sub("…", text)
        for name in ("thought", "error")
        if (text := getattr(step, name))
    }
    return step.model_copy(update=update) if update else step
