"""What happened: a run, its steps, the elements that they touched."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    FiniteFloat,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails
from typing_extensions import TypeIs

from kgmem.errors import InvalidInput
from kgmem.model.action import ACTIONS, OTHER_NAMES, Action, Traits
from kgmem.model.answer import (
    ANSWER,
    AS,
    OF,
    OF_VALUE,
    READ_OF,
    name_of_answer,
    names_of_answers,
)
from kgmem.model.base import MAX_TASK, Count, JsonMap, Text, Utc, Value, clean
from kgmem.model.keys.dom_path import dom_path
from kgmem.model.option import Option, options_in

Outcome = Literal["success", "failure", "unknown"]
UNCOUNTED = ("blocked", "absent", "refused")
"""Outcomes of replays that count neither for nor against the path."""
ReplayOutcome = Literal["success", "failure", "unknown", "blocked", "absent", "refused"]
"""What came of a plan. blocked: something stood in the way, a page that did not load or
what covers it; absent: what was asked for is not there, and nothing was changed;
refused: a choice has no such option; failure: the effect did not come, which alone
counts against the path."""


Turning = Literal["up", "down"]
DomPath = Annotated[Text, AfterValidator(dom_path)]


def counts(outcome: ReplayOutcome) -> TypeIs[Literal["success", "failure"]]:
    """Does it count for the path, or against it?"""
    return outcome in ("success", "failure")


class Locator(Value):
    """One way to find an element: css, xpath, id, test_id, aria, text, …"""

    kind: Text
    value: Text


class Box(Value):
    """Where an element stands, in CSS pixels of the viewport."""

    x: FiniteFloat
    y: FiniteFloat
    width: FiniteFloat
    height: FiniteFloat


class Element(Value):
    """A target, or a candidate on a page.

    Also takes the short form `{id, type, label}`; what a driver adds beyond these
    fields is kept in `attributes`.
    """

    element_id: Text | int | None = None
    role: Text | None = None
    name: Text | None = None
    tag: Text | None = None
    text: Text | None = None
    test_id: Text | None = None
    attributes: dict[Text, Text] = Field(default_factory=dict)
    locators: tuple[Locator, ...] = ()
    container: tuple[Text, ...] = ()
    """Texts or headings around it, nearest first (row, list item, form, section). An
    empty one, in a pattern's step, keeps the place of a text that is not told."""
    ordinal: Count | None = None
    frame: Text | None = None
    """The chain of frames that it stands in, see `kgmem.model.keys.whereabouts`; None:
    in the page itself."""
    tab: Text | None = None
    """The tab or window, in the same form; None: the one that the run began in."""
    path: DomPath | None = None
    box: Box | None = None
    options: Annotated[tuple[Option, ...], BeforeValidator(options_in)] = ()
    """What the list offers that it is, or is one of: the options of a select, the
    items of a listbox, the buttons of a radio group."""

    @model_validator(mode="before")
    @classmethod
    def _from_driver(cls, data: object) -> object:
        if not isinstance(data, Mapping):
            return data
        fields: dict[str, object] = {}
        extra: dict[str, object] = {}
        for key, value in data.items():
            (fields if key in _ELEMENT_FIELDS else extra)[str(key)] = value
        for short, full in (("id", "element_id"), ("type", "tag"), ("label", "name")):
            if short in extra and fields.get(full) is None:
                fields[full] = extra.pop(short)
        if isinstance(fields.get("container"), str):
            fields["container"] = (fields["container"],)
        given = fields.get("attributes")
        if isinstance(given, Mapping) or given is None:
            fields["attributes"] = _attributes({**extra, **(given or {})})
        return fields

    def told_by(self, locators: "tuple[Locator, ...]") -> "Element":
        """The element with these locators, too, after its own."""
        if not locators:
            return self
        every = dict.fromkeys((*self.locators, *locators))
        return self.model_copy(update={"locators": tuple(every)})

    def nearest(self) -> str:
        """The nearest text around it that is told; empty if there is none."""
        return next(filter(None, self.container), "")

    def label(self) -> str:
        """The words a person would call it by; empty if it has none."""
        for words in (self.name, self.text, self.test_id):
            if words and words.strip():
                return " ".join(words.split())
        return next(
            (
                self.attributes[key]
                for key in ("aria-label", "placeholder", "title", "alt", "name", "id")
                if self.attributes.get(key)
            ),
            "",
        )


