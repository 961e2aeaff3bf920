"""What a process counts of its recalls, by space."""

import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import accumulate
from typing import Any

from kgmem.model.metrics import BOUNDS, Timing
from kgmem.model.recollection import Stage

MOST_SPACES = 10_000
"""Whose recalls are counted; that which was longest not asked makes room."""


@dataclass(slots=True)
class Durations:
    """Durations by the smallest bound that they keep."""

    seconds: float = 0.0
    within: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))

    def add(self, seconds: float) -> None:
        """One more."""
        self.seconds += seconds
        self.within[bisect_left(BOUNDS, seconds)] += 1

    def timing(self) -> Timing:
        """The same for callers."""
        counts = list(accumulate(self.within))
        return Timing(count=counts[-1], seconds=self.seconds, within=tuple(counts[:-1]))


@dataclass(slots=True)
class RecallCounts:
    """What became of the recalls of a space."""

    routes: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    time: Durations = field(default_factory=Durations)
    stages: dict[str, Durations] = field(default_factory=dict)

    def add(
        self,
        route: str,
        seconds: float,
        stages: Iterable[Stage],
        codes: Iterable[str],
    ) -> None:
        """One more recall."""
        self.routes[route] += 1
        self.time.add(seconds)
        self.refused.update(set(codes))
        for one in stages:
            if one.status != "skipped":
                self.stages.setdefault(one.name, Durations()).add(one.ms / 1e3)


class Counters:
    """Counts of all spaces since a memory was opened; thread-safe."""

    def __init__(self) -> None:
        self.since = datetime.now(UTC)
        self._spaces: dict[str, RecallCounts] = {}
        self._lock = threading.Lock()

    def recalled(
        self,
        space: str,
        route: str,
        seconds: float,
        stages: Iterable[Stage],
        codes: Iterable[str] = (),
    ) -> None:
        """A recall took this route and so long; `codes` are of what stood against a
        direct replay."""
        with self._lock:
            counts = self._spaces.pop(space, None) or RecallCounts()
            self._spaces[space] = counts
            if len(self._spaces) > MOST_SPACES:
                del self._spaces[next(iter(self._spaces))]
            counts.add(route, seconds, stages, codes)

    def told(self, space: str) -> dict[str, Any]:
        """What became of the recalls of a space, by the fields of `Metrics`."""
        with self._lock:
            counts = self._spaces.get(space) or RecallCounts()
            return {
                "recalls": dict(sorted(counts.routes.items())),
                "recall_time": counts.time.timing(),
                "stages": {name: one.timing() for name, one in counts.stages.items()},
                "refused_plans": dict(sorted(counts.refused.items())),
            }
