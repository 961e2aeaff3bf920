"""What recalls read of a graph that this process alone writes into, kept until
something is written that it came from."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields
from itertools import islice
from threading import Lock
from typing import Any, Generic, TypeVar

from kgmem.graph.known_tasks import KnownTask
from kgmem.graph.recalled.fact_groups import Lead
from kgmem.graph.recalled.task_runs import RunsOfTask

V = TypeVar("V")

TASKS, LINKED, WALKED, RUNS, LEADS = 20_000, 8_000, 4_000, 2_000, 20_000
"""Tasks of which is kept what they say, what they are linked to, what their elements
lead to, what became of their runs; and of names, what facts they lead to."""
SEARCHED = 40_000
"""What searches looked up: of one text a hundred things."""


@dataclass(frozen=True, slots=True)
class Walk:
    """Where the elements of a task lead."""

    found: tuple[tuple[int, KnownTask], ...]
    """Other tasks over them, each with its weight in billionths, the best first."""
    elements: tuple[str, ...]


class Kept(Generic[V]):
    """At most so many values, by space and id, those that came last. Thread-safe."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: dict[tuple[str, str], tuple[V, tuple[str, ...]]] = {}
        """Each with the ids of what it came from."""
        self._keys: dict[str, set[tuple[str, str]]] = {}
        """Of what came from a task, an element or a run, by its id."""
        self._lock = Lock()
        self.drops = 0
        """How often something was dropped; `put` asks for it."""

    def of(self, space: str, ids: Iterable[str]) -> dict[str, V]:
        """What is kept of these."""
        kept = self._values
        with self._lock:
            return {one: kept[space, one][0] for one in ids if (space, one) in kept}

    def put(
        self,
        space: str,
        values: Mapping[str, V],
        drops: int,
        names: Callable[[str, V], Iterable[str]],
    ) -> None:
        """Keep values that were read when there had been so many `drops`, but not if
        there were more since. `names`: the ids of what each came from."""
        if not self.most:
            return
        with self._lock:
            if drops != self.drops:
                return
            for one, value in values.items():
                key, came_from = (space, one), tuple(names(one, value))
                self._leave(key)
                self._values[key] = value, came_from
                for name in came_from:
                    self._keys.setdefault(name, set()).add(key)
            if len(self._values) > self.most:
                self._make_room()

    def drop(self, names: Collection[str] | None = None) -> None:
        """Keep nothing that came from these, or nothing at all."""
        with self._lock:
            self.drops += 1
            if names is None:
                self._values.clear()
                self._keys.clear()
            for name in self._keys.keys() & names if names else ():
                for key in list(self._keys.get(name, ())):
                    self._leave(key)

    def _leave(self, key: tuple[str, str]) -> None:
        """Keep it no longer."""
        _, came_from = self._values.pop(key, (None, ()))
        for name in came_from:
            keys = self._keys.get(name, set())
            keys.discard(key)
            if not keys:
                self._keys.pop(name, None)

    def _make_room(self) -> None:
        """Let the older half go: to find the one that was used longest ago would cost
        more at each look than this."""
        for key in list(islice(self._values, self.most // 2)):
            self._leave(key)


@dataclass(frozen=True, slots=True)
class KeptReads:
    """All that recalls keep."""

    tasks: Kept[KnownTask] = field(default_factory=lambda: Kept(TASKS))
    linked: Kept[tuple[tuple[float, KnownTask], ...]] = field(
        default_factory=lambda: Kept(LINKED)
    )
    walks: Kept[Walk] = field(default_factory=lambda: Kept(WALKED))
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

    @property
    def is_on(self) -> bool:
        """Is anything kept?"""
        return self.tasks.most > 0

    def drop(self, names: Collection[str] | None = None) -> None:
        """Keep nothing that came from what has these ids, or nothing at all."""
        for one in fields(self):
            getattr(self, one.name).drop(names)

    def drop_kinds(self, kinds: Collection[str]) -> None:
        """Keep nothing that came from anything of these kinds."""
        self.searched.drop(kinds)
        if "fact" in kinds:
            self.leads.drop()
            self.nameless.drop()
