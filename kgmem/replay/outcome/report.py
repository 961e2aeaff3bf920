"""plan + outcome -> check -> redact -> count -> repair: what a replay teaches."""

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from kgmem.graph.patterns.learned import NewWording
from kgmem.graph.runs.outcomes import PlanOutcome
from kgmem.graph.runs.reports import ReportStore, repair_draft
from kgmem.model.keys.identity import task_id
from kgmem.model.pattern import Pattern
from kgmem.model.plan import Plan
from kgmem.model.trajectory import Trajectory
from kgmem.redact import PLACEHOLDER, Redactor
from kgmem.replay.outcome.repaired import repair_run_of, repaired_run, repairs_of
from kgmem.replay.outcome.step_outcomes import step_outcomes
from kgmem.replay.outcome.told import PlanReport
from kgmem.replay.outcome.wording import new_wording

log = logging.getLogger(__name__)

_ORIGINS = {"pattern": "the pattern", "experience": "the run"}
REPAIRS = "repairs"
"""The stage that learns them."""


class Patterns(Protocol):
    """The patterns at hand."""

    def keep(self, space: str, pattern_id: str) -> None:
        """Store it, if it is not stored yet."""

    def known(self, space: str, pattern_id: str) -> Pattern | None:
        """This one, if it is there."""


Learn = Callable[[Trajectory, str, Redactor, Sequence[str]], object]
"""Stores a run of a space; these drafts go with it, in one transaction."""
Isolated = Callable[[str, str], AbstractContextManager[None]]
"""A stage of a space behind what is acknowledged, by its name: it raises nothing."""


@dataclass(frozen=True, slots=True)
class Report:
    """The report flow: counts outcomes of plans, once per plan."""

    store: ReportStore
    patterns: Patterns
    learn: Learn
    new_redactor: Callable[[], Redactor]
    isolated: Isolated

    def __call__(self, space: str, told: PlanReport) -> None:
        """Count it on the plan's origin, its steps and their locators; learn what a
        repair shows. A plan that was reported before changes nothing.

        Where the plan's origin is gone, a warning in the log says so.

        The run of a repair is held by the graph from the report's transaction on until
        it is learned: a process that dies in between leaves it to the next report.
        """
        origin = told.plan.origin
        redactor = self._redactor(told.plan)
        if origin.kind == "pattern":
            self.patterns.keep(space, origin.id)
        counted = self.store.write(self._outcome(space, told, redactor))
        with self.isolated(space, REPAIRS):
            if counted.is_new and origin.kind != "pattern" and told.repaired:
                draft = repair_draft(space, told.plan.plan_id)
                self.learn(repaired_run(told), space, redactor, [draft])
            self.learn_waiting(space)
        if not counted.has_origin:
            log.warning(
                "plan %s was made from %s %s, which was forgotten or learned anew "
                "since: what came of it is kept, but counts for nothing that is "
                "replayed; recall the task again",
                told.plan.plan_id,
                _ORIGINS[origin.kind],
                origin.id,
            )

    def learn_waiting(self, space: str) -> None:
        """Learn the runs of repairs that a process left when it died."""
        for run in self.store.waiting_repairs(space):
            given = Trajectory.model_validate_json(run.body)
            self.learn(given, space, self.new_redactor(), [run.draft_id])

    def _outcome(self, space: str, told: PlanReport, redactor: Redactor) -> PlanOutcome:
        plan = told.plan
        task = redactor.text(plan.task)  # a plan may come back as a dict of anything
        app = plan.app and redactor.text(plan.app)
        return PlanOutcome(
            space=space,
            plan_id=plan.plan_id,
            origin=plan.origin,
            task=task,
            task_id=task_id(space, app, task),
            app=app,
            outcome=told.outcome,
            at=datetime.now(UTC),
            feedback=told.feedback,
            judge=told.judge and redactor.text(told.judge),
            steps=step_outcomes(told, redactor),
            repaired=told.repaired,
            repairs=repairs_of(told, redactor),
            repair_run=repair_run_of(space, told, redactor),
            is_located=told.is_located,
            wording=self._wording(space, told, redactor),
            props={
                "route": plan.route,
                "predicted": plan.predicted,
                "confidence": plan.confidence,
                "steps": len(plan.steps),
                "failed_step": told.failed_step,
                "reason": told.reason and redactor.text(told.reason),
                "deviations": told.deviations and redactor.text(told.deviations),
                "other_values": told.other_values or None,
                "steps_done": list(told.steps_done or ()) or None,
                "repaired": told.repaired,
                "actions": told.actions,
                "duration_ms": told.duration_ms,
            },
        )

    def _wording(
        self, space: str, told: PlanReport, redactor: Redactor
    ) -> NewWording | None:
        """In what new words the pattern's task was told, where the outcome says that
        they mean it, or that they do not."""
        plan = told.plan
        if plan.origin.kind != "pattern" or not told.speaks_of_wording:
            return None
        pattern = self.patterns.known(space, plan.origin.id)
        if pattern is None:
            return None
        bindings = {
            name: redactor.text(bound)
            if isinstance(bound, str)
            else [redactor.text(item) for item in bound]
            for name, bound in plan.bindings.items()
        }
        task, sure = redactor.text(plan.task), told.judge is not None
        lost = told.outcome == "failure"
        return new_wording(pattern, task, bindings, verified=sure or lost)

    def _redactor(self, plan: Plan) -> Redactor:
        """One that knows the plan's secrets by the placeholders that they have."""
        redactor = self.new_redactor()
        redactor.note(plan.task)
        # Of a plan's dump the bindings still tell them.
        for name, raw in (plan.secrets or plan.bindings).items():
            if isinstance(raw, str) and (plan.secrets or PLACEHOLDER.fullmatch(name)):
                redactor.know(name, raw)
        return redactor
