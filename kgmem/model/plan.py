"""What an agent can follow, and what it should stay clear of."""

from typing import Literal

from pydantic import Field

from kgmem.model.base import JsonMap, Value
from kgmem.model.pattern import Expectation, Need
from kgmem.model.trajectory import Action, Element

Route = Literal[
    "direct_replay", "adaptive_replay", "guided_exploration", "reflexion_explore"
]


class PlanStep(Value):
    """One bound step; repeats are expanded."""

    n: int
    action: Action
    target: Element | None = None
    value: str | None = None
    params: JsonMap = Field(default_factory=dict)
    need: Need = "required"
    branches: tuple[tuple["PlanStep", ...], ...] = ()
    until: Expectation | None = None
    expect: Expectation | None = None
    irreversible: bool = False


class Avoidance(Value):
    """What failed before, where, and what to do instead."""

    action: Action
    element: Element | None = None
    page: str | None = None
    value_shape: str | None = None
    instead: str | None = None
    cause: str
    message: str
    failures: int = 0
    successes: int = 0
    score: float = 0.0
    scope: dict[str, str] = Field(default_factory=dict)
    experience_ids: tuple[str, ...] = ()


class Origin(Value):
    """What a plan was made from."""

    kind: Literal["experience", "pattern"]
    id: str
    version: int = 1


class Plan(Value):
    """Steps to follow, with the conditions for following them."""

    plan_id: str
    task: str
    route: Route
    bindings: dict[str, str | list[str]] = Field(default_factory=dict)
    steps: tuple[PlanStep, ...] = ()
    avoid: tuple[Avoidance, ...] = ()
    origin: Origin
    checked: bool = True
    """Each step must be located and its expectation met, else hand over."""
    experimental: bool = False
    needs_confirmation: bool = False
    """An irreversible step is ahead."""

    def remaining(self, after: int) -> "Plan":
        """The same plan from the step after number `after` on."""
        steps = tuple(step for step in self.steps if step.n > after)
        return self.model_copy(
            update={
                "steps": steps,
                "needs_confirmation": self.needs_confirmation
                and any(step.irreversible for step in steps),
            }
        )
