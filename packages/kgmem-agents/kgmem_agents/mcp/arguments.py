"""What tools take, with the words that a model reads."""

from datetime import datetime
from typing import Annotated, TypeVar

from pydantic import Field, WithJsonSchema
from pydantic.json_schema import SkipJsonSchema

from kgmem import Action, Outcome
from kgmem.agents import JsonMap, ReplayOutcome, Text, Value

T = TypeVar("T")

APPS = "App or site."
"""What the argument `app` is; the server adds those that are known."""
PLAIN = WithJsonSchema({"type": "object"})
"""Without the schema of all that JSON can hold."""
Untold = SkipJsonSchema[T]
"""What programs may give; a model would have to read of it."""

AnObject = Annotated[JsonMap, PLAIN]
Maybe = Text | None
Moment = Untold[datetime | None]
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
    dict[str, Text] | None, Field(description="What the plan asks for."), PLAIN
]
Seen = Annotated[Outcome, Field(description="success only if you saw it.")]
Reached = Annotated[
    ReplayOutcome,
    Field(
        description="success: the page showed it; blocked: no page, or covered; "
        "absent: what was asked for is not there; refused: no such option."
    ),
]
UrlAfter = Annotated[Maybe, Field(description="If it changed.")]
Fault = Annotated[Maybe, Field(description="If it did nothing.")]


class DoneStep(Value):
    """A step of a run as a client tells it."""

    action: ActionName
    target: Target = None
    value: Maybe = None
    params: AnObject = Field(default_factory=dict)
    url: Maybe = None
    url_after: UrlAfter = None
    error: Fault = None


Steps = Annotated[
    list[DoneStep],
    Field(
        description="{action: click, type, select, navigate, key …; target: {role, "
        "name, test_id, container}; value; url; error}"
    ),
    WithJsonSchema({"type": "array", "items": {"type": "object"}}),
]
