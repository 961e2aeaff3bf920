"""A recollection for a model: its words, and the same as short values."""

from collections.abc import Iterable
from typing import Any

from kgmem.interfaces.mcp.answer import ToolAnswer
from kgmem.interfaces.mcp.ongoing import Ongoing
from kgmem.model.fact import describe_fact
from kgmem.model.keys.handles import handle
from kgmem.model.option import MOST_TOLD
from kgmem.model.plan import Plan, PlanStep
from kgmem.model.recollection import Recollection, done_only_if


def told(ongoing: Ongoing, found: Recollection) -> ToolAnswer:
    """What is known, with the id of the plan, which is kept under it."""
    text = found.to_prompt()
    if found.plan is None:
        return ToolAnswer(text, recalled(found))
    plan_id = ongoing.hand_out(found.plan)
    return ToolAnswer(f"{text}plan_id: {plan_id}", recalled(found, plan_id))


def recalled(found: Recollection, plan_id: str = "") -> dict[str, Any]:
    """A recollection's values: each once, and none that is empty."""
    plan, run = found.plan, next(iter(found.experiences), None)
    guide = run.experience_id if run and found.route == "guided_exploration" else None
    sure = {"route": found.route, "confidence": round(found.confidence, 2)}
    return sure | _given(
        reasons=None if plan else list(found.reasons),
        experience_id=None if plan else guide,
        plan=plan and plan_data(plan, plan_id),
        facts=[describe_fact(fact) for fact in found.facts],
        avoid=[one.message for one in found.avoidance],
    )


def plan_data(plan: Plan, plan_id: str) -> dict[str, Any]:
    """What a client needs of a plan to follow it."""
    return _given(
        plan_id=plan_id,
        experimental=plan.experimental,
        needs_confirmation=plan.needs_confirmation,
        left_out=list(plan.left_out),
        steps=[step_data(step) for step in plan.steps],
    )


def step_data(step: PlanStep) -> dict[str, Any]:
    """A step, with what a browser finds its element by."""
    ways = (step.target, step.destination)
    target, destination = (one and handle(one) for one in ways)
    return {"n": step.n, "action": step.action} | _given(
        target=target,
        destination=destination,
        value=step.value,
        params=dict(step.params),
        optional=done_only_if(step),
        irreversible=step.irreversible,
        asks=list(step.asks),
        one_of=_offered(step) if step.asks else None,
        **{"from": step.read_from},
        further=list(step.further),
        reworded=[one for one in step.reworded if one in step.further],
        or_else=[_ways(way) for way in step.branches],
    )


def _offered(step: PlanStep) -> list[str]:
    """What may be chosen for what it asks for; of a long list nothing is told."""
    labels = [one.label for one in step.target.options] if step.target else []
    return labels if len(labels) <= MOST_TOLD else []


def _ways(way: Iterable[PlanStep]) -> list[dict[str, Any]]:
    return [step_data(step) for step in way]


def _given(**fields: Any) -> dict[str, Any]:
    """Without what says nothing: no value, no item, no."""
    return {
        name: one
        for name, one in fields.items()
        if one not in (None, "", [], {}, False)
    }
