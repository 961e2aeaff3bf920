"""The tools of every memory, and what they tell a model."""

from collections.abc import Mapping
from typing import Any

from kgmem.interfaces.mcp import arguments as given
from kgmem.interfaces.mcp.answer import MemoryTool, ToolAnswer
from kgmem.interfaces.mcp.ongoing import Ongoing, without_nones
from kgmem.memory import Memory
from kgmem.model.experience import Learned
from kgmem.model.plan import Plan
from kgmem.model.recollection import Recollection, done_only_if

HOW_TO_FOLLOW = (
    "plan_id: {plan_id}. For each step call locate with the page's elements, then act "
    "on the element it gives; at the end call report. Where locate gives none, stop "
    "following the plan and go on by yourself."
)

HOW_TO_ASK = (
    "The task gives no value for {names}: look for it on the page or ask the user, put "
    "it where the name stands in braces, and give it to locate as values."
)

HOW_TO_SETTLE = (
    "The plan is not known to do this of the task: {further}. If its steps do it in "
    "other words, go on; else do it yourself before the step that names it, or ask the "
    "user."
)

NOWHERE = (
    "It is not surely on this page: look again, scroll, ask, or go on by yourself; do "
    "not guess."
)


def recall(ongoing: Ongoing, asked: given.RecallArguments) -> ToolAnswer:
    """The route, the plan to follow and what else helps."""
    found = ongoing.memory.recall(
        asked.task,
        app=asked.app,
        url=asked.url,
        elements=list(asked.elements) or None,
        top_n=asked.top_n,
        agent=asked.agent,
    )
    if found.plan is None:
        return ToolAnswer(found.to_prompt(), recalled(found))
    ongoing.hand_out(found.plan)
    return ToolAnswer(
        f"{found.to_prompt()}\n{how_to_follow(found.plan)}", recalled(found)
    )


def how_to_follow(plan: Plan) -> str:
    """What to do with a plan, for a model."""
    told = [HOW_TO_FOLLOW.format(plan_id=plan.plan_id)]
    if left := [name for name in plan.asks if name not in plan.reads]:
        names = ", ".join(f"{{{name}}}" for name in left)
        told.append(HOW_TO_ASK.format(names=names))
    if plan.further:
        told.append(HOW_TO_SETTLE.format(further="; ".join(plan.further)))
    return " ".join(told)


def recalled(found: Recollection) -> dict[str, Any]:
    """A recollection's values, without what a client has no use for."""
    return {
        "route": found.route,
        "confidence": round(found.confidence, 3),
        "familiarity": round(found.familiarity, 3),
        "reasons": list(found.reasons),
        "wanted": list(found.wanted),
        "plan": plan_data(found.plan) if found.plan else None,
        "experiences": [
            {"experience_id": one.experience_id, "task": one.task}
            | {"outcome": one.outcome, "steps": len(one.steps)}
            for one in found.experiences
        ],
        "patterns": [
            {"pattern_id": one.pattern.pattern_id, "template": one.pattern.template}
            | {"bindings": dict(one.bindings)}
            for one in found.patterns
        ],
        "facts": [{"fact_id": one.fact_id, "text": one.text} for one in found.facts],
        "avoid": [one.message for one in found.avoidance],
    }


def plan_data(plan: Plan) -> dict[str, Any]:
    """What a client needs of a plan to follow it."""
    return {
        "plan_id": plan.plan_id,
        "route": plan.route,
        "checked": plan.checked,
        "experimental": plan.experimental,
        "needs_confirmation": plan.needs_confirmation,
        "bindings": dict(plan.bindings),
        "asks": list(plan.asks),
        "from": plan.reads,
        "further": list(plan.further),
        "left_out": list(plan.left_out),
        "steps": [
            {**step.compact(), "n": step.n, "action": step.action}
            | ({"optional": only_if} if (only_if := done_only_if(step)) else {})
            for step in plan.steps
        ],
        "avoid": [one.message for one in plan.avoid],
    }


def locate(ongoing: Ongoing, asked: given.LocateArguments) -> ToolAnswer:
    """Which element a step means."""
    handed_out = ongoing.plan(asked.plan_id)
    step = handed_out.step(asked.step, asked.values)
    found = ongoing.memory.locate(step, asked.elements)
    handed_out.located[asked.step] = found
    data = {"index": None, **found.compact()}
    text = (
        NOWHERE
        if found.index is None
        else f"Element {found.index} of the list (confidence {found.confidence:.2f})."
    )
    return ToolAnswer(text, data)


