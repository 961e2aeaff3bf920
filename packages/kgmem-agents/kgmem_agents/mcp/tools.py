"""The tools of every memory, and what they tell a model."""

from collections.abc import Mapping, Sequence
from typing import Any

from kgmem import Outcome
from kgmem_agents.mcp import arguments as given
from kgmem_agents.mcp.answer import MemoryTool, ToolAnswer
from kgmem_agents.mcp.ongoing import Ongoing, without_nones
from kgmem_agents.mcp.pattern_tools import PROCEDURE, find_procedure
from kgmem_agents.mcp.shapes import (
    ANY,
    HITS,
    LOCATED,
    RISK,
    TAUGHT,
    TEXT,
    WHOLE,
    list_of,
    object_of,
)
from kgmem_agents.mcp.told import RECALLED, learned_data, learned_text, told

NOWHERE = "Not surely on this page: look again, or do it yourself; do not guess."


def recall(ongoing: Ongoing, asked: given.RecallArguments) -> ToolAnswer:
    """The route, the plan to follow and what else helps."""
    found = ongoing.memory.recall(
        asked.task,
        app=ongoing.apps.named(asked.app, asked.url),
        url=asked.url,
        elements=list(asked.elements) or None,
        top_n=asked.top_n,
        agent=asked.agent,
    )
    return told(ongoing, found)


def locate(ongoing: Ongoing, asked: given.LocateArguments) -> ToolAnswer:
    """Which element a step means."""
    handed_out = ongoing.plan(asked.plan_id)
    step = handed_out.step(asked.step, asked.values)
    found = ongoing.memory.locate(step, asked.elements)
    handed_out.located[asked.step] = found
    data = {"index": None, **found.compact()}
    text = (
        f"{NOWHERE} {found.why}."
        if found.why
        else NOWHERE
        if found.index is None
        else f"Element {found.index} of the list (confidence {found.confidence:.2f})."
    )
    return ToolAnswer(text, data)


def locate_all(ongoing: Ongoing, asked: given.LocateAllArguments) -> ToolAnswer:
    """Which of the page's elements the plan's steps mean, by the number of the step."""
    handed_out = ongoing.plan(asked.plan_id)
    places: dict[str, int] = {}
    elsewhere: dict[int, str] = {}
    for step in handed_out.steps(asked.values):
        if step.target is None:
            continue
        found = ongoing.memory.locate(step, asked.elements)
        if found.index is None:
            elsewhere[step.n] = found.why or ""
        else:
            handed_out.located[step.n] = found
            places[str(step.n)] = found.index
    return ToolAnswer(
        placed_text(places, elsewhere),
        {"index": places, "not_here": list(elsewhere)},
    )


def placed_text(places: Mapping[str, int], elsewhere: Mapping[int, str]) -> str:
    """Where the steps' elements are, in words."""
    told: list[str] = []
    if places:
        here = (f"step {n}: element {place}" for n, place in places.items())
        told.append(f"{'; '.join(here)}.")
    if elsewhere:
        missing = ", ".join(
            f"{n} ({why})" if why else str(n) for n, why in elsewhere.items()
        )
        told.append(f"Not surely on this page: step {missing}.")
    return " ".join(told)


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


def record(ongoing: Ongoing, asked: given.RecordArguments) -> ToolAnswer:
    """Learn a whole run."""
    run_id = begun(ongoing, asked.task, asked.app, asked.steps[:1])
    keep_steps(ongoing, run_id, asked.steps, begins=True)
    return ended(ongoing, run_id, asked.outcome, asked.reason)


def record_step(ongoing: Ongoing, asked: given.StepArguments) -> ToolAnswer:
    """Keep one step of a run; the first one begins it."""
    run_id = asked.run_id or begun(ongoing, asked.task, asked.app, [asked])
    keep_steps(ongoing, run_id, [asked], begins=asked.run_id is None)
    text = f"Recorded. run_id: {run_id}; name it in the next step and in finish_task."
    return ToolAnswer(text, {"run_id": run_id})


def begun(
    ongoing: Ongoing,
    task: str | None,
    app: str | None,
    steps: Sequence[given.DoneStep],
) -> str:
    """The id of a run that begins on the page of its first step."""
    url = next((step.url for step in steps), None)
    return ongoing.begin_run(task, ongoing.apps.named(app, url), url)


def keep_steps(
    ongoing: Ongoing, run_id: str, steps: Sequence[given.DoneStep], *, begins: bool
) -> None:
    """Record these steps of a run; one that begins with a bad one is none."""
    try:
        with ongoing.run(run_id) as recording:
            for step in steps:
                recording.step(step_fields(step))
    except Exception:
        if begins:
            ongoing.drop_run(run_id)
        raise


def step_fields(asked: given.DoneStep) -> dict[str, Any]:
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
    return ended(ongoing, asked.run_id, asked.outcome, asked.reason)


def ended(
    ongoing: Ongoing, run_id: str, outcome: Outcome, reason: str | None
) -> ToolAnswer:
    """What a run that is over taught."""
    learned = ongoing.end_run(run_id, outcome, reason)
    if learned is None:
        return ToolAnswer("There was no step to learn from.", learned_data(None))
    return ToolAnswer(learned_text(ongoing.memory, learned), learned_data(learned))


