"""plan + outcome -> check -> redact -> count -> repair: what a replay teaches."""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Protocol, cast

from kgmem.errors import InvalidInput
from kgmem.graph.runs.outcomes import PlanOutcome, RepairRun, StepOutcome
from kgmem.graph.runs.reports import ReportStore, repair_draft
from kgmem.model.base import clean, normalize, to_json
from kgmem.model.health import Located
from kgmem.model.keys.identity import experience_id, task_id
from kgmem.model.pattern import Pattern, PatternStep
from kgmem.model.plan import Plan, PlanStep
from kgmem.model.trajectory import Element, Locator, Outcome, Step, Trajectory
from kgmem.model.values.arguments import (
    checked_text,
    share,
    shown,
    validated,
    whole_number,
)
from kgmem.paths.step_text import texts_of_element, with_texts
from kgmem.redact import PLACEHOLDER, Redactor, redact_trajectory
from kgmem.replay.given import given_steps
from kgmem.replay.outcome.heal import healed
from kgmem.replay.outcome.repair import lifted_repair
from kgmem.replay.outcome.wording import new_wording

log = logging.getLogger(__name__)

_ORIGINS = {"pattern": "the pattern", "experience": "the run"}
REPAIRS = "repairs"
"""The stage that learns them."""
MAX_REASON = 2_000
"""Characters of a reason that are kept."""
MAX_REPAIR = 200
"""Steps of a repair."""
OUTCOMES = ("success", "failure", "unknown")


@dataclass(frozen=True, slots=True)
class PlanReport:
    """What an agent says of a plan that it followed, checked."""

    plan: Plan
    outcome: Outcome
    failed_step: int | None = None
    reason: str | None = None
    located: Mapping[int, Located] | None = None
    repaired_with: Sequence[Step] = ()
    actions: int | None = None
    duration_ms: int | None = None
    feedback: float | None = None
    judge: str | None = None

    @property
    def repaired(self) -> bool:
        """Did other steps do what a step of the plan did not?"""
        return self.outcome == "success" and bool(self.repaired_with)

    @property
    def speaks_of_wording(self) -> bool:
        """Was the path alone what the task asked for, or not? A success with more steps
        than the plan has says neither."""
        if self.outcome == "unknown" or self.repaired or self.plan.assumed:
            return False
        return self.outcome == "failure" or not self._did_more

    @property
    def _did_more(self) -> bool:
        steps = self.plan.steps
        if self.actions is None or any(step.until for step in steps):
            return False
        ways = (sum(map(len, step.branches)) for step in steps)
        return self.actions > len(steps) + sum(ways)


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
            repairs=_repairs(told, redactor),
            repair_run=_repair_run(space, told, redactor),
            wording=self._wording(space, told, redactor),
            props={
                "route": plan.route,
                "predicted": plan.predicted,
                "confidence": plan.confidence,
                "steps": len(plan.steps),
                "failed_step": told.failed_step,
                "reason": told.reason and redactor.text(told.reason),
                "repaired": told.repaired,
                "actions": told.actions,
                "duration_ms": told.duration_ms,
            },
        )

    def _wording(self, space: str, told: PlanReport, redactor: Redactor) -> str | None:
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
        for placeholder, raw in (plan.secrets or _hidden_in(plan)).items():
            redactor.know(placeholder, raw)
        return redactor


def _hidden_in(plan: Plan) -> dict[str, str]:
    """Raw values by placeholder, as far as a plan's dump still tells."""
    return {
        name: bound
        for name, bound in plan.bindings.items()
        if isinstance(bound, str) and PLACEHOLDER.fullmatch(name)
    }


# --- what was told ------------------------------------------------------------------