_ELEMENT_FIELDS = frozenset(Element.model_fields)


def _attributes(raw: Mapping[str, object]) -> dict[str, str]:
    """Scalars as strings; anything deeper is not an attribute and is dropped."""
    return {
        str(key): value if isinstance(value, str) else str(value).lower()
        for key, value in raw.items()
        if isinstance(value, str | int | float | bool)
    }


class Mark(Value):
    """A text of a page that goes with the task: the month of one of its dates, or one
    of its numbers."""

    kind: Text
    """`month`, or the text with `#` in the place of its number."""
    at: DomPath
    nth: Count
    """Which of the task's dates, or numbers,"""
    of: Count
    """of how many."""
    turns: Turning | None = None
    """Which way a click on the step's element turns it; None: it stood so."""
    times: Count = 1
    """Clicks that turned it."""

    def is_like(self, other: "Mark") -> bool:
        """Do both go with the same of the task in the same way?"""
        place = {"at": self.at, "times": self.times}
        return other.model_copy(update=place) == self


class Page(Value):
    """What a page looked like at one moment."""

    url: Text | None = None
    title: Text | None = None
    hint: Text | None = None
    head: Text | None = None
    """Its main heading."""
    alert: Text | None = None
    """What it says in an alert;"""
    status: Text | None = None
    """and in a status, such as a toast."""
    asks_password: bool | None = None
    state: Text | None = None
    """A hash of all that it shows; equal for two visits that show the same."""
    turned: dict[Text, Text] = Field(default_factory=dict)
    """Of a page after a step: how its element stands there, where that is otherwise
    than before: states by their attributes, and its `name`."""
    marks: tuple[Mark, ...] = ()
    """Of a page before a step: what of it goes with the task."""
    elements: tuple[Element, ...] = ()
    stats: dict[Text, Count] = Field(default_factory=dict)
    dom_ref: Text | None = None
    a11y_ref: Text | None = None
    screenshot_ref: Text | None = None


def _gives(action: object) -> bool:
    return any(action == name and does.gives for name, does in ACTIONS.items())


class Step(Value):
    """One action and what is known of its effect."""

    action: Action
    target: Element | None = None
    destination: Element | None = None
    """Where it ends, of an action that does on an element of its own: a drag."""
    value: Text | None = None
    params: JsonMap = Field(default_factory=dict)
    page_before: Page | None = None
    page_after: Page | None = None
    effect: bool | None = None
    """Did the state change? None = not recorded."""
    success: bool | None = None
    error: Text | None = None
    thought: Text | None = None
    duration_ms: Count | None = None
    at: Utc | None = None

    @property
    def does(self) -> Traits:
        """What its action does."""
        return ACTIONS[self.action]

    @property
    def as_(self) -> str:
        """The name of what it reads; empty where it reads nothing."""
        return name_of_answer(self.action, self.params)

    @model_validator(mode="before")
    @classmethod
    def _what_is_read(cls, data: object) -> object:
        if not isinstance(data, Mapping) or not _gives(data.get("action")):
            return data
        beside = {key: data[key] for key in (AS, OF) if key in data}
        params = {AS: ANSWER, OF: OF_VALUE, **(data.get("params") or {}), **beside}
        if params[OF] not in READ_OF:
            known = ", ".join(READ_OF)
            raise ValueError(f"unknown 'of'; known: {known}")
        left = {key: one for key, one in data.items() if key not in (AS, OF)}
        return {**left, "params": params}

    @field_validator("action", mode="before")
    @classmethod
    def _known_action(cls, action: object) -> object:
        if isinstance(action, str) and action in ACTIONS:
            return action
        given = str(action)
        near = OTHER_NAMES.get(given) or difflib.get_close_matches(given, ACTIONS, n=1)
        hint = f"did you mean {' / '.join(map(repr, near))}? " if near else ""
        raise ValueError(
            f"unknown action {given[:40]!r}; {hint}"
            f"known: {', '.join(ACTIONS)}; anything else goes in as 'custom' "
            "with params['name']"
        )

    @field_validator("value", mode="before")
    @classmethod
    def _value_as_text(cls, value: object) -> object:
        if isinstance(value, bool):
            return str(value).lower()
        return str(value) if isinstance(value, int | float) else value

    @model_validator(mode="after")
    def _ends_somewhere(self) -> "Step":
        if self.destination is None:
            return self
        if not self.does.has_destination:
            able = ", ".join(name for name in ACTIONS if ACTIONS[name].has_destination)
            raise ValueError(
                f"a {self.action!r} has no destination, only: {able}; put what it "
                "is done to into target"
            )
        if self.target is None:
            raise ValueError("a destination needs a target: what is moved there")
        return self

    @model_validator(mode="after")
    def _named_tool(self) -> "Step":
        if self.does.is_call and not self.params.get("name"):
            raise ValueError(f"action {self.action!r} needs params['name']")
        return self


