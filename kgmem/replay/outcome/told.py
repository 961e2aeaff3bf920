"""What an agent tells of a plan that it followed, checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast, get_args

from kgmem.errors import InvalidInput
from kgmem.language.signs import plain_signs
from kgmem.model.base import clean, normalize
from kgmem.model.health import Located
from kgmem.model.plan import Plan, PlanStep
from kgmem.model.trajectory import ReplayOutcome, Step
from kgmem.model.values.arguments import (
    checked_text,
    not_a_plan,
    share,
    shown,
    validated,
    whole_number,
)
from kgmem.replay.given import given_steps

MAX_REASON = 2_000
"""Characters of a reason that are kept."""
MAX_REPAIR = 200
"""Steps of a repair."""
OUTCOMES: tuple[str, ...] = get_args(ReplayOutcome)


@dataclass(frozen=True, slots=True)
class PlanReport:
    """What an agent says of a plan that it followed, checked."""

    plan: Plan
    outcome: ReplayOutcome
    failed_step: int | None = None
    reason: str | None = None
    located: Mapping[int, Located] | None = None
    repaired_with: Sequence[Step] = ()
    actions: int | None = None
    duration_ms: int | None = None
    feedback: float | None = None
    judge: str | None = None
    values: Mapping[int, str] | None = None
    """What was really entered, by step number;"""
    steps_done: Sequence[int] | None = None
    """the steps that were really done;"""
    deviations: str | None = None
    """and what else was done than the plan says, in words."""

    @property
    def repaired(self) -> bool:
        """Did other steps do what a step of the plan did not?"""
        return self.outcome == "success" and bool(self.repaired_with)

    @property
    def speaks_of_wording(self) -> bool:
        """Was the path alone what the task asked for, or not? A success with more or
        fewer steps than the plan has, or other values, says neither; nor does one of a
        plan with something to be settled whose values nobody saw entered."""
        if self.repaired or self.plan.assumed:
            return False
        if self.outcome == "success":
            if self._did_more or self._left_out or self.deviations or self.other_values:
                return False
            is_sure = not (self.plan.further or self.plan.reworded)
            return is_sure or self._is_as_planned
        return self.outcome == "failure"

    @property
    def is_located(self) -> bool:
        """Did the path succeed, with each element that it needs located on a page?"""
        located = self.located or {}
        needed = [
            one for one in self.plan.steps if one.need == "required" and one.target
        ]
        return (
            self.outcome == "success"
            and bool(needed)
            and not (self.repaired or self.deviations or self.other_values)
            and all(
                one.n in located and located[one.n].index is not None for one in needed
            )
        )

    @property
    def _is_as_planned(self) -> bool:
        """Does somebody else say how it went, or was each value that the task gave
        entered as planned, each element that it names located?"""
        if self.judge is not None:
            return True
        entered, located = self.values or {}, self.located or {}
        return all(
            step.n in (entered if step.does.fills else located)
            for step in self.plan.steps
            if step.varies or step.does.fills
        )

    @property
    def _left_out(self) -> bool:
        """Was a step that is needed not done?"""
        if self.steps_done is None:
            return False
        needed = {step.n for step in self.plan.steps if step.need == "required"}
        return not needed <= set(self.steps_done)

    @property
    def other_values(self) -> list[int]:
        """Numbers of the steps at which something else was entered than the plan
        says."""
        planned = {step.n: step.value or "" for step in self.plan.steps}
        return sorted(
            n
            for n, value in (self.values or {}).items()
            if _told(value) != _told(planned.get(n, value))
        )

    @property
    def _did_more(self) -> bool:
        steps = self.plan.steps
        if self.actions is None or any(step.until for step in steps):
            return False
        ways = (sum(map(len, step.branches)) for step in steps)
        return self.actions > len(steps) + sum(ways)


def _told(value: str) -> str:
    return normalize(plain_signs(value))


def checked(
    plan: object,
    outcome: object,
    *,
    failed_step: object = None,
    reason: object = None,
    located: object = None,
    repaired_with: object = None,
    actions: object = None,
    duration_ms: object = None,
    feedback: object = None,
    judge: object = None,
    values: object = None,
    steps_done: object = None,
    deviations: object = None,
) -> PlanReport:
    """The report, each part of the right kind. Raises InvalidInput naming the part
    that is not."""
    followed = _plan(plan)
    if not isinstance(outcome, str) or outcome not in OUTCOMES:
        raise InvalidInput(
            f"outcome: one of {', '.join(OUTCOMES)}, not {shown(outcome)}"
        )
    failed = None
    if failed_step is not None:
        failed = _number("failed_step", failed_step, followed)
    repair = _repair(repaired_with)
    if repair and failed_step is None:
        raise InvalidInput("repaired_with: say which step failed (failed_step=…)")
    return PlanReport(
        followed,
        cast(ReplayOutcome, outcome),
        failed,
        _words("reason", reason),
        _located(located, followed),
        repair,
        None if actions is None else whole_number("actions", actions, 0),
        None if duration_ms is None else whole_number("duration_ms", duration_ms, 0),
        None if feedback is None else share("feedback", feedback),
        _judge(judge),
        _values(values, followed),
        _done(steps_done, followed),
        _words("deviations", deviations),
    )


def _words(name: str, given: object) -> str | None:
    if given is not None and not isinstance(given, str):
        raise InvalidInput(f"{name}: a text is needed, not {type(given).__name__}")
    return str(clean(given))[:MAX_REASON] if given else None


def _values(given: object, plan: Plan) -> dict[int, str] | None:
    """What was entered, by the number of the plan's step."""
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise InvalidInput(
            "values: a mapping of step numbers to what was entered is needed, not "
            f"{type(given).__name__}"
        )
    told = {_number("values", n, plan): str(clean(v)) for n, v in given.items()}
    presses = [s.n for s in plan.steps if s.n in told and s.does.presses]
    if presses:
        raise InvalidInput(f"values: step {presses[0]} enters nothing")
    return told


