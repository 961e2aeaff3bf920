"""What an agent can follow, and what it should stay clear of."""

from collections.abc import Mapping
from functools import partial
from typing import Literal
from urllib.parse import quote

from pydantic import Field

from kgmem.model.action import ACTIONS, Action, Traits
from kgmem.model.answer import name_of_answer
from kgmem.model.base import JsonMap, Value
from kgmem.model.keys.table_rows import row_of
from kgmem.model.pattern import Expectation, Need
from kgmem.model.source import ValueSource
from kgmem.model.trajectory import Element

Route = Literal[
    "direct_replay", "adaptive_replay", "guided_exploration", "reflexion_explore"
]


class PlanStep(Value):
    """One bound step; repeats are expanded."""

    n: int
    action: Action
    target: Element | None = None
    destination: Element | None = None
    """Where a drag ends."""
    value: str | None = None
    params: JsonMap = Field(default_factory=dict)
    need: Need = "required"
    branches: tuple[tuple["PlanStep", ...], ...] = ()
    """Other ways, to be tried where this step's element is not there."""
    spans: int = 1
    """Steps of the plan, with this one, that a branch stands in for."""
    until: Expectation | None = None
    expect: Expectation | None = None
    irreversible: bool = False
    source: int | None = None
    """Number of the recorded step, or of the pattern's step, that it was made from."""
    varies: bool = False
    """Another element for other values: what its target is told by holds a slot."""
    asks: tuple[str, ...] = ()
    """Slots whose value the task does not give: `{slot}` stands where it belongs until
    a page or the user tells it."""
    answers: tuple[tuple[str, str], ...] = Field(default=(), exclude=True, repr=False)
    """Names of values that it asked for, with what it was given; in memory only."""
    reads: dict[str, tuple[ValueSource, ...]] = Field(default_factory=dict)
    """Where a value that it asks for stands, by the name of its slot. Several places
    have to agree. `follow` reads it there; it is never the value of an old run. Of a
    step that reads, where that stands, by its name."""
    further: tuple[str, ...] = ()
    """What of the task the plan is not known to do: what is asked for besides, or in
    other words that may say the same. To be settled before this step, see
    `Plan.settled`."""
    reworded: tuple[str, ...] = ()
    """What of the task is said in other words than before, and may mean no other. What
    of it is not in `further`, too, the values bear out: lists and fields have them."""

    @property
    def changes(self) -> tuple[str, ...]:
        """Of what is to be settled, what changes the request: a negation, a condition,
        somebody else, one more thing to do."""
        return tuple(one for one in self.further if one not in self.reworded)

    @property
    def does(self) -> Traits:
        """What its action does."""
        return ACTIONS[self.action]

    @property
    def as_(self) -> str:
        """The name of what it reads; empty where it reads nothing."""
        return name_of_answer(self.action, self.params)

    @property
    def after(self) -> dict[str, str]:
        """How its element stands once it is done: states by their attributes, and its
        `name`, as far as the runs tell that the step turned them."""
        stands = self.expect.stands if self.expect else {}
        return {key: after for key, (_, after) in stands.items()}

    @property
    def row(self) -> str:
        """The row that its element stands in, in words; empty where none is known."""
        return row_of(self.target) if self.target else ""

    @property
    def read_from(self) -> str | None:
        """Where what it asks for is read, in words: `step 2: cell beside Last
        order`."""
        told = [str(self.reads[name][0]) for name in self.asks if name in self.reads]
        return "; ".join(told) or None


class NextStep(PlanStep):
    """A step that runs took from a page like the one at hand, towards tasks like a
    goal: advice, which authorizes nothing."""

    share: float
    """Of the votes of all steps that can be taken there, 0..1."""
    runs: tuple[str, ...]
    """Ids of the runs that took it, those of the most similar tasks first."""
    tasks: tuple[str, ...]
    """What these were for."""