MAX_STEPS = 2_000
"""Steps of one run. A run is stored as a whole, in one transaction: the embedded graph
refused 5,000 steps with 6 GB for its queries, and took 3,000."""


def too_many_steps(count: int) -> str:
    """What to say of a run that has more than MAX_STEPS."""
    return (
        f"a run of {count:,} steps; {MAX_STEPS:,} fit: tell it as several runs, each "
        "with the task of its part"
    )


def _few(steps: object) -> object:
    # Before they are looked at one by one: there may be any number of them.
    if isinstance(steps, Sequence) and len(steps) > MAX_STEPS:
        raise ValueError(too_many_steps(len(steps)))
    return steps


LABELS_OF_READ = ("column head", "label before", "id")
"""Attributes of an element that say what its text is."""


def _label_of_read(step: Step) -> str:
    """What its element is called beside what stands there."""
    target = step.target or Element()
    told = (target.attributes.get(name) for name in LABELS_OF_READ)
    every = (target.test_id, *told, target.name, target.text)
    return next((one for one in every if one and one != step.value), "")


def _a_task(text: str) -> str:
    if not text.strip():
        raise ValueError("is empty; say in a sentence what was asked for")
    if len(text) > MAX_TASK:
        raise ValueError(
            f"is {len(text):,} characters long; {MAX_TASK:,} fit: a long text "
            "belongs into a document (add_document), the task names it"
        )
    return text