def search(ongoing: Ongoing, asked: given.SearchArguments) -> ToolAnswer:
    """What is known about something."""
    hits = ongoing.memory.search(
        asked.query,
        kinds=asked.kinds,
        top_n=asked.top_n,
        app=ongoing.apps.named(asked.app),
    )
    lines = [f"- {hit.text} ({hit.kind}, {hit.score:.2f})" for hit in hits]
    fields = {"kind", "id", "text", "score", "source", "document_id"}
    return ToolAnswer(
        "\n".join(lines) or "Nothing is known about it.",
        {"hits": [hit.model_dump(mode="json", include=fields) for hit in hits]},
    )


def add_document(ongoing: Ongoing, asked: given.DocumentArguments) -> ToolAnswer:
    """Take in a text."""
    document_id = ongoing.memory.add_document(text=asked.text, source=asked.source)
    return ToolAnswer("Kept.", {"document_id": document_id})


def add_fact(ongoing: Ongoing, asked: given.FactArguments) -> ToolAnswer:
    """Keep a fact."""
    fact_id = ongoing.memory.add_fact(
        asked.content,
        source=asked.source,
        app=ongoing.apps.named(asked.app),
        valid_from=asked.valid_from,
        valid_to=asked.valid_to,
    )
    return ToolAnswer("Kept.", {"fact_id": fact_id})


def risk(ongoing: Ongoing, asked: given.RiskArguments) -> ToolAnswer:
    """What is known against a step."""
    app = ongoing.apps.named(asked.app, asked.url)
    found = ongoing.memory.risk(asked.step(), task=asked.task, app=app, page=asked.url)
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
            "Call first, before a task in an app or on a site: how it or its kind was "
            "done before, as a plan with this task's values.",
            given.RecallArguments,
            recall,
            answers=RECALLED,
            reads=True,
        ),
        MemoryTool(
            "locate_all",
            "Which elements a plan's steps mean, once per page. A few likely elements "
            "are enough, not the whole page.",
            given.LocateAllArguments,
            locate_all,
            answers=object_of(index=ANY, not_here=list_of(WHOLE)),
            reads=True,
        ),
        MemoryTool(
            "report",
            "What came of a plan, once, at its end.",
            given.ReportArguments,
            report,
            answers=object_of(plan_id=TEXT, outcome=TEXT),
        ),
        MemoryTool(
            "record",
            "Learn a run that you did without a plan, also if it failed.",
            given.RecordArguments,
            record,
            answers=TAUGHT,
        ),
        MemoryTool(
            "find_procedure",
            "The three known kinds of task nearest to one, as schemas.",
            given.ProcedureArguments,
            find_procedure,
            answers=PROCEDURE,
            reads=True,
        ),
        MemoryTool(
            "search",
            "Look up documents, facts, messages, past tasks.",
            given.SearchArguments,
            search,
            answers=HITS,
            reads=True,
        ),
        MemoryTool(
            "add_document",
            "Keep a text for search.",
            given.DocumentArguments,
            add_document,
            answers=object_of(document_id=TEXT),
        ),
        MemoryTool(
            "add_fact",
            "Remember a statement for later.",
            given.FactArguments,
            add_fact,
            answers=object_of(fact_id=TEXT),
        ),
        MemoryTool(
            "locate",
            "Which element one step of a plan means.",
            given.LocateArguments,
            locate,
            answers=LOCATED,
            reads=True,
            seldom=True,
        ),
        MemoryTool(
            "record_step",
            "Record one step of a run as it goes; the first gives a run_id.",
            given.StepArguments,
            record_step,
            answers=object_of(run_id=TEXT),
            seldom=True,
        ),
        MemoryTool(
            "finish_task",
            "End the recorded run and learn it, also if it failed.",
            given.FinishArguments,
            finish_task,
            answers=TAUGHT,
            seldom=True,
        ),
        MemoryTool(
            "risk",
            "Did this step fail here before, and what worked instead?",
            given.RiskArguments,
            risk,
            answers=RISK,
            reads=True,
            seldom=True,
        ),
        MemoryTool(
            "history",
            "What people decided about a run or a pattern.",
            given.HistoryArguments,
            history,
            answers=object_of(decisions=list_of(ANY)),
            reads=True,
            seldom=True,
        ),
    )
}
"""By name, in the order in which they are listed; the seldom ones where all are."""
DECISIONS: Mapping[str, MemoryTool] = {
    tool.name: tool
    for tool in (
        MemoryTool(
            "approve",
            "Record that a person vouches for a run or a pattern: its path counts as a "
            "verified success. Only when the person said so; never decide it yourself.",
            given.DecisionArguments,
            approve,
            answers=object_of(),
        ),
        MemoryTool(
            "quarantine",
            "Record that a person takes a run or a pattern out of use: it is kept and "
            "never offered again. Only when the person said so.",
            given.DecisionArguments,
            quarantine,
            answers=object_of(),
        ),
        MemoryTool(
            "release",
            "Record that a person takes an approval or a quarantine back. Only when "
            "the person said so.",
            given.DecisionArguments,
            release,
            answers=object_of(),
        ),
    )
}
"""Those that an operator has to allow: an agent must not approve itself."""
