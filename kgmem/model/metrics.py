"""How well a memory serves: what it saved, how it finds, what it holds."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from pydantic import Field

from kgmem.model.base import Value

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds."""

Position = Literal["closed", "open", "half-open"]


class Compared(Value):
    """Replays of one measure, actions or seconds, against the first explorations of the
    same kind of task."""

    n: int = 0
    """Replays that succeeded, told the measure, and have an exploration that did."""
    explored: float = 0.0
    """What as many first explorations took,"""
    replayed: float = 0.0
    """what these replays took,"""
    failed: int = 0
    """how many replays failed and told the measure,"""
    in_vain: float = 0.0
    """and what those took."""
    saved: float | None = None
    """What is left of `explored` after all replays; None without any to compare."""
    factor: float | None = None
    """How many times as much an exploration takes as a replay that succeeds."""


class Saved(Value):
    """What replays saved; only of what was really reported."""

    actions: Compared = Compared()
    seconds: Compared = Compared()
    apps: Mapping[str, float] = {}
    """Actions by app, most saved first; a kind of several apps is in none."""


class Timing(Value):
    """How long something took: a histogram."""

    count: int = 0
    seconds: float = 0.0
    """In all."""
    within: tuple[int, ...] = ()
    """How many took no longer than each of the `bounds` of the metrics."""

    @property
    def mean_ms(self) -> float | None:
        """Milliseconds of one, on average."""
        return self.seconds * 1e3 / self.count if self.count else None


class CacheUse(Value):
    """What the cache of answers was asked for, in this process."""

    hits: int = 0
    misses: int = 0
    size: int = 0
    """Answers in it."""


class Metrics(Value):
    """How well a space serves, by the names of the specification.

    What runs and reports tell is of all times; what recalls tell is of the process that
    answers, since it opened the memory. A rate is None where nothing was counted yet;
    `of` says how many each rate is taken of.
    """

    space: str
    at: datetime
    since: datetime
    """When the process began to count recalls."""
    saved: Saved = Saved()

    retrieval_hit_rate: float | None = None
    """Recalls of another route than exploration."""
    avg_retrieval_time_ms: float | None = None
    replay_success_rate: float | None = None
    """Successes of the replays that ended in success or failure."""
    avg_speedup_factor: float | None = None
    """How many times as long a first exploration takes as a replay."""
    experience_reuse_count: int = 0
    """Plans that were followed, whatever came of it."""
    experience_decay_rate: float | None = None
    """Of the runs and patterns that were replayed, those that by now fail more often
    than not."""
    generalization_accuracy: float | None = None
    """Of the runs whose task a pattern matched before they were learned, those that
    went its way with these values."""
    total_experiences: int = 0
    avg_experience_size_kb: float | None = None
    """Of the newest runs, as JSON."""
    storage_growth_rate: float | None = None
    """Kilobytes a day, over the last seven days."""
    of: dict[str, int] = Field(default_factory=dict)
    """By the name of a rate or a mean, of how many it is."""

    recalls: dict[str, int] = Field(default_factory=dict)
    """By route."""
    recall_time: Timing = Timing()
    stages: dict[str, Timing] = Field(default_factory=dict)
    """Of recalls that no cache answered."""
    bounds: tuple[float, ...] = BOUNDS
    """Seconds, of the histograms."""
    refused_plans: dict[str, int] = Field(default_factory=dict)
    """By the code of what stood against a direct replay, each once a recall."""
    replays: dict[str, int] = Field(default_factory=dict)
    """By what came of them."""
    outbox_depth: int = 0
    """Changes that the vectors have still to take up."""
    breakers: dict[str, Position] = Field(default_factory=dict)
    """By service: closed, it is asked; open, it is left alone."""
    caches: dict[str, CacheUse] = Field(default_factory=dict)
    """By level."""
