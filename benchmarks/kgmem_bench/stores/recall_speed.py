"""How long a recall takes, stage by stage, beside its floor."""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kgmem import Recollection
from kgmem_bench.common.metrics import mean, percentile
from kgmem_bench.common.synthetic import SyntheticRuns, Task
from kgmem_bench.stores.floor import Floor, floor
from kgmem_bench.stores.stand import Stand

SORTS = ("known", "similar", "unknown")
EMBED = "embed"
WARM_UP = 5
"""Recalls before the first that counts: files mapped, queries planned."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Times of one kind, in milliseconds."""

    p50: float
    p95: float
    mean: float
    n: int

    @classmethod
    def of(cls, times: Sequence[float]) -> "Speed":
        return cls(
            percentile(times, 0.5), percentile(times, 0.95), mean(times), len(times)
        )


@dataclass(frozen=True, slots=True)
class Shot:
    """One recall, and the floor measured right after it."""

    ms: float
    """All of it, less embedding; the text is new to every cache."""
    cpu_ms: float
    """Processor time of all of it, less embedding."""
    embedding_ms: float
    again_ms: float
    """The same recall once more, less embedding."""
    floor: Floor
    calls: tuple[int, int]
    """Searches and reads."""
    stages: dict[str, float]
    route: str
    same_kind: bool
    """Is the best experience of the asked task's kind?"""


@dataclass(frozen=True, slots=True)
class Condition:
    """Recalls of one sort."""

    sort: str
    with_app: bool
    total: Speed
    embedding: Speed
    with_embedding: Speed
    again: Speed
    floor: Speed
    floor_vectors: Speed
    floor_graph: Speed
    rows: float
    """Rows that the graph gave, on average."""
    graph_reads: float
    """Graph round trips, the most of one recall."""
    cpu: Speed
    floor_cpu: Speed
    ratio: float
    """Median recall by median floor."""
    ratio_cpu: float
    """The same in processor time."""
    ratio_again: float
    stages: dict[str, Speed]
    routes: dict[str, int]
    same_kind: float


def measure_recalls(
    stand: Stand, runs: SyntheticRuns, size: int, rounds: int
) -> list[Condition]:
    """`rounds` recalls of each sort, with and without the app, taking turns so that
    whatever else the machine does hits all alike; last, all of them together."""
    asked = [(sort, with_app) for sort in SORTS for with_app in (False, True)]
    shots: dict[tuple[str, bool], list[Shot]] = {key: [] for key in asked}
    for i in range(WARM_UP):
        _shoot(stand, _query(runs, "similar", -1 - i, size), with_app=True)
    for i in range(rounds):
        for n, (sort, with_app) in enumerate(asked):
            task = _query(runs, sort, i * len(asked) + n, size)
            shots[sort, with_app].append(_shoot(stand, task, with_app=with_app))
    every = [shot for listed in shots.values() for shot in listed]
    return [
        *(_condition(sort, app, listed) for (sort, app), listed in shots.items()),
        _condition("all", False, every),
    ]


def _query(runs: SyntheticRuns, sort: str, i: int, size: int) -> Task:
    if sort == "known":
        return runs.known(i, size)
    return runs.similar(i, size) if sort == "similar" else runs.unknown(i)


def _shoot(stand: Stand, task: Task, *, with_app: bool) -> Shot:
    app = task.app if with_app else None
    embedder = stand.embedder
    with stand.recorder.noting() as calls:
        cpu, apart = time.process_time(), embedder.cpu_seconds
        first, ms = _timed(stand, task.text, app)
        cpu = time.process_time() - cpu - (embedder.cpu_seconds - apart)
    beneath = floor(calls, stand.index, stand.engine)
    again, again_ms = _timed(stand, task.text, app)
    embedding = _embedding(first)
    return Shot(
        ms=ms - embedding,
        cpu_ms=cpu * 1e3,
        embedding_ms=embedding,
        again_ms=again_ms - _embedding(again),
        floor=beneath,
        calls=(len(calls.searches), len(calls.reads)),
        stages={stage.name: stage.ms for stage in first.stages},
        route=first.route,
        same_kind=_same_kind(first, task),
    )


def _timed(stand: Stand, text: str, app: str | None) -> tuple[Recollection, float]:
    start = time.perf_counter()
    found = stand.memory.recall(text, app=app)
    return found, (time.perf_counter() - start) * 1e3


def _embedding(found: Recollection) -> float:
    return next((stage.ms for stage in found.stages if stage.name == EMBED), 0.0)


def _same_kind(found: Recollection, task: Task) -> bool:
    """Tasks of one kind are those of one app that share the words around the slots;
    the app and the option are looked at, which come close enough."""
    if not found.experiences:
        return False
    best = found.experiences[0]
    return best.app == task.app and task.option in best.task


def _condition(sort: str, with_app: bool, shots: Sequence[Shot]) -> Condition:
    total = Speed.of([shot.ms for shot in shots])
    again = Speed.of([shot.again_ms for shot in shots])
    beneath = Speed.of([shot.floor.ms for shot in shots])
    cpu = Speed.of([shot.cpu_ms for shot in shots])
    floor_cpu = Speed.of([shot.floor.cpu_ms for shot in shots])
    names = list(dict.fromkeys(name for shot in shots for name in shot.stages))
    return Condition(
        sort=sort,
        with_app=with_app,
        total=total,
        embedding=Speed.of([shot.embedding_ms for shot in shots]),
        with_embedding=Speed.of([shot.ms + shot.embedding_ms for shot in shots]),
        again=again,
        floor=beneath,
        floor_vectors=Speed.of([shot.floor.vectors_ms for shot in shots]),
        floor_graph=Speed.of([shot.floor.graph_ms for shot in shots]),
        rows=mean([shot.floor.rows for shot in shots]),
        graph_reads=max(shot.calls[1] for shot in shots),
        cpu=cpu,
        floor_cpu=floor_cpu,
        ratio=total.p50 / beneath.p50,
        ratio_cpu=cpu.p50 / floor_cpu.p50,
        ratio_again=again.p50 / beneath.p50,
        stages={
            name: Speed.of([s.stages[name] for s in shots if name in s.stages])
            for name in names
        },
        routes=dict(Counter(shot.route for shot in shots).most_common()),
        same_kind=mean([float(shot.same_kind) for shot in shots]),
    )
