"""The memory's own tools where the calls of a browser pass through: a task begins with
`recall`, and ends with `report` or `record`."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from kgmem import Outcome
from kgmem.agents import Text, Value
from kgmem_agents.mcp import arguments as given
from kgmem_agents.mcp.answer import MemoryTool, ToolAnswer
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
LEARN = (
    "Learn what you did in the browser without a plan, also if it failed: its calls "
    "are recorded."
)


class PassedRecordArguments(Value):
    """What a client tells of the run whose calls passed through."""

    outcome: Annotated[Outcome, Field(description="success only if you saw it.")]
    task: Annotated[Text | None, Field(description="If recall was not asked.")] = None
    app: Text | None = None
    reason: Text | None = None
    steps: SkipJsonSchema[list[given.DoneStep]] = Field(default_factory=list)
    """Of a run that was done elsewhere."""


def recorded(own: Mapping[str, Own], recorder: CallRecorder) -> dict[str, Own]:
    """The same tools; those that a task begins and ends with tell the recorder."""

    def recalled(ongoing: Ongoing, asked: given.RecallArguments) -> ToolAnswer:
        answer = recall(ongoing, asked)
        recorder.begin(asked.task, asked.app)
        return answer

    def reported(ongoing: Ongoing, asked: given.ReportArguments) -> ToolAnswer:
        plan = ongoing.plan(asked.plan_id).reported
        answer = report(ongoing, asked)
        outcomes: Mapping[str, Outcome] = {"success": "success", "failure": "failure"}
        outcome = outcomes.get(asked.outcome, "unknown")
        recorder.end(
            outcome,
            task=plan.task,
            app=plan.app,
            plan_id=plan.plan_id,
            reason=asked.reason,
        )
        return answer

    def passed(ongoing: Ongoing, asked: PassedRecordArguments) -> ToolAnswer:
        if asked.steps:
            told = record(ongoing, given.RecordArguments.model_validate(dict(asked)))
            data = {"outcome": asked.outcome, "not_recorded": {}, **told.data}
            return ToolAnswer(told.text, data)
        ended = recorder.end(
            asked.outcome, task=asked.task, app=asked.app, reason=asked.reason
        )
        return answer_of(ended)

    ways: Mapping[str, Mapping[str, Any]] = {
        "recall": {"run": recalled},
        "report": {"run": reported},
        "record": {
            "run": passed,
            "arguments": PassedRecordArguments,
            "description": LEARN,
            "answers": PASSED,
        },
    }
    return {
        name: replace(tool, **ways.get(name, {}))
        if isinstance(tool, MemoryTool)
        else tool
        for name, tool in own.items()
    }


def answer_of(ended: Ended) -> ToolAnswer:
    """What a run that is over taught, in words and as values."""
    data = learned_data(ended.learned)
    more = {"outcome": ended.outcome, "not_recorded": dict(ended.lacks)}
    return ToolAnswer(ended.told, {**data, **more})