def report(ongoing: Ongoing, asked: given.ReportArguments) -> ToolAnswer:
    """What came of a plan."""
    handed_out = ongoing.plan(asked.plan_id)
    ongoing.memory.report(
        handed_out.reported,
        asked.outcome,
        failed_step=asked.failed_step,
        reason=asked.reason,
        located=handed_out.located or None,
        repaired_with=list(asked.repaired_with) or None,
        values=asked.values or None,
        steps_done=asked.steps_done,
        deviations=asked.deviations,
        actions=asked.actions,
        feedback=asked.feedback,
    )
    return ToolAnswer("Noted.", {"plan_id": asked.plan_id, "outcome": asked.outcome})


def record_step(ongoing: Ongoing, asked: given.StepArguments) -> ToolAnswer:
    """Keep one step of a run; the first one begins it."""
    run_id = asked.run_id or ongoing.begin_run(asked.task, asked.app, asked.url)
    try:
        with ongoing.run(run_id) as recording:
            recording.step(step_fields(asked))
    except Exception:
        if asked.run_id is None:
            ongoing.drop_run(run_id)
        raise
    text = f"Recorded. run_id: {run_id}; name it in the next step and in finish_task."
    return ToolAnswer(text, {"run_id": run_id})


def step_fields(asked: given.StepArguments) -> dict[str, Any]:
    """The step as a run holds it."""
    failed = {"success": False, "error": asked.error} if asked.error else {}
    return failed | without_nones(
        {
            "action": asked.action,
            "target": asked.target,
            "value": asked.value,
            "params": asked.params,
            "page_before": {"url": asked.url} if asked.url else None,
            "page_after": {"url": asked.url_after} if asked.url_after else None,
        }
    )


def finish_task(ongoing: Ongoing, asked: given.FinishArguments) -> ToolAnswer:
    """Learn a recorded run."""
    learned = ongoing.end_run(asked.run_id, asked.outcome, asked.reason)
    if learned is None:
        return ToolAnswer("There was no step to learn from.", {"status": "empty"})
    return ToolAnswer(
        learned_text(ongoing.memory, learned),
        learned.model_dump(mode="json", include=set(LEARNED)),
    )


LEARNED = ("experience_id", "task_id", "status", "pattern_id")


def learned_text(memory: Memory, learned: Learned) -> str:
    """What learning gave, in a sentence."""
    if learned.status == "duplicate":
        return "This run was known already."
    kind = learned.pattern_id and memory.pattern(learned.pattern_id).template
    return f'Learned, as a task of the kind "{kind}".' if kind else "Learned."


def search(ongoing: Ongoing, asked: given.SearchArguments) -> ToolAnswer:
    """What is known about something."""
    hits = ongoing.memory.search(
        asked.query, kinds=asked.kinds, top_n=asked.top_n, app=asked.app
    )
    lines = [f"- {hit.text} ({hit.kind}, {hit.score:.2f})" for hit in hits]
    fields = {"kind", "id", "text", "score", "source", "document_id"}
    return ToolAnswer(
        "\n".join(lines) or "Nothing is known about it.",
        {"hits": [hit.model_dump(mode="json", include=fields) for hit in hits]},
    )


def add_fact(ongoing: Ongoing, asked: given.FactArguments) -> ToolAnswer:
    """Keep a fact."""
    fact_id = ongoing.memory.add_fact(
        asked.content,
        source=asked.source,
        app=asked.app,
        valid_from=asked.valid_from,
        valid_to=asked.valid_to,
    )
    return ToolAnswer("Kept.", {"fact_id": fact_id})


def risk(ongoing: Ongoing, asked: given.RiskArguments) -> ToolAnswer:
    """What is known against a step."""
    found = ongoing.memory.risk(
        asked.step(), task=asked.task, app=asked.app, page=asked.url
    )
    if found is None:
        return ToolAnswer("Nothing is known against it.", {"risk": 0.0})
    data = found.model_dump(mode="json", include={"message", "cause", "instead"})
    return ToolAnswer(found.message, {"risk": round(found.score, 3), **data})


