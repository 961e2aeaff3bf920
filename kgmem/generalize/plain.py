"""What generalizing works on: plain data, so that a worker needs no store."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kgmem.language.words import Span
from kgmem.model.pattern import RunSource
from kgmem.model.trajectory import Step
from kgmem.paths.tidy import as_done

MAX_RUNS = 3
"""Newest successful runs of a task that are looked at."""


@dataclass(frozen=True, slots=True)
class RunSteps:
    """A successful run: its path without steps that failed."""

    experience_id: str
    steps: tuple[Step, ...]
    source: RunSource = field(default_factory=lambda: RunSource(runs=1))
    """Who recorded it."""
    verified: bool = False
    """Does not the agent alone say that its path works?"""


def runs_of(
    stored: Iterable[tuple[str, tuple[Step, ...], RunSource, bool]],
) -> tuple[RunSteps, ...]:
    """Stored runs, by their ids, with each step as what it came to."""
    return tuple(
        RunSteps(key, tuple(map(as_done, steps)), source, verified)
        for key, steps, source, verified in stored
    )


@dataclass(frozen=True, slots=True)
class TaskRuns:
    """A task and its successful runs, newest first; without runs, a wording only."""

    task_id: str
    text: str
    app: str | None = None
    runs: tuple[RunSteps, ...] = ()
    vector: tuple[float, ...] | None = None
    """Of its text, unit length; None where there is no embedder."""


@dataclass(frozen=True, slots=True)
class Use:
    """Where a value of the text stands in a run.

    The field holds `before` + transform(value) + `after`.
    """

    step: int
    """Index into the run's steps, from 0."""
    part: str
    """`value`, `name`, `text`, `container.0`, `params.item_ids.1`,
    `params.order_id`, `url.q` (a query parameter of a `navigate` step's value),
    `path.1` (a part of its path), `path.1.number` (the number in that part)."""
    transform: str | None = None
    """None: as it is written in the text."""
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Grounding:
    """A span of the text that a run uses."""

    span: Span
    uses: tuple[Use, ...]
    items: tuple[Span, ...] = ()
    """For a list: the spans of its items, in the text's order; `uses` of a list are
    those of its items, see `of_item`."""
    of_item: tuple[int, ...] = ()
    """For a list: which item each of `uses` holds."""


Grounded = Mapping[str, Mapping[str, Sequence[Grounding]]]
"""Groundings by task id and experience id."""


@dataclass(frozen=True, slots=True)
class Slotted:
    """One member's text against its group's slots."""

    wording: int
    """Which of the group's templates."""
    spans: Mapping[str, Span]
    """By slot key."""
    items: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
    """Of list slots; no item at all is an empty list."""


@dataclass(frozen=True, slots=True)
class Wordings:
    """The templates of a group of texts; holes name slot keys (`s0`, `s1`, …)."""

    templates: tuple[str, ...]
    """Most frequent first."""
    members: Mapping[str, Slotted]
    """By task id; a task that is missing here did not fit."""
