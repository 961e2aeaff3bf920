"""What recalls read of a graph that one process alone writes into, until it writes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from itertools import islice
from threading import Lock
from typing import Any, Generic, TypeVar

from kgmem.graph.known_tasks import KnownTask
from kgmem.graph.read_rows import RunsOfTask
from kgmem.graph.recalled.fact_groups import Lead

V = TypeVar("V")

TASKS, LINKED, WALKED, RUNS, LEADS = 20_000, 8_000, 4_000, 2_000, 20_000
"""Tasks of which is kept what they say, what they are linked to, what their elements
lead to, what became of their runs; and of names, what facts they lead to."""
SEARCHED = 40_000
"""What searches looked up: of one text a hundred things."""


class Kept(Generic[V]):
    """At most so many values, by space and id, those that came last. Thread-safe."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[tuple[str, str], V] = {}
        self._lock = Lock()
        self.drops = 0
        """How often all was dropped; `put` asks for it."""

    def of(self, space: str, ids: Iterable[str]) -> dict[str, V]:
        """What is kept of these."""
        kept = self._values
        with self._lock:
            return {one: kept[space, one] for one in ids if (space, one) in kept}

    def put(self, space: str, values: Mapping[str, V], drops: int) -> None:
        """Keep values that were read when there had been so many `drops`, but not if
        there were more since. Where there are too many, the older half goes: to find
        the one that was used longest ago would cost more at each look than this."""
        if not self._most:
            return
        with self._lock:
            if drops == self.drops:
                for one, value in values.items():
                    self._values[space, one] = value
            if len(self._values) > self._most:
                for key in list(islice(self._values, self._most // 2)):
                    del self._values[key]

    def drop(self) -> None:
        """Keep nothing of what was read so far."""
        with self._lock:
            self.drops += 1
            self._values.clear()


@dataclass(frozen=True, slots=True)
class KeptReads:
    """All that recalls keep."""

    tasks: Kept[KnownTask] = field(default_factory=lambda: Kept(TASKS))
    linked: Kept[tuple[tuple[float, KnownTask], ...]] = field(
        default_factory=lambda: Kept(LINKED)
    )
    walks: Kept[tuple[tuple[int, KnownTask], ...]] = field(
        default_factory=lambda: Kept(WALKED)
    )
    """Other tasks over a task's elements, each with its weight in billionths, the best
    first."""
    runs: Kept[RunsOfTask] = field(default_factory=lambda: Kept(RUNS))
    leads: Kept[Lead] = field(default_factory=lambda: Kept(LEADS))
    searched: Kept[tuple[Any, ...]] = field(default_factory=lambda: Kept(SEARCHED))
    """What a query of a search gives for one thing that it looks up."""
    nameless: Kept[bool] = field(default_factory=lambda: Kept(TASKS))
    """Spaces without entities, under no id."""

    @classmethod
    def nothing(cls) -> "KeptReads":
        """For a graph into which others write, too."""
        return cls(*(Kept[Any](0) for _ in fields(cls)))

    def drop(self) -> None:
        """Keep nothing."""
        for one in fields(self):
            getattr(self, one.name).drop()
