"""What is known and what was learned, for a model: in words, and as short values."""

from typing import Any

from kgmem import Learned, Memory, Plan, PlanStep, Recollection
from kgmem.agents import MOST_TOLD, describe_fact, done_only_if, handle
from kgmem_agents.mcp.answer import ToolAnswer
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.shapes import (
    ANY,
    NUMBER,
    TEXT,
    WHOLE,
    YES,
    Shape,
    list_of,
    object_of,
)


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
    return {"route": found.route} | _given(
        confidence=round(found.confidence, 2) if found.calibrated else None,
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
        or_else=[[step_data(one) for one in way] for way in step.branches],
    )


def _offered(step: PlanStep) -> list[str]:
    """What may be chosen for what it asks for; of a long list nothing is told."""
    labels = [one.label for one in step.target.options] if step.target else []
    return labels if len(labels) <= MOST_TOLD else []


def _given(**fields: Any) -> dict[str, Any]:
    """Without what says nothing: no value, no item, no."""
    return {
        name: one
        for name, one in fields.items()
        if one not in (None, "", [], {}, False)
    }


def learned_data(learned: Learned | None) -> dict[str, Any]:
    """What learning gave, as values; None: there was nothing."""
    if learned is None:
        return {"status": "empty"}
    return learned.model_dump(mode="json", include=set(LEARNED))


LEARNED = ("experience_id", "task_id", "status", "pattern_id")


def learned_text(memory: Memory, learned: Learned) -> str:
    """What learning gave, in a sentence."""
    if learned.status == "duplicate":
        return "This run was known already."
    kind = learned.pattern_id and memory.pattern(learned.pattern_id).template
    return f'Learned, as a task of the kind "{kind}".' if kind else "Learned."


STEP: Shape = object_of(
    {
        "target": ANY,
        "destination": ANY,
        "value": TEXT,
        "params": ANY,
        "optional": TEXT,
        "irreversible": YES,
        "asks": list_of(TEXT),
        "one_of": list_of(TEXT),
        "from": TEXT,
        "further": list_of(TEXT),
        "reworded": list_of(TEXT),
        "or_else": list_of(list_of(ANY)),
    },
    n=WHOLE,
    action=TEXT,
)
PLAN: Shape = object_of(
    {"experimental": YES, "needs_confirmation": YES, "left_out": list_of(TEXT)},
    plan_id=TEXT,
    steps=list_of(STEP),
)
RECALLED: Shape = object_of(
    {
        "reasons": list_of(TEXT),
        "experience_id": TEXT,
        "plan": PLAN,
        "facts": list_of(TEXT),
        "avoid": list_of(TEXT),
        "confidence": NUMBER,
    },
    route=TEXT,
)
"""What `recalled` gives."""
