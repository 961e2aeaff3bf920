"""One of the processes that share a graph: it learns, recalls and reports."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from kgmem import Memory, Settings
from kgmem.lab import (
    Collection,
    Found,
    Generation,
    VectorIndex,
    VectorPoint,
    VectorQuery,
    assemble,
    engine_of,
    index_of,
)
from kgmem_bench.common.synthetic import Run, SyntheticRuns
from kgmem_bench.common.synthetic_embedder import SyntheticEmbedder

T = TypeVar("T")

SPACE = "bench"
SHARED = 5
"""One run in so many is learned by every process."""
WARM = 16
"""Runs with which a process warms up; they are in both languages."""
WAIT = 120.0
"""Seconds within which all processes have to be ready."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one process does."""

    number: int
    of: int
    """So many processes,"""
    runs: int
    """each of which learns so many runs, one by one, then recalls and reports half as
    many."""
    settings: Settings
    meeting: Path
    """Folder in which processes say that they are ready."""


@dataclass(slots=True)
class Done:
    """What came of it."""

    learned: set[str] = field(default_factory=set)
    """The source ids that were acknowledged."""
    reports: int = 0
    """Reports that were acknowledged."""
    ms: dict[str, list[float]] = field(default_factory=dict)
    """Times by what was done."""
    span: dict[str, tuple[float, float]] = field(default_factory=dict)
    """When the first began and the last ended, by the system's clock."""
    errors: list[str] = field(default_factory=list)


class NoVectors:
    """A VectorIndex that takes everything and finds nothing: an embedded one belongs
    to one process, so what several processes share is the graph alone."""

    name = "none"
    exclusive = False
    store = "none"

    def use(self, generation: Generation) -> dict[Collection, int]:
        return {"experiences": 1, "facts": 1}  # as if: none would be told as lost

    def publish(self) -> None: ...
    def drop(self, generation: Generation) -> None: ...
    def upsert(self, collection: Collection, points: Sequence[VectorPoint]) -> None: ...
    def delete(self, collection: Collection, point_ids: Sequence[str]) -> None: ...
    def flush(self) -> None: ...
    def close(self) -> None: ...

    def beside(self) -> "NoVectors":
        return self

    def search(
        self, collection: Collection, queries: Sequence[VectorQuery]
    ) -> list[Found]:
        return [Found() for _ in queries]

    def dense(
        self, collection: Collection, space: str, point_ids: Sequence[str]
    ) -> dict[str, Sequence[float]]:
        return {}

    def cosines(
        self,
        collection: Collection,
        space: str,
        vector: Sequence[float],
        point_ids: Sequence[str],
    ) -> dict[str, float]:
        return {}

    def versions(self, collection: Collection, space: str) -> dict[str, int]:
        return {}

    def held(self, collection: Collection, point_ids: Sequence[str]) -> dict[str, int]:
        return {}

    def count(self, collection: Collection, space: str) -> int:
        return 0

    def outside(self, collection: Collection, spaces: Sequence[str]) -> list[str]:
        return []

    def capabilities(self) -> dict[str, Any]:
        return {"name": self.name}


@contextmanager
def sharing(settings: Settings) -> Iterator[Memory]:
    """A memory on the settings' graph, and on its vectors if they are on a server."""
    engine = engine_of(settings)
    try:
        shared = settings.vectors == "qdrant"
        index: VectorIndex = index_of(settings) if shared else NoVectors()
        parts = assemble(settings, engine, index, SyntheticEmbedder())
    except BaseException:
        engine.close()
        raise
    with Memory(parts, SPACE) as memory:
        yield memory


def runs_of(share: Share) -> list[Run]:
    """Its own runs, and among them those that all processes learn."""
    made = SyntheticRuns(share.of)
    first = share.number * share.runs
    return [made.run(n if n % SHARED == 0 else first + n) for n in range(share.runs)]


def work(share: Share) -> Done:
    """Begin when all are ready; learn, then recall and report."""
    done, made = Done(), SyntheticRuns(share.of)
    with sharing(share.settings) as memory:
        warm_up(memory.in_space(f"{SPACE}-warm-{share.number}"))
        _meet(share, "learn")
        for run in runs_of(share):
            if _timed(done, "learn", partial(memory.learn, run)):
                done.learned.add(str(run["source_task_id"]))
        _meet(share, "recall")
        for n in range(share.runs // 2):
            _recall(memory, done, made, share.number * share.runs + n, share.runs)
    return done


def warm_up(memory: Memory) -> None:
    """Do all of it a few times in another space, which is not timed: modules and the
    dictionary of Chinese are loaded, queries planned."""
    made = SyntheticRuns(1)
    for n in range(WARM):
        memory.learn(made.run(n))
    for n in range(WARM):
        task = made.known(n, WARM)
        found = memory.recall(task.text, app=task.app)
        if found.plan is not None:
            memory.report(found.plan, "success")


def _recall(memory: Memory, done: Done, made: SyntheticRuns, n: int, size: int) -> None:
    task = made.known(n, size)
    found = _timed(done, "recall", lambda: memory.recall(task.text, app=task.app))
    if found is None or found[0].plan is None:
        return
    plan = found[0].plan
    if _timed(done, "report", lambda: memory.report(plan, "success")):
        done.reports += 1


def _timed(done: Done, what: str, act: Callable[[], T]) -> tuple[T] | None:
    """What it gives, in a tuple; None if it failed, which is noted."""
    began, start = time.time(), time.perf_counter()
    try:
        given = act()
    except Exception as error:
        done.errors.append(f"{what}: {type(error).__name__}: {error}")
        return None
    done.ms.setdefault(what, []).append((time.perf_counter() - start) * 1e3)
    done.span[what] = (done.span.get(what, (began, began))[0], time.time())
    return (given,)


def _meet(share: Share, what: str) -> None:
    """Return when all processes have come so far."""
    (share.meeting / f"{what}-{share.number}").touch()
    deadline = time.monotonic() + WAIT
    while len(list(share.meeting.glob(f"{what}-*"))) < share.of:
        if time.monotonic() > deadline:
            raise TimeoutError(f"not all of {share.of} processes came to {what}")
        time.sleep(0.01)


def spans(done: Sequence[Done]) -> Mapping[str, float]:
    """Seconds from the first beginning to the last end, by what was done."""
    names = {name for one in done for name in one.span}
    return {
        name: max(one.span[name][1] for one in done if name in one.span)
        - min(one.span[name][0] for one in done if name in one.span)
        for name in names
    }