class Trajectory(Value):
    """One run of one task, from its first step to its outcome."""

    task: Annotated[Text, AfterValidator(_a_task)]
    steps: Annotated[tuple[Step, ...], BeforeValidator(_few), AfterValidator(_few)] = ()
    """At most MAX_STEPS. No steps = wording only: it clusters, it is never replayed."""
    outcome: Outcome = "unknown"
    """`unknown` never counts as success."""
    source: Text = "agent"
    source_task_id: Text | None = None
    """None: a hash of the redacted content."""
    app: Text | None = None
    url: Text | None = None
    domain: Text | None = None
    intent: Text | None = None
    locale: Text | None = None
    device: Text | None = None
    app_version: Text | None = None
    session_id: Text | None = None
    preconditions: Text | None = None
    tags: tuple[Text, ...] = ()
    keywords: tuple[Text, ...] = ()
    score: float | None = Field(default=None, ge=0, le=1)
    judge: Text | None = None
    started_at: Utc | None = None
    plan_id: Text | None = None
    """The plan it followed, so that a run reported and learned counts once."""
    answer: Text | None = None
    """What was answered at the end; learned as a read step, see `Step.as_`."""

    @field_validator("steps", mode="after")
    @classmethod
    def _several_answers(cls, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Several that are read and have no names go by what stands beside them."""
        nameless = [n for n, step in enumerate(steps) if step.as_ == ANSWER]
        if len(nameless) < 2:
            return steps
        names = names_of_answers([_label_of_read(steps[n]) for n in nameless])
        named = dict(zip(nameless, names, strict=True))
        return tuple(
            step.model_copy(update={"params": {**step.params, AS: named[n]}})
            if n in named
            else step
            for n, step in enumerate(steps)
        )

    @field_validator("app", "domain", "source_task_id", mode="after")
    @classmethod
    def _blank_is_none(cls, value: str | None) -> str | None:
        return value if value and value.strip() else None


def followed(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps without those that were recorded as failed: a dead end is evidence,
    no part of the path."""
    return tuple(step for step in steps if step.success is not False or step.effect)


def parse_trajectory(given: object) -> Trajectory:
    """The trajectory in `given`.

    Raises InvalidInput naming each bad step and field, e.g. `steps[3].action`.
    """
    if isinstance(given, Trajectory):
        return given
    if not isinstance(given, Mapping):
        raise InvalidInput(_no_run(given))
    try:
        return Trajectory.model_validate(dict(given))
    except ValidationError as error:
        raise InvalidInput(explain(error, "trajectory")) from error
    except RecursionError as error:
        raise InvalidInput("trajectory: nested too deeply") from error


def _no_run(given: object) -> str:
    kind, form = type(given).__name__, "Trajectory or a mapping"
    if isinstance(given, str | Path):
        return f"one run is a {form}, not {kind}: learn_from reads files"
    if isinstance(given, Iterable) and not isinstance(given, bytes):
        return f"one run is a {form}, not {kind}: learn_many takes many"
    return f"one run is a {form}, not {kind}"


def explain(error: ValidationError, what: str) -> str:
    """Each fault of a pydantic error in one line, by path; at most five.

    The bad value itself is not shown: it may be a secret.
    """
    faults = error.errors(include_url=False, include_input=False)
    lines = [
        f"{_path(fault['loc'])}: {_reason(fault, error.title)}" for fault in faults[:5]
    ]
    more = f"; and {len(faults) - 5} more" if len(faults) > 5 else ""
    return str(clean(f"{what}: " + "; ".join(lines) + more))


def _reason(fault: ErrorDetails, model: str) -> str:
    place, field = (None, None, *fault["loc"])[-2:]
    if fault["type"] == "extra_forbidden":
        if isinstance(place, int) and field in FINDING:
            return (
                "no such field; what finds the element goes into the step's target, as "
                f'{{"locators": [{{"kind": "{FINDING[field]}", "value": …}}]}}'
            )
        if model == Trajectory.__name__:
            return "no such field (see `kgmem learn --help` for the format)"
        return "no such field"
    if fault["type"] == "model_type" and field in ("target", "destination"):
        return (
            'a mapping that says what the element is, such as {"name": "Save"} or '
            '{"locators": [{"kind": "css", "value": "#save"}]}'
        )
    told = fault["msg"].removeprefix("Value error, ")
    return told.replace("a valid tuple", "a list")  # JSON has no other


def with_steps(run: Trajectory, steps: Iterable[Step]) -> Trajectory:
    """The run with these in the places of its steps; itself where they are its own."""
    made = tuple(steps)
    if all(new is old for new, old in zip(made, run.steps, strict=True)):
        return run
    return run.model_copy(update={"steps": made})


FINDING = {"selector": "css", "css": "css", "locator": "css", "xpath": "xpath"}
"""Names under which steps elsewhere have what finds their element, and its kind."""
MAX_SHOWN = 100
"""Characters of a field's name in a message."""


def _path(location: tuple[int | str, ...]) -> str:
    path = ""
    for part in location:
        path += f"[{part}]" if isinstance(part, int) else f".{part[:MAX_SHOWN]}"
    return path.lstrip(".") or "value"