def history(ongoing: Ongoing, asked: given.HistoryArguments) -> ToolAnswer:
    """What people decided about a run or a pattern."""
    found = ongoing.memory.history(asked.id)
    told = [f"{one.at:%Y-%m-%d} {one.verb} by {one.by}: {one.why}" for one in found]
    text = "\n".join(told) or "Nothing was decided about it."
    return ToolAnswer(text, {"decisions": [one.model_dump() for one in found]})


def approve(ongoing: Ongoing, asked: given.DecisionArguments) -> ToolAnswer:
    """Somebody vouches for it."""
    ongoing.memory.approve(asked.id, by=asked.by, why=asked.why)
    return ToolAnswer(f"Approved {asked.id}.")


def quarantine(ongoing: Ongoing, asked: given.DecisionArguments) -> ToolAnswer:
    """Somebody takes it out of use."""
    ongoing.memory.quarantine(asked.id, by=asked.by, why=asked.why)
    return ToolAnswer(f"Quarantined {asked.id}.")


def release(ongoing: Ongoing, asked: given.DecisionArguments) -> ToolAnswer:
    """Somebody takes a decision back."""
    ongoing.memory.release(asked.id, by=asked.by, why=asked.why)
    return ToolAnswer(f"Released {asked.id}.")


TOOLS: Mapping[str, MemoryTool] = {
    tool.name: tool
    for tool in (
        MemoryTool(
            "recall",
            "Call this first, before you plan or do a task in an app or on a web site. "
            "Tells whether it, or a task of its kind, was done before, and how: the "
            "steps to follow with this task's values, what failed, and related facts. "
            "route says how far to trust it: direct_replay (follow the plan), "
            "adaptive_replay (follow it, but check each step against the page), "
            "guided_exploration (use it as a hint), reflexion_explore (nothing fits: "
            "explore, and record what you do with record_step).",
            given.RecallArguments,
            recall,
            reads=True,
        ),
        MemoryTool(
            "locate",
            "Which element of the page a plan's step means. Give the elements as you "
            "see them now, before each step; returns the index into your list, or none "
            "where it is not surely there: then don't guess.",
            given.LocateArguments,
            locate,
            reads=True,
        ),
        MemoryTool(
            "report",
            "Say what came of a plan that recall gave, once, when you stop following "
            "it: this is how plans become trusted or dropped.",
            given.ReportArguments,
            report,
        ),
        MemoryTool(
            "record_step",
            "Record one step right after you did it, when no plan covers the task. "
            "The first call names the task and returns a run_id for the others. End "
            "the run with finish_task; the next time it is known.",
            given.StepArguments,
            record_step,
        ),
        MemoryTool(
            "finish_task",
            "End a run that record_step began, and learn it. Failures are worth "
            "learning, too: they warn.",
            given.FinishArguments,
            finish_task,
        ),
        MemoryTool(
            "search",
            "Look up what is known: parts of documents, facts, tasks that were done. "
            "For how to do a task call recall instead.",
            given.SearchArguments,
            search,
            reads=True,
        ),
        MemoryTool(
            "add_fact",
            "Remember a statement for later, such as a preference of the user or how "
            "an app behaves. One statement per call.",
            given.FactArguments,
            add_fact,
        ),
        MemoryTool(
            "risk",
            "Before a step that you are unsure of: did it fail here before, and what "
            "worked instead? risk is the share of failures to expect, 0 to 1.",
            given.RiskArguments,
            risk,
            reads=True,
        ),
        MemoryTool(
            "history",
            "What people decided about a run or a pattern: approved, quarantined or "
            "released, by whom and why.",
            given.HistoryArguments,
            history,
            reads=True,
        ),
    )
}
"""By name, in the order in which they are listed."""
DECISIONS: Mapping[str, MemoryTool] = {
    tool.name: tool
    for tool in (
        MemoryTool(
            "approve",
            "Record that a person vouches for a run or a pattern: its path counts as a "
            "verified success. Only when the person said so; never decide it yourself.",
            given.DecisionArguments,
            approve,
        ),
        MemoryTool(
            "quarantine",
            "Record that a person takes a run or a pattern out of use: it is kept and "
            "never offered again. Only when the person said so.",
            given.DecisionArguments,
            quarantine,
        ),
        MemoryTool(
            "release",
            "Record that a person takes an approval or a quarantine back. Only when "
            "the person said so.",
            given.DecisionArguments,
            release,
        ),
    )
}
"""Those that an operator has to allow: an agent must not approve itself."""