class Avoidance(Value):
    """What failed before, where, and what to do instead."""

    avoidance_id: str | None = None
    """Of one that is stored; None of one that was found on the way."""
    action: Action
    element: Element | None = None
    destination: Element | None = None
    """Where the step that failed was to end."""
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
    left_out: tuple[str, ...] = ()
    """What known runs did that this task does not ask for."""
    learned: str | None = None
    """The task that its steps were learned of, where that says something else."""
    origin: Origin
    checked: bool = True
    """Each step must be located and its expectation met, else hand over."""
    experimental: bool = False
    needs_confirmation: bool = False
    """An irreversible step is ahead."""
    app: str | None = None
    """Where it is followed; outcomes count for this app."""
    verified: int = 0
    """Successes behind it that a judge or a check of the effect confirmed; without any,
    they are what agents claimed."""
    assumed: dict[str, str] = Field(default_factory=dict)
    """Slots filled by what the user prefers, not by the task: the ids of the facts that
    say it."""
    answer_is_own: bool = False
    """Did the agent answer what stood on no page? Then nothing is read for it."""
    confidence: float | None = None
    """Probability of success, 0..1, as the recall told it,"""
    predicted: float | None = None
    """and as the rules see it: what calibration is fitted on."""
    secrets: dict[str, str] = Field(default_factory=dict, exclude=True, repr=False)
    """Raw value by placeholder, in memory only: never part of a dump."""

    @property
    def asks(self) -> tuple[str, ...]:
        """Slots whose value is to be asked for before it is followed; see
        `PlanStep.asks`."""
        return tuple(dict.fromkeys(name for step in self.steps for name in step.asks))

    @property
    def reads(self) -> dict[str, str]:
        """Where the values that it asks for are read on the way, in words, by name;
        what it asks for besides is to be given."""
        found: dict[str, str] = {}
        for step in self.steps:
            for name, sources in step.reads.items():
                found.setdefault(name, str(sources[0]))
        return {name: place for name, place in found.items() if name in self.asks}

    @property
    def further(self) -> tuple[str, ...]:
        """What of the task the plan is not known to do; see `PlanStep.further`."""
        return tuple(dict.fromkeys(one for step in self.steps for one in step.further))

    @property
    def reworded(self) -> tuple[str, ...]:
        """What of the task is said in other words; see `PlanStep.reworded`."""
        return tuple(dict.fromkeys(one for step in self.steps for one in step.reworded))

    def settled(self) -> "Plan":
        """The plan with nothing further to be settled: somebody else does it, it needs
        nothing to be done, or the plan does it in other words."""
        nothing = {"further": (), "reworded": ()}
        steps = (
            step.model_copy(update=nothing) if step.further or step.reworded else step
            for step in self.steps
        )
        return self.model_copy(update={"steps": tuple(steps)})

    def answered(self, values: Mapping[str, str]) -> "Plan":
        """The plan with these values, as the page is to get them, where it asks for
        them."""
        steps = tuple(answered(step, values) for step in self.steps)
        return self.model_copy(
            update={"steps": steps, "bindings": {**self.bindings, **values}}
        )

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


def answered(step: PlanStep, values: Mapping[str, str]) -> PlanStep:
    """The step, and its other ways, with the values that it asks for."""
    ways = tuple(tuple(answered(one, values) for one in way) for way in step.branches)
    write = partial(quote, safe="") if step.does.enters == "address" else str
    told = {f"{{{name}}}": write(values[name]) for name in step.asks if name in values}
    if not told:
        return step.model_copy(update={"branches": ways}) if ways else step
    kept = step.model_dump(exclude={"branches", "asks", "reads"}, exclude_unset=True)
    left = tuple(name for name in step.asks if name not in values)
    told_of = {name: _filled(value, told) for name, value in kept.items()}
    return PlanStep.model_validate(
        {
            **told_of,
            "branches": ways,
            "asks": left,
            "answers": [
                *step.answers,
                *((name, values[name]) for name in step.asks if name in values),
            ],
            "reads": {name: step.reads[name] for name in left if name in step.reads},
        }
    )


def _filled(value: object, told: Mapping[str, str]) -> object:
    """The JSON value with each of these texts replaced."""
    if isinstance(value, str):
        for name, text in told.items():
            value = value.replace(name, text)
        return value
    if isinstance(value, dict):
        return {key: _filled(one, told) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_filled(one, told) for one in value]
    return value
