"""Writeback: step and session units from an orchestrator, each durable at once."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from kgmem.learn.drafts import Drafts
from kgmem.learn.flow import Learn
from kgmem.learn.units import SessionUnit, StepUnit, merge_session, parse_unit
from kgmem.redact import Redactor

OPEN_RUNS = 256
"""Tasks in progress whose placeholders are remembered."""
UNNAMED = "(no task named yet)"
"""What observations wait under that came before their task was named."""


class Writeback:
    """Takes units; a session ends the steps that came before it."""

    def __init__(self, learn: Learn, drafts: Drafts) -> None:
        self._learn = learn
        self._drafts = drafts
        self._redactors: OrderedDict[str, Redactor] = OrderedDict()
        self._last_task: str | None = None

    def __call__(self, unit: Mapping[str, Any]) -> bool:
        """True when the unit is durable. Raises InvalidInput for a bad one."""
        parsed = parse_unit(unit)
        if isinstance(parsed, StepUnit):
            self._add_step(parsed)
        else:
            self._end_session(parsed)
        return True

    def _add_step(self, unit: StepUnit) -> None:
        """An observation comes without its task: it waits under none until a unit
        names the task, so that it is durable all the same."""
        if unit.task_text and self._last_task is None:
            self._drafts.adopt(UNNAMED, unit.task_text)
        self._last_task = unit.task_text or self._last_task
        task = self._last_task or UNNAMED
        self._drafts.append(task, None, unit.step, self._redactor(task), "writeback")

    def _end_session(self, unit: SessionUnit) -> None:
        task = unit.trajectory.task
        if self._last_task is None:
            self._drafts.adopt(UNNAMED, task)
        drafts = self._drafts.of_task(task, None)
        steps = [StepUnit(task, d.step, d.draft_id, d.step.at) for d in drafts]
        self._learn(
            merge_session(unit, steps),
            self._drafts.space,
            redactor=self._redactors.get(task),  # links its text to the units' values
            drop_drafts=[draft.draft_id for draft in drafts],
        )
        self._redactors.pop(task, None)
        self._last_task = None

    def _redactor(self, task: str) -> Redactor:
        known = self._redactors.get(task)
        if known is None:
            known = self._redactors[task] = self._learn.new_redactor()
            while len(self._redactors) > OPEN_RUNS:
                self._redactors.popitem(last=False)
        return known
