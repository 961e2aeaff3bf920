"""What a repair teaches: a way of the pattern's step, or a run."""

from collections.abc import Sequence

from kgmem.graph.runs.outcomes import RepairRun
from kgmem.graph.runs.reports import repair_draft
from kgmem.model.base import to_json
from kgmem.model.keys.identity import experience_id
from kgmem.model.pattern import PatternStep
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Step, Trajectory
from kgmem.paths.step_text import with_texts
from kgmem.redact import Redactor, redact_trajectory
from kgmem.replay.outcome.repair import lifted_repair
from kgmem.replay.outcome.step_outcomes import element_of, end_of, step_worked
from kgmem.replay.outcome.told import PlanReport


def _numbered(steps: Sequence[PlanStep], n: int) -> PlanStep | None:
    """The step of this number: on the path, else in another way of a choice."""
    for step in steps:
        if step.n == n:
            return step
    ways = (_numbered(way, n) for step in steps for way in step.branches)
    return next((found for found in ways if found is not None), None)


def repairs_of(
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


def repair_run_of(space: str, told: PlanReport, redactor: Redactor) -> RepairRun | None:
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
        elif step_worked(step, told):
            done = Step(
                action=step.action,
                target=element_of(step, told) or step.target,
                destination=end_of(step, told) or step.destination,
                value=step.value,
                params=step.params,
                success=True,
            )
            steps.append(done)
    return Trajectory(
        task=plan.task,
        steps=tuple(steps),
        outcome="success",
        source="replay",
        source_task_id=f"plan:{plan.plan_id}",
        app=plan.app,
        plan_id=plan.plan_id,
    )
