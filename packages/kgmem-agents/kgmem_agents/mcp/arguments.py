"""The arguments of each tool, with the words that a model reads."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field, WithJsonSchema
from pydantic.json_schema import SkipJsonSchema

from kgmem import Action, Outcome
from kgmem.agents import JsonMap, ReplayOutcome, Text, Value

APPS = "App or site."
"""What the argument `app` is; the server adds those that are known."""
AnObject = Annotated[JsonMap, WithJsonSchema({"type": "object"})]
"""Without the schema of all that JSON can hold."""
Task = Annotated[Text, Field(description="In the user's own words, with all values.")]
App = Annotated[Text | None, Field(description=APPS)]
Target = Annotated[
    AnObject | None, Field(description="The element: {role, name, test_id, container}.")
]
ActionName = Annotated[
    Action,
    Field(description="click, type, select, navigate, key, …"),
    WithJsonSchema({"type": "string"}),
]
Values = Annotated[
    dict[str, Text],
    Field(description="What the plan asks for."),
    WithJsonSchema({"type": "object"}),
]


class RecallArguments(Value):
    task: Task
    app: App = None
    url: Annotated[Text | None, Field(description="Of the page at hand.")] = None
    elements: SkipJsonSchema[list[AnObject]] = Field(default_factory=list)
    """Of the page at hand: programs have them, a model would have to write them."""
    top_n: SkipJsonSchema[Annotated[int, Field(ge=1, le=20)]] = 3
    agent: Text | None = None
    """Whose agent asks: what its person said fills open values."""


class LocateArguments(Value):
    plan_id: Text
    step: int
    elements: Annotated[list[AnObject], Field(description="As for locate_all.")]
    values: Values = Field(default_factory=dict)


class LocateAllArguments(Value):
    plan_id: Text
    elements: Annotated[
        list[AnObject],
        Field(
            description="In page order: {role, name, text, test_id, container}.",
        ),
    ]
    values: Values = Field(default_factory=dict)


class ReportArguments(Value):
    plan_id: Text
    outcome: Annotated[
        ReplayOutcome,
        Field(
            description="success: the page showed it; blocked: no page, or covered; "
            "absent: what was asked for is not there; refused: no such option."
        ),
    ]
    failed_step: int | None = None
    reason: Text | None = None
    repaired_with: Annotated[
        list[AnObject],
        Field(description="What did it: {action, target, value}."),
    ] = Field(default_factory=list)
    values: Annotated[
        dict[int, Text],
        Field(description="What you entered, by step."),
        WithJsonSchema({"type": "object"}),
    ] = Field(default_factory=dict)
    steps_done: SkipJsonSchema[list[int] | None] = None
    deviations: Annotated[Text | None, Field(description="What you did otherwise.")] = (
        None
    )
    actions: SkipJsonSchema[int | None] = None
    """How many it took."""
    feedback: SkipJsonSchema[Annotated[float | None, Field(ge=0, le=1)]] = None
    """A person's rating."""


class DoneStep(Value):
    """A step of a run as a client tells it."""

    action: ActionName
    target: Target = None
    value: Text | None = None
    params: AnObject = Field(default_factory=dict)
    url: Text | None = None
    url_after: Annotated[Text | None, Field(description="If it changed.")] = None
    error: Annotated[Text | None, Field(description="If it did nothing.")] = None


class RecordArguments(Value):
    task: Text
    app: Text | None = None
    steps: Annotated[
        list[DoneStep],
        Field(
            description="{action: click, type, select, navigate, key …; target: {role, "
            "name, test_id, container}; value; url; error}"
        ),
        WithJsonSchema({"type": "array", "items": {"type": "object"}}),
    ]
    outcome: Annotated[Outcome, Field(description="success only if you saw it.")]
    reason: Text | None = None


class StepArguments(DoneStep):
    run_id: Annotated[Text | None, Field(description="Of the first one's answer.")] = (
        None
    )
    task: Annotated[Text | None, Field(description="With the first step.")] = None
    app: Text | None = None


class FinishArguments(Value):
    run_id: Text
    outcome: Annotated[Outcome, Field(description="success only if you saw it.")]
    reason: Text | None = None


class SearchArguments(Value):
    query: Text
    kinds: SkipJsonSchema[list[Text]] = Field(
        default_factory=lambda: ["chunk", "fact", "task", "message"]
    )
    app: Text | None = None
    top_n: SkipJsonSchema[Annotated[int, Field(ge=1, le=50)]] = 5


class DocumentArguments(Value):
    text: Text
    source: SkipJsonSchema[Text | None] = None
    """Where the text comes from: the same again takes its place."""


class FactArguments(Value):
    content: Annotated[
        Text, Field(description="One sentence, with names, no pronouns.")
    ]
    source: Annotated[Text, Field(description="Who says so.")] = "mcp"
    app: Text | None = None
    valid_from: SkipJsonSchema[datetime | None] = None
    valid_to: SkipJsonSchema[datetime | None] = None


class ProcedureArguments(Value):
    task: Annotated[Text | None, Field(description="To look for.")] = None
    name: Annotated[Text | None, Field(description="One that was found:")] = None
    values: Annotated[AnObject, Field(description="gives its plan for these.")] = Field(
        default_factory=dict
    )
    app: SkipJsonSchema[Text | None] = None


SubjectId = Annotated[Text, Field(description="Of a run or a pattern.")]


class HistoryArguments(Value):
    id: SubjectId


class DecisionArguments(Value):
    id: SubjectId
    by: Annotated[Text, Field(description="The person who decides, by name.")]
    why: Annotated[Text, Field(description="What for, in that person's words.")]


class RiskArguments(Value):
    task: Task
    app: Text | None = None
    url: Text | None = None
    action: ActionName
    target: Target = None
    value: Text | None = None
    params: AnObject = Field(default_factory=dict)

    def step(self) -> dict[str, Any]:
        """The step that is asked about."""
        return {
            "action": self.action,
            "target": self.target,
            "value": self.value,
            "params": self.params,
        }