def _done(given: object, plan: Plan) -> tuple[int, ...] | None:
    """Numbers of the plan's steps."""
    if given is None:
        return None
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise InvalidInput(
            f"steps_done: a list of step numbers is needed, not {type(given).__name__}"
        )
    return tuple(_number("steps_done", n, plan) for n in given)


def _judge(given: object) -> str | None:
    """Who says how it went besides the agent, if anybody."""
    if given is None or (isinstance(given, str) and given.strip()):
        return given and str(clean(given))[:MAX_REASON]
    raise InvalidInput("judge: a name is needed, such as the check's that was made")


def _plan(plan: object) -> Plan:
    """With a task that a run can have: a repair is learned as one."""
    if not isinstance(plan, Plan | Mapping):
        raise not_a_plan(plan)
    followed = plan if isinstance(plan, Plan) else validated(Plan, plan, "plan")
    checked_text(
        "plan: task", followed.task, "hand back the plan as the recall gave it"
    )
    return followed


def _numbers(steps: Sequence[PlanStep]) -> set[int]:
    """Of its steps, other ways included."""
    own = {step.n for step in steps}
    ways = (_numbers(way) for step in steps for way in step.branches)
    return own.union(*ways)


def _number(name: str, given: object, plan: Plan) -> int:
    """The number of a step of the plan."""
    is_number = isinstance(given, int) and not isinstance(given, bool)
    if is_number and given in _numbers(plan.steps):
        return given
    raise InvalidInput(
        f"{name}: the plan has no step {shown(given)}; its steps are "
        f"numbered 1 to {max(_numbers(plan.steps), default=0)}"
    )


def _repair(given: object) -> tuple[Step, ...]:
    if isinstance(given, Sequence) and len(given) > MAX_REPAIR:
        raise InvalidInput(
            f"repaired_with: {len(given)} steps; {MAX_REPAIR} fit: learn the run "
            "instead"
        )
    return given_steps(given, "repaired_with")


def _located(given: object, plan: Plan) -> dict[int, Located] | None:
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
