"""The memory's own tools where the calls of a browser pass through: a task begins with
`recall`, and ends with `report` or `record`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from kgmem import Outcome
from kgmem_agents.mcp.answer import MemoryTool, ToolAnswer, tool
from kgmem_agents.mcp.arguments import DoneStep, Maybe, Seen, Untold
from kgmem_agents.mcp.offered import Own
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.proxy.recorder import CallRecorder, Ended
from kgmem_agents.mcp.shapes import ANY, TAUGHT, TEXT, object_of
from kgmem_agents.mcp.told import learned_data
from kgmem_agents.mcp.tools import recall, record, report

PASSED = object_of(
    {name: shape for name, shape in TAUGHT["properties"].items() if name != "status"},
    status=TEXT,
    outcome=TEXT,
    not_recorded=ANY,
)


def recorded(own: Mapping[str, Own], recorder: CallRecorder) -> dict[str, Own]:
    """The same tools; those that a task begins and ends with tell the recorder."""

    def recalled(ongoing: Ongoing, **given: Any) -> ToolAnswer:
        answer = recall.run(ongoing, **given)
        recorder.begin(given["task"], given["app"])
        return answer

    def reported(ongoing: Ongoing, **given: Any) -> ToolAnswer:
        plan = ongoing.plan(given["plan_id"]).reported
        answer = report.run(ongoing, **given)
        outcomes: Mapping[str, Outcome] = {"success": "success", "failure": "failure"}
        recorder.end(
            outcomes.get(given["outcome"], "unknown"),
            task=plan.task,
            app=plan.app,
            plan_id=plan.plan_id,
            reason=given["reason"],
        )
        return answer

    def passed(
        ongoing: Ongoing,
        outcome: Seen,
        task: Annotated[Maybe, Field(description="If recall was not asked.")] = None,
        app: Maybe = None,
        reason: Maybe = None,
        answer: Maybe = None,
        steps: Untold[list[DoneStep] | None] = None,
    ) -> ToolAnswer:
        """Learn what you did in the browser without a plan, also if it failed: its
        calls are recorded."""
        if not steps:
            told = {"task": task, "app": app, "reason": reason, "answer": answer}
            return answer_of(recorder.end(outcome, **told))
        run = {"task": task, "app": app, "steps": steps, "outcome": outcome}
        given = {**run, "reason": reason, "answer": answer}
        learned = record(ongoing, given)  # it was done elsewhere
        data = {"outcome": outcome, "not_recorded": {}, **learned.data}
        return ToolAnswer(learned.text, data)

    ways: Mapping[str, MemoryTool] = {
        "recall": replace(recall, run=recalled),
        "report": replace(report, run=reported),
        "record": replace(tool(PASSED)(passed), name="record"),
    }
    return {name: ways.get(name, one) for name, one in own.items()}


def answer_of(ended: Ended) -> ToolAnswer:
    """What a run that is over taught, in words and as values."""
    data = learned_data(ended.learned)
    more = {"outcome": ended.outcome, "not_recorded": dict(ended.lacks)}
    return ToolAnswer(ended.told, {**data, **more})