def checked(
    plan: Any,
    outcome: Any,
    *,
    failed_step: Any = None,
    reason: Any = None,
    located: Any = None,
    repaired_with: Any = None,
    actions: Any = None,
    duration_ms: Any = None,
    feedback: Any = None,
    judge: Any = None,
) -> PlanReport:
    """The report, each part of the right kind. Raises InvalidInput naming the part
    that is not."""
    followed = _plan(plan)
    if not isinstance(outcome, str) or outcome not in OUTCOMES:
        raise InvalidInput(
            f"outcome: one of {', '.join(OUTCOMES)}, not {shown(outcome)}"
        )
    if failed_step is not None and not _is_number_in(failed_step, followed):
        raise InvalidInput(
            f"failed_step: the plan has no step {shown(failed_step)}; its steps are "
            f"numbered 1 to {max(_numbers(followed.steps), default=0)}"
        )
    repair = _repair(repaired_with)
    if repair and failed_step is None:
        raise InvalidInput("repaired_with: say which step failed (failed_step=…)")
    if reason is not None and not isinstance(reason, str):
        raise InvalidInput(f"reason: a text is needed, not {type(reason).__name__}")
    return PlanReport(
        followed,
        cast(Outcome, outcome),
        failed_step,
        str(clean(reason))[:MAX_REASON] if reason else None,
        _located(located, followed),
        repair,
        None if actions is None else whole_number("actions", actions, 0),
        None if duration_ms is None else whole_number("duration_ms", duration_ms, 0),
        None if feedback is None else share("feedback", feedback),
        _judge(judge),
    )


def _judge(given: Any) -> str | None:
    """Who says how it went besides the agent, if anybody."""
    if given is None or (isinstance(given, str) and given.strip()):
        return given and str(clean(given))[:MAX_REASON]
    raise InvalidInput("judge: a name is needed, such as the check's that was made")


def _plan(plan: Any) -> Plan:
    """With a task that a run can have: a repair is learned as one."""
    followed = plan if isinstance(plan, Plan) else _parsed(plan)
    checked_text(
        "plan: task", followed.task, "hand back the plan as the recall gave it"
    )
    return followed


def _parsed(plan: Any) -> Plan:
    if not isinstance(plan, Mapping):
        raise InvalidInput(
            f"plan: the plan of a recall is needed, not {type(plan).__name__}"
        )
    return validated(Plan, plan, "plan")


def _numbers(steps: Sequence[PlanStep]) -> set[int]:
    """Of its steps, other ways included."""
    own = {step.n for step in steps}
    ways = (_numbers(way) for step in steps for way in step.branches)
    return own.union(*ways)


def _is_number_in(given: Any, plan: Plan) -> bool:
    is_number = isinstance(given, int) and not isinstance(given, bool)
    return is_number and given in _numbers(plan.steps)


def _numbered(steps: Sequence[PlanStep], n: int) -> PlanStep | None:
    """The step of this number: on the path, else in another way of a choice."""
    for step in steps:
        if step.n == n:
            return step
    ways = (_numbered(way, n) for step in steps for way in step.branches)
    return next((found for found in ways if found is not None), None)


def _repair(given: Any) -> tuple[Step, ...]:
    if isinstance(given, Sequence) and len(given) > MAX_REPAIR:
        raise InvalidInput(
            f"repaired_with: {len(given)} steps; {MAX_REPAIR} fit: learn the run "
            "instead"
        )
    return given_steps(given, "repaired_with")


def _located(given: Any, plan: Plan) -> dict[int, Located] | None:
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise InvalidInput(
            "located: a mapping of step numbers to what locate gave is needed, not "
            f"{type(given).__name__}"
        )
    numbers = _numbers(plan.steps)
    for unknown in (n for n in given if n not in numbers):
        raise InvalidInput(f"located: the plan has no step {shown(unknown)}")
    return {n: validated(Located, one, "located") for n, one in given.items()}


# --- what it says of the steps ------------------------------------------------------


def step_outcomes(told: PlanReport, redactor: Redactor) -> dict[int, StepOutcome]:
    """How each recorded step did, by its number; one that was taken several times
    worked if it did so each time. What was not reached is not in it."""
    found: dict[int, StepOutcome] = {}
    for step in told.plan.steps:
        worked = _worked(step, told)
        if step.source is None or worked is None:
            continue
        known = found.get(step.source)
        if known is not None:
            found[step.source] = replace(known, worked=known.worked and worked)
        else:
            found[step.source] = _outcome(step, worked, told, redactor)
    return found


def _worked(step: PlanStep, told: PlanReport) -> bool | None:
    """None where it is not known: not reached, or perhaps left out."""
    if step.n == told.failed_step:
        return False
    if told.outcome != "success" and step.n >= (told.failed_step or 0):
        return None
    if step.need == "required":
        return True
    return True if _element_of(step, told) is not None else None


def _element_of(step: PlanStep, told: PlanReport) -> Element | None:
    located = (told.located or {}).get(step.n)
    return located.element if located else None


def _end_of(step: PlanStep, told: PlanReport) -> Element | None:
    located = (told.located or {}).get(step.n)
    return located.destination.element if located and located.destination else None


