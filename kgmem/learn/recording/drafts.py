"""Steps that are durable before their run has ended.

A draft is a redacted step, stored at once; when the run ends it is learned as a
whole and its drafts go in the same transaction. What a process that died left
behind is there under the same task.
"""

import hashlib
import itertools
import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import uuid4

from kgmem.errors import InvalidInput
from kgmem.graph.rows import now_ms
from kgmem.graph.runs.drafts import HeldUnit, drafts_of_task, put_unit
from kgmem.graph.runs.write import UNIT
from kgmem.graph.store import GraphStore
from kgmem.learn.prepare import number_by_text
from kgmem.learn.units.unit import RunIds
from kgmem.model.base import normalize, to_json
from kgmem.model.keys.identity import task_id
from kgmem.model.trajectory import Step, Trajectory
from kgmem.redact import Redactor, redact_trajectory

_UNUSUAL = re.compile(
    r"(?<![^\s\"'“”‘’(（:：,，])"
    r"(?=[^\s\"'“”‘’)）,，。；;]{0,64}\d)(?=[^\s\"'“”‘’)）,，。；;]{0,64}[A-Za-z])"
    r"[^\s\"'“”‘’)）,，。；;]{6,64}"
)
"""Words of letters and digits, six or longer: a password would look so."""


@dataclass(frozen=True, slots=True)
class StepDraft:
    """A stored step of a run that has not ended."""

    draft_id: str
    step: Step
    run: str = ""
    """The run that it belongs to, as `append` or `put_unit` was told."""


@dataclass(frozen=True, slots=True)
class Redactors:
    """What hides secrets in a unit."""

    of_run: Redactor
    """Numbers them as those of the run before."""
    fresh: Redactor
    """Numbers them alone: the same unit gives the same text in every process."""


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

    def put_unit(
        self, unit_id: str, task: str, step: Step, redactors: Redactors, run: RunIds
    ) -> None:
        """Store the step of a unit durably, once: a unit that was stored already, in
        any process, is taken as done.

        Raises InvalidInput where the unit's id stands for another step.
        """
        redacted = _redacted(Trajectory(task=task, steps=(step,)), redactors.of_run)
        stored = run.stored(self.space)
        told = _redacted(Trajectory(task=task, steps=(step,)), redactors.fresh)
        place = _next_id()
        props = {
            "space": self.space,
            "run": stored,
            "task_id": task_id(self.space, None, task),
            "body": to_json(redacted.compact()),
            "created_at": now_ms(),
            "place": place,
            "digest": _digest(to_json({**told.compact(), "at": None})),
            "sent": str(step.at),
        }
        scope = stored if run.any else normalize(task)
        draft_id = UNIT + _digest(to_json([self.space, scope, unit_id]))
        held = put_unit(self._store, draft_id, props)
        if held.place != place:
            self._again(draft_id, held, props, run)

    def _again(
        self, draft_id: str, held: HeldUnit, props: dict[str, object], run: RunIds
    ) -> None:
        """A unit of this id came before: it is the same one, or that of an earlier run
        of the task which numbered its units alike, or not to be told."""
        is_same = held.digest == props["digest"]
        if held.spent and not run.any and not (is_same and held.sent == props["sent"]):
            self._store.write("put_unit_anew", draft_id=draft_id, props=props)
        elif not is_same:
            raise InvalidInput(
                "step_id: a unit of this id is stored already and holds another step; "
                "send a corrected step under a new step_id"
            )

    def replace(self, draft_id: str, task: str, step: Step, redactor: Redactor) -> None:
        """The same draft with another step."""
        redacted = _redacted(Trajectory(task=task, steps=(step,)), redactor)
        self._store.write(
            "set_draft", draft_id=draft_id, body=to_json(redacted.compact())
        )

    def of_task(self, task: str, app: str | None) -> list[StepDraft]:
        """Drafts of a task, in the order in which they came."""
        known = drafts_of_task(self._store, self.space, task_id(self.space, app, task))
        return [StepDraft(one.draft_id, _step(one.body), one.run) for one in known]

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


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


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
