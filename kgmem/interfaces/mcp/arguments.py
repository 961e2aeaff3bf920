"""The arguments of each tool, with the words that a model reads."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field, WithJsonSchema

from kgmem.model.action import Action
from kgmem.model.base import JsonMap, Text, Value
from kgmem.model.trajectory import Outcome, ReplayOutcome

AnObject = Annotated[JsonMap, WithJsonSchema({"type": "object"})]
"""Without the schema of all that JSON can hold."""
Task = Annotated[
    Text, Field(description="The task in the user's own words, with all its values.")
]
App = Annotated[
    Text | None,
    Field(description="App or site that it is done in, such as 'corner shop'."),
]
Url = Annotated[Text | None, Field(description="Address of the page at hand.")]
Elements = Annotated[
    list[AnObject],
    Field(
        description="The page's elements, in its order: objects with role, name, tag, "
        "text, test_id, attributes, container (texts around it, nearest first), "
        "whichever are known; role and name help most.",
    ),
]
Target = Annotated[
    AnObject | None,
    Field(
        description="The element acted on: {role, name, tag, text, test_id, "
        "attributes, container}, whichever are known."
    ),
]
ActionName = Annotated[
    Action,
    Field(description="What is done; 'tool' and 'custom' need params.name."),
]
Entered = Annotated[
    Text | None, Field(description="Text that is typed, or option that is chosen.")
]
Params = Annotated[AnObject, Field(description="Further arguments of the action.")]
PlanId = Annotated[Text, Field(description="The plan_id that recall gave.")]
Since = Annotated[datetime | None, Field(description="Since when it holds.")]
Until = Annotated[datetime | None, Field(description="When it ends to hold.")]
RunId = Annotated[Text, Field(description="The run_id that record_step gave.")]


class RecallArguments(Value):
    task: Task
    app: App = None
    url: Url = None
    elements: Elements = Field(default_factory=list)
    top_n: Annotated[int, Field(ge=1, le=20, description="Earlier runs to tell.")] = 3
    agent: Annotated[
        Text | None,
        Field(description="Whose agent asks: what its person said fills open values."),
    ] = None


class LocateArguments(Value):
    plan_id: PlanId
    step: Annotated[int, Field(description="Number of the plan's step, its n.")]
    elements: Elements
    values: Annotated[
        dict[str, Text],
        Field(description="Values of what the plan asks for (its asks), by name."),
    ] = Field(default_factory=dict)


class ReportArguments(Value):
    plan_id: PlanId
    outcome: Annotated[
        ReplayOutcome,
        Field(
            description="success only if the page or app showed that the task is done; "
            "blocked: the page did not load, or something covers it; absent: what was "
            "asked for is not there, and nothing was changed; refused: a choice has no "
            "such option; failure: the steps did not do it."
        ),
    ]
    failed_step: Annotated[
        int | None, Field(description="Number of the step that could not be done.")
    ] = None
    reason: Annotated[Text | None, Field(description="What went wrong.")] = None
    repaired_with: Annotated[
        list[AnObject],
        Field(
            description="Steps that did what the failed one should have done: objects "
            "with action, target, value."
        ),
    ] = Field(default_factory=list)
    values: Annotated[
        dict[int, Text],
        Field(description="What you really entered or chose, by step number."),
    ] = Field(default_factory=dict)
    steps_done: Annotated[
        list[int] | None, Field(description="Numbers of the steps that you did.")
    ] = None
    deviations: Annotated[
        Text | None,
        Field(description="What else you did than the plan says, in words."),
    ] = None
    actions: Annotated[int | None, Field(description="How many actions it took.")] = (
        None
    )
    feedback: Annotated[
        float | None, Field(ge=0, le=1, description="A person's rating, 0 to 1.")
    ] = None


class StepArguments(Value):
    run_id: Annotated[
        Text | None,
        Field(description="What the first record_step of this run gave; none begins."),
    ] = None
    task: Annotated[
        Text | None,
        Field(description="With the first step: the task in the user's own words."),
    ] = None
    app: App = None
    url: Url = None
    action: ActionName
    target: Target = None
    value: Entered = None
    params: Params = Field(default_factory=dict)
    url_after: Annotated[
        Text | None, Field(description="Address of the page after it, if it changed.")
    ] = None
    error: Annotated[
        Text | None, Field(description="What went wrong, if it led nowhere.")
    ] = None


class FinishArguments(Value):
    run_id: RunId
    outcome: Annotated[
        Outcome, Field(description="success only if you saw that the task is done.")
    ]
    reason: Annotated[Text | None, Field(description="Why it failed.")] = None


class SearchArguments(Value):
    query: Annotated[Text, Field(description="A question or a few words.")]
    kinds: Annotated[
        list[Text],
        Field(
            description="Where to look: chunk (parts of documents), fact, task (what "
            "was done), message."
        ),
    ] = Field(default_factory=lambda: ["chunk", "fact", "task", "message"])
    app: App = None
    top_n: Annotated[int, Field(ge=1, le=50)] = 5


class FactArguments(Value):
    content: Annotated[
        Text,
        Field(description="One statement in one sentence, with names, no pronouns."),
    ]
    source: Annotated[Text, Field(description="Who or what says so.")] = "mcp"
    app: App = None
    valid_from: Since = None
    valid_to: Until = None


SubjectId = Annotated[
    Text, Field(description="Id of a run or a pattern, as recall gave it.")
]


class HistoryArguments(Value):
    id: SubjectId


class DecisionArguments(Value):
    id: SubjectId
    by: Annotated[Text, Field(description="The person who decides, by name.")]
    why: Annotated[Text, Field(description="What for, in that person's words.")]


class RiskArguments(Value):
    task: Task
    app: App = None
    url: Url = None
    action: ActionName
    target: Target = None
    value: Entered = None
    params: Params = Field(default_factory=dict)

    def step(self) -> dict[str, Any]:
        """The step that is asked about."""
        return {
            "action": self.action,
            "target": self.target,
            "value": self.value,
            "params": self.params,
        }