def _outcome(
    step: PlanStep, worked: bool, told: PlanReport, redactor: Redactor
) -> StepOutcome:
    """With the locators of the elements that were used, where the step worked."""
    found = StepOutcome(worked)
    element, end = _element_of(step, told), _end_of(step, told)
    if worked and element is not None and step.target is not None and not step.varies:
        found = _told_by(step, step.target, element, told, redactor)
    if worked and end is not None and step.destination is not None:
        at_end = step.model_copy(update={"target": step.destination, "varies": False})
        if not _names_a_value(step.destination, told.plan):
            outcome = _told_by(at_end, step.destination, end, told, redactor)
            return replace(found, destination=outcome)
    return found


def _names_a_value(element: Element, plan: Plan) -> bool:
    """Is it another element for other values?"""
    said = [normalize(text) for text in texts_of_element(element)]
    values = [normalize(value) for value in _values(plan.bindings) if value.strip()]
    return any(value in text for value in values for text in said)


def _told_by(
    step: PlanStep,
    target: Element,
    element: Element,
    told: PlanReport,
    redactor: Redactor,
) -> StepOutcome:
    """Which locators of `target` told the element that was used, and new ones; those
    that may hold a value of this task are left out."""
    values = [value.casefold() for value in _values(told.plan.bindings) if value]
    new = [one for one in healed(step, element) if not _holds(one, values)]
    holding = healed(step.model_copy(update={"target": Element()}), element)
    kinds = {one.kind for one in holding}
    old = [one for one in target.locators if one in holding]
    return StepOutcome(
        worked=True,
        met=tuple(_hidden(one, redactor, told.plan.task) for one in (*old, *new)),
        missed=tuple(
            one for one in target.locators if one.kind in kinds and one not in old
        ),
    )


def _values(bindings: Mapping[str, str | list[str]]) -> list[str]:
    return [
        value
        for bound in bindings.values()
        for value in ([bound] if isinstance(bound, str) else bound)
    ]


def _holds(locator: Locator, values: Sequence[str]) -> bool:
    return any(value in locator.value.casefold() for value in values)


def _hidden(locator: Locator, redactor: Redactor, task: str) -> Locator:
    value = redactor.marked(redactor.text(locator.value), task)
    return Locator(kind=locator.kind, value=value)


# --- what a repair teaches ----------------------------------------------------------


def _repairs(
    told: PlanReport, redactor: Redactor
) -> dict[int, tuple[PatternStep, ...]]:
    """What did the work of the pattern's step that failed, by its number, if it can be
    told for other values, too."""
    plan = told.plan
    if plan.origin.kind != "pattern" or not told.repaired:
        return {}
    failed = _numbered(plan.steps, told.failed_step or 0)
    redact_trajectory(  # what its fields give away is known when its texts are hidden
        Trajectory(task=plan.task, steps=told.repaired_with), redactor
    )
    way = lifted_repair(told.repaired_with, plan.bindings)
    if way is None or failed is None or failed.source is None:
        return {}
    hidden = (with_texts(step, redactor.text) for step in way)
    return {failed.source: tuple(hidden)}


def _repair_run(space: str, told: PlanReport, redactor: Redactor) -> RepairRun | None:
    """Of a plan that was made from a run, what the repair becomes, redacted."""
    if told.plan.origin.kind == "pattern" or not told.repaired:
        return None
    run = redact_trajectory(repaired_run(told), redactor)
    return RepairRun(
        repair_draft(space, told.plan.plan_id),
        to_json(run.compact()),
        experience_id(space, run.source_task_id or ""),
    )


def repaired_run(told: PlanReport) -> Trajectory:
    """The run that succeeded: the plan's steps with the repair in place of the one
    that failed."""
    plan = told.plan
    steps: list[Step] = []
    for step in plan.steps:
        if step.n == told.failed_step:
            steps += told.repaired_with
        elif _worked(step, told):
            steps.append(_as_recorded(step, told))
    return Trajectory(
        task=plan.task,
        steps=tuple(steps),
        outcome="success",
        source="replay",
        source_task_id=f"plan:{plan.plan_id}",
        app=plan.app,
        plan_id=plan.plan_id,
    )


def _as_recorded(step: PlanStep, told: PlanReport) -> Step:
    return Step(
        action=step.action,
        target=_element_of(step, told) or step.target,
        destination=_end_of(step, told) or step.destination,
        value=step.value,
        params=step.params,
        success=True,
    )
