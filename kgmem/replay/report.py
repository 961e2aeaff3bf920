"""plan + outcome -> check -> redact -> count -> repair: what a replay teaches."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

from pydantic import ValidationError

from kgmem.errors import InvalidInput
from kgmem.graph.reports import PlanOutcome, ReportStore, StepOutcome
from kgmem.model.base import clean
from kgmem.model.health import Located
from kgmem.model.identity import task_id
from kgmem.model.pattern import PatternStep
from kgmem.model.plan import Plan, PlanStep
from kgmem.model.step_text import with_texts
from kgmem.model.trajectory import Element, Locator, Outcome, Step, Trajectory, explain
from kgmem.redact import PLACEHOLDER, Redactor, redact_trajectory
from kgmem.replay.heal import healed
from kgmem.replay.repair import lifted_repair

MAX_REASON = 2_000
"""Characters of a reason that are kept."""
MAX_REPAIR = 200
"""Steps of a repair."""
OUTCOMES = ("success", "failure", "unknown")


@dataclass(frozen=True, slots=True)
class Told:
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

    @property
    def repaired(self) -> bool:
        """Did other steps do what a step of the plan did not?"""
        return self.outcome == "success" and bool(self.repaired_with)


class Patterns(Protocol):
    """The patterns at hand."""

    def keep(self, space: str, pattern_id: str) -> None:
        """Store it, if it is not stored yet."""

    def refresh(self, space: str, pattern_id: str) -> None:
        """It was written: read it again."""


Learn = Callable[[Trajectory, str, Redactor], str]
"""Stores a run of a space; gives its experience id."""


@dataclass(frozen=True, slots=True)
class Report:
    """The report flow: counts outcomes of plans, once per plan."""

    store: ReportStore
    patterns: Patterns
    learn: Learn
    new_redactor: Callable[[], Redactor]

    def __call__(self, space: str, told: Told) -> None:
        """Count it on the plan's origin, its steps and their locators; learn what a
        repair shows. A plan that was reported before changes nothing."""
        origin = told.plan.origin
        redactor = self._redactor(told.plan)
        if origin.kind == "pattern":
            self.patterns.keep(space, origin.id)
        if not self.store.write(self._outcome(space, told, redactor)).is_new:
            return
        if origin.kind == "pattern":
            self.patterns.refresh(space, origin.id)
        elif told.repaired:
            run = self.learn(repaired_run(told), space, redactor)
            self.store.set_repair(space, told.plan.plan_id, run)

    def _outcome(self, space: str, told: Told, redactor: Redactor) -> PlanOutcome:
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
            steps=step_outcomes(told, redactor),
            repaired=told.repaired,
            repairs=_repairs(told, redactor),
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
) -> Told:
    """The report, each part of the right kind. Raises InvalidInput naming the part
    that is not."""
    followed = _plan(plan)
    if outcome not in OUTCOMES:
        raise InvalidInput(f"outcome: one of {', '.join(OUTCOMES)}, not {outcome!r}")
    if failed_step is not None and failed_step not in _numbers(followed.steps):
        raise InvalidInput(
            f"failed_step: the plan has no step {failed_step!r}; its steps are "
            f"numbered 1 to {max(_numbers(followed.steps), default=0)}"
        )
    repair = _steps(repaired_with)
    if repair and failed_step is None:
        raise InvalidInput("repaired_with: say which step failed (failed_step=…)")
    if reason is not None and not isinstance(reason, str):
        raise InvalidInput(f"reason: a text is needed, not {type(reason).__name__}")
    return Told(
        followed,
        outcome,
        failed_step,
        str(clean(reason))[:MAX_REASON] if reason else None,
        _located(located, followed),
        repair,
        _count("actions", actions),
        _count("duration_ms", duration_ms),
        _feedback(feedback),
    )


def _plan(plan: Any) -> Plan:
    if isinstance(plan, Plan):
        return plan
    if not isinstance(plan, Mapping):
        raise InvalidInput(
            f"plan: the plan of a recall is needed, not {type(plan).__name__}"
        )
    try:
        return Plan.model_validate(dict(plan))
    except ValidationError as error:
        raise InvalidInput(explain(error, "plan")) from error


def _numbers(steps: Sequence[PlanStep]) -> set[int]:
    """Of its steps, other ways included."""
    own = {step.n for step in steps}
    ways = (_numbers(way) for step in steps for way in step.branches)
    return own.union(*ways)


def _steps(given: Any) -> tuple[Step, ...]:
    if given is None:
        return ()
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Sequence):
        raise InvalidInput(
            f"repaired_with: a list of steps is needed, not {type(given).__name__}"
        )
    if len(given) > MAX_REPAIR:
        raise InvalidInput(
            f"repaired_with: {len(given)} steps; {MAX_REPAIR} fit: learn the run "
            "instead"
        )
    return tuple(_step(n, one) for n, one in enumerate(given))


def _step(n: int, given: Any) -> Step:
    if isinstance(given, Step):
        return given
    try:
        return Step.model_validate(given)
    except ValidationError as error:
        raise InvalidInput(explain(error, f"repaired_with[{n}]")) from error


def _located(given: Any, plan: Plan) -> dict[int, Located] | None:
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise InvalidInput(
            "located: a mapping of step numbers to what locate gave is needed, not "
            f"{type(given).__name__}"
        )
    if unknown := set(given) - _numbers(plan.steps):
        raise InvalidInput(f"located: the plan has no step {min(unknown, key=str)!r}")
    try:
        return {n: Located.model_validate(one) for n, one in given.items()}
    except ValidationError as error:
        raise InvalidInput(explain(error, "located")) from error


def _count(name: str, given: Any) -> int | None:
    is_count = isinstance(given, int) and not isinstance(given, bool) and given >= 0
    if given is not None and not is_count:
        raise InvalidInput(f"{name}: a whole number from 0 on, not {given!r}")
    return int(given) if is_count else None


def _feedback(given: Any) -> float | None:
    if given is None:
        return None
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    if not is_number or not 0 <= given <= 1:
        raise InvalidInput(f"feedback: a number in 0..1, not {given!r}")
    return float(given)


# --- what it says of the steps ------------------------------------------------------


def step_outcomes(told: Told, redactor: Redactor) -> dict[int, StepOutcome]:
    """How each recorded step did, by its number; one that was taken several times
    worked if it did so each time. What was not reached is not in it."""
    found: dict[int, StepOutcome] = {}
    for step in told.plan.steps:
        worked = _worked(step, told)
        if step.source is None or worked is None:
            continue
        known = found.get(step.source)
        if known is not None:
            found[step.source] = StepOutcome(
                known.worked and worked, known.met, known.missed
            )
        else:
            found[step.source] = _outcome(step, worked, told, redactor)
    return found


def _worked(step: PlanStep, told: Told) -> bool | None:
    """None where it is not known: not reached, or perhaps left out."""
    if step.n == told.failed_step:
        return False
    if told.outcome != "success" and step.n >= (told.failed_step or 0):
        return None
    if step.need == "required":
        return True
    return True if _element_of(step, told) is not None else None


def _element_of(step: PlanStep, told: Told) -> Element | None:
    located = (told.located or {}).get(step.n)
    return located.element if located else None


def _outcome(
    step: PlanStep, worked: bool, told: Told, redactor: Redactor
) -> StepOutcome:
    """With the locators of the element that was used, where the step worked; those
    that may hold a value of this task are left out."""
    element = _element_of(step, told)
    if not worked or element is None or step.target is None or step.varies:
        return StepOutcome(worked)
    values = [value.casefold() for value in _values(told.plan.bindings) if value]
    new = [one for one in healed(step, element) if not _holds(one, values)]
    holding = healed(step.model_copy(update={"target": Element()}), element)
    kinds = {one.kind for one in holding}
    old = [one for one in step.target.locators if one in holding]
    return StepOutcome(
        worked,
        met=tuple(_hidden(one, redactor, told.plan.task) for one in (*old, *new)),
        missed=tuple(
            one for one in step.target.locators if one.kind in kinds and one not in old
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


def _repairs(told: Told, redactor: Redactor) -> dict[int, tuple[PatternStep, ...]]:
    """What did the work of the pattern's step that failed, by its number, if it can be
    told for other values, too."""
    plan = told.plan
    if plan.origin.kind != "pattern" or not told.repaired:
        return {}
    failed = next(step for step in plan.steps if step.n == told.failed_step)
    redact_trajectory(  # what its fields give away is known when its texts are hidden
        Trajectory(task=plan.task, steps=told.repaired_with), redactor
    )
    way = lifted_repair(told.repaired_with, plan.bindings)
    if way is None or failed.source is None:
        return {}
    hidden = (with_texts(step, redactor.text) for step in way)
    return {failed.source: tuple(hidden)}


def repaired_run(told: Told) -> Trajectory:
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


def _as_recorded(step: PlanStep, told: Told) -> Step:
    return Step(
        action=step.action,
        target=_element_of(step, told) or step.target,
        value=step.value,
        params=step.params,
        success=True,
    )
