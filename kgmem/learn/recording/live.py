"""Recording: an agent tells its steps while it takes them."""

import logging
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import Literal, Protocol, Self
from uuid import uuid4

from kgmem.errors import InvalidInput, KgmemError
from kgmem.learn.flow import describe
from kgmem.model.experience import Learned
from kgmem.model.trajectory import (
    MAX_STEPS,
    Outcome,
    Step,
    parse_trajectory,
    too_many_steps,
)
from kgmem.model.values.arguments import validated
from kgmem.redact import Redactor

log = logging.getLogger(__name__)

RECORDING = "recording:"
"""How ids of recorded runs begin; their drafts are theirs alone."""


class LearnsRun(Protocol):
    """What learns a run as a whole."""

    def new_redactor(self) -> Redactor:
        """Takes secrets out of one run."""
        ...

    def __call__(
        self,
        given: Mapping[str, object],
        space: str,
        *,
        redactor: Redactor | None = None,
        drop_drafts: Sequence[str] = (),
    ) -> Learned:
        """Store a run; its drafts go."""
        ...


class KeepsSteps(Protocol):
    """What keeps the steps of a run that has not ended."""

    space: str

    def append(
        self, task: str, app: str | None, step: Step, redactor: Redactor, run: str
    ) -> str:
        """Store one step of `run` durably; returns its draft id."""
        ...

    def replace(self, draft_id: str, task: str, step: Step, redactor: Redactor) -> None:
        """The same draft with another step."""
        ...


class Recording:
    """A run in progress; each step is durable when `step` returns.

    Leaving the `with` block without `succeed` or `fail` stores the outcome as
    unknown, leaving it by an exception as a failure.
    """

    def __init__(
        self, learn: LearnsRun, drafts: KeepsSteps, head: Mapping[str, object]
    ) -> None:
        self._learn = learn
        self._drafts = drafts
        self._head = parse_trajectory(
            {"source_task_id": f"{RECORDING}{uuid4()}", **head}
        )
        self._redactor = learn.new_redactor()
        self._steps: list[Step] = []
        self._draft_ids: list[str] = []
        self._started = datetime.now(UTC)
        self._told = False
        self.answer: str | None = None
        """What the task asked for, if it did, as it is answered."""
        self.learned: Learned | None = None
        """The receipt, once the run has ended."""

    def step(self, action: str | Step | Mapping[str, object], **fields: object) -> None:
        """Record one step: `run.step("click", target={"role": "button"})`, or a
        Step, or a mapping. Raises InvalidInput naming a bad field."""
        self._open()
        if len(self._steps) >= MAX_STEPS:
            raise InvalidInput(f"step: {too_many_steps(len(self._steps) + 1)}")
        step = self._parsed(action, fields)
        self._draft_ids.append(
            self._drafts.append(
                self._head.task,
                self._head.app,
                step,
                self._redactor,
                str(self._head.source_task_id),
            )
        )
        self._steps.append(step)

    def dead_end(self, reason: str | None = None) -> None:
        """The last step led nowhere; it is kept as evidence of that."""
        self._open()
        if not self._steps:
            raise InvalidInput("dead_end: there is no step yet")
        last = self._parsed(
            self._steps[-1], {"success": False, "error": reason or "dead end"}
        )
        self._drafts.replace(self._draft_ids[-1], self._head.task, last, self._redactor)
        self._steps[-1] = last

    def succeed(
        self, *, score: float | None = None, judge: str | None = None
    ) -> Learned:
        """End the run as a success and learn it."""
        return self._end("success", score, judge)

    def fail(self, reason: str | None = None) -> Learned:
        """End the run as a failure; it is learned as evidence."""
        if reason and self._steps and self._steps[-1].error is None:
            self._steps[-1] = self._parsed(self._steps[-1], {"error": reason})
        return self._end("failure", None, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> Literal[False]:
        if self._told or not (self._steps or error is None):
            return False
        if error is None:
            self._end("unknown", None, None)
            return False
        try:
            self.fail(f"{type(error).__name__}: {error}"[:500])
        except KgmemError as failure:  # the caller's own exception goes first
            log.warning("the run is in the failed log: %s", describe(failure))
        return False

    def _open(self) -> None:
        if self.learned is not None:
            raise InvalidInput("this recording has ended; start another with record()")

    @staticmethod
    def _parsed(
        given: str | Step | Mapping[str, object], fields: Mapping[str, object]
    ) -> Step:
        raw = {"action": given} if isinstance(given, str) else given
        if not isinstance(raw, Step | Mapping):
            raise InvalidInput(
                f"step: an action, a Step or a mapping, not {type(given).__name__}"
            )
        if isinstance(raw, Step) and not fields:
            return raw
        told = {"at": datetime.now(UTC), **dict(raw), **fields}
        return validated(Step, told, "step")

    def _end(self, outcome: Outcome, score: float | None, judge: str | None) -> Learned:
        self._open()
        self._told = True  # whatever comes of it, leaving says nothing else
        whole = {
            **dict(self._head),
            "steps": tuple(self._steps),
            "outcome": outcome,
            "score": score,
            "judge": judge,
            "answer": self.answer or self._head.answer,
            "started_at": self._head.started_at or self._started,
        }
        self.learned = self._learn(
            whole,
            self._drafts.space,
            redactor=self._learn.new_redactor(),
            drop_drafts=self._draft_ids,
        )
        return self.learned
