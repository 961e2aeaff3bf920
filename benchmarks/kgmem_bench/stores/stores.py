"""`kgmem bench stores`: how fast a memory learns and recalls at different sizes, and
what it takes to hold."""

import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kgmem import Settings
from kgmem.lab import LEARN_BATCH as BATCH
from kgmem.lab import Embedder
from kgmem_bench.common.child import in_child
from kgmem_bench.common.report import Say, disk_use, machine, memory_in_use, say
from kgmem_bench.common.synthetic import STEPS, SyntheticRuns
from kgmem_bench.stores.furnish import furnish
from kgmem_bench.stores.learn_floor import Floor
from kgmem_bench.stores.recall_speed import Condition, Speed, measure_recalls
from kgmem_bench.stores.stand import (
    EmbedderName,
    GraphName,
    Stand,
    clean_graph,
    floor_stand,
    make_embedder,
    settings_for_bench,
    stand,
)

SINGLES = 200
WARM = 100
"""Runs that are learned before anything is measured."""
CHUNK = 512
"""Runs made and learned at a time; making them is not measured."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to measure."""

    sizes: tuple[int, ...] = (1_000, 10_000)
    graph: GraphName = "arcadedb"
    embedder: EmbedderName = "synthetic"
    rounds: int = 300
    """Recalls of each sort."""
    singles: int = SINGLES
    seed: int = 0
    home: Path | None = None
    """Where the stores are made and left; None: a folder that is removed."""


@dataclass(frozen=True, slots=True)
class Learning:
    """What storing runs took."""

    runs: int
    failed: int
    seconds: float
    embedding_seconds: float
    redaction_seconds: float
    cpu_ms: float
    """Processor time of the thread that learns per run, without embedding and
    redaction."""
    floor_cpu_ms: float
    """The same of plain writes of the same nodes, edges, outbox rows and points."""
    job_cpu_ms: float
    """Processor time of all other threads per run, until the batch job that learning
    started was done."""
    per_second: float
    """Without embedding and redaction."""
    per_second_with: float
    ms: Speed | None
    """Of each run, without embedding and redaction; None for batches."""
    ms_with: Speed | None
    floor_ms: Speed | None
    """Of each plain write; None for batches."""

    @property
    def ratio(self) -> float:
        """Processor time by that of the floor."""
        return self.cpu_ms / self.floor_cpu_ms


@dataclass(frozen=True, slots=True)
class Holding:
    """What the memory takes to hold."""

    open_ms: float
    """Opening it again, both stores filled."""
    graph_bytes: int | None
    vector_bytes: int
    process_bytes: int | None
    """Resident memory of the process that did all this."""
    empty_process_bytes: int | None
    """The same before anything was learned."""


@dataclass(frozen=True, slots=True)
class SizeResult:
    """All about one size."""

    size: int
    tasks: int
    embedder: str
    batch: Learning
    single: Learning
    flush_ms: float
    recalls: list[Condition]
    holding: Holding

    @property
    def overall(self) -> Condition:
        """All recalls together."""
        return self.recalls[-1]


@dataclass(frozen=True, slots=True)
class StoresResult:
    """All sizes, and what they were measured on."""

    benchmark: str
    machine: dict[str, Any]
    graph: str
    embedder: str
    steps: int
    rounds: int
    seed: int
    sizes: list[SizeResult]


def bench_stores(order: Order, tell: Say = say) -> StoresResult:
    """Measure each size in a process of its own, so that none inherits another's
    memory and caches."""
    facts = machine()
    sizes: list[SizeResult] = []
    for size in order.sizes:
        tell(f"{size:,} runs …")
        sizes.append(in_child(partial(measure_size, order, size)))
    return StoresResult(
        benchmark="stores",
        machine=facts,
        graph=order.graph,
        embedder=order.embedder,
        steps=STEPS,
        rounds=order.rounds,
        seed=order.seed,
        sizes=sizes,
    )


def measure_size(order: Order, size: int, tell: Say = say) -> SizeResult:
    """Fill a fresh memory with `size` runs and measure it."""
    home = _home(order, size)
    settings = settings_for_bench(home, order.graph)
    try:
        with clean_graph(settings):
            return _measure(order, size, settings, tell)
    finally:
        if order.home is None:
            shutil.rmtree(home, ignore_errors=True)


def _home(order: Order, size: int) -> Path:
    if order.home is None:
        return Path(tempfile.mkdtemp(prefix="kgmem-bench-"))
    home = order.home / f"{order.graph}-{order.embedder}-{size}"
    shutil.rmtree(home, ignore_errors=True)
    return home


def _measure(order: Order, size: int, settings: Settings, tell: Say) -> SizeResult:
    runs, embedder = SyntheticRuns(order.seed), make_embedder(order.embedder)
    warm_up(settings.home / "warm", embedder)
    with (
        stand(settings, embedder) as at,
        floor_stand(settings, embedder) as floor,
    ):
        empty = memory_in_use()
        batch = learn_many(at, floor, runs, size, tell)
        single = learn_singly(at, floor, runs, range(size, size + order.singles))
        flush_ms = _milliseconds(at.memory.flush)
        tell(f"  {furnish(at.memory)}")
        at.memory.flush()
    with stand(settings, embedder) as at:
        tell(f"  open again in {at.open_seconds * 1e3:.0f} ms; recalling")
        recalls = measure_recalls(at, runs, size, order.rounds)
        return SizeResult(
            size=size,
            tasks=at.memory.stats()["tasks"],
            embedder=embedder.model,
            batch=batch,
            single=single,
            flush_ms=flush_ms,
            recalls=recalls,
            holding=_holding(settings, at, empty),
        )


def warm_up(home: Path, embedder: Embedder) -> None:
    """Dictionaries and modules are loaded by the first runs; that is not learning."""
    runs = SyntheticRuns(seed=-1)
    with stand(settings_for_bench(home, "arcadedb"), embedder) as at:
        at.memory.learn_many([runs.run(n) for n in range(WARM)])
    shutil.rmtree(home, ignore_errors=True)


def learn_many(
    at: Stand, floor: Floor, runs: SyntheticRuns, size: int, tell: Say
) -> Learning:
    """The memory and its floor take turns, so that both meet with the same machine."""
    spent, failed, cpu = Spent(), 0, floor.cpu_seconds
    beside = _beside()
    for start in range(0, size, CHUNK):
        end = min(size, start + CHUNK)
        given = [runs.run(n) for n in range(start, end)]
        with spent.on(at):
            failed += at.memory.learn_many(given).failed
        floor(given, BATCH)
        rate = end / spent.seconds
        tell(f"  learned {end:,} of {size:,}; {rate:,.0f}/s with everything")
    at.wait_for_job()
    return _learning(size, failed, spent, floor.cpu_seconds - cpu, _beside() - beside)


def learn_singly(
    at: Stand, floor: Floor, runs: SyntheticRuns, numbers: Sequence[int]
) -> Learning:
    """The same, one by one."""
    given = [runs.run(n) for n in numbers]
    each = [Spent() for _ in given]
    cpu, known, beside = floor.cpu_seconds, len(floor.seconds), _beside()
    for run, spent in zip(given, each, strict=True):
        with spent.on(at):
            at.memory.learn(run)
        floor([run], 1)
    at.wait_for_job()
    return _learning(
        len(given),
        0,
        sum(each, Spent()),
        floor.cpu_seconds - cpu,
        _beside() - beside,
        Speed.of([spent.bare * 1e3 for spent in each]),
        Speed.of([spent.seconds * 1e3 for spent in each]),
        Speed.of([seconds * 1e3 for seconds in floor.seconds[known:]]),
    )


def _beside() -> float:
    """Processor time of all threads but this one."""
    return time.process_time() - time.thread_time()


@dataclass(slots=True)
class Spent:
    """Seconds that work took, and those of embedding and redaction in it."""

    seconds: float = 0.0
    embedding: float = 0.0
    redaction: float = 0.0
    bare_cpu: float = 0.0
    """Of the processor, without embedding and redaction."""

    @property
    def bare(self) -> float:
        """Without embedding and redaction."""
        return self.seconds - self.embedding - self.redaction

    def __add__(self, other: "Spent") -> "Spent":
        mine, its = astuple(self), astuple(other)
        return Spent(*(a + b for a, b in zip(mine, its, strict=True)))

    @contextmanager
    def on(self, at: Stand) -> Iterator[None]:
        """Add what the block takes."""
        before = _clocks(at)
        yield
        seconds, embedding, redaction, cpu, *apart = (
            after - start for start, after in zip(before, _clocks(at), strict=True)
        )
        self.seconds += seconds
        self.embedding += embedding
        self.redaction += redaction
        self.bare_cpu += cpu - sum(apart)


def _clocks(at: Stand) -> tuple[float, ...]:
    return (
        time.perf_counter(),
        at.embedder.seconds,
        at.redaction.seconds,
        time.thread_time(),
        at.embedder.cpu_seconds,
        at.redaction.cpu_seconds,
    )


def _learning(
    runs: int,
    failed: int,
    spent: Spent,
    floor_cpu: float,
    job_cpu: float,
    ms: Speed | None = None,
    ms_with: Speed | None = None,
    floor_ms: Speed | None = None,
) -> Learning:
    return Learning(
        runs=runs,
        failed=failed,
        seconds=spent.seconds,
        embedding_seconds=spent.embedding,
        redaction_seconds=spent.redaction,
        cpu_ms=spent.bare_cpu / runs * 1e3,
        floor_cpu_ms=floor_cpu / runs * 1e3,
        job_cpu_ms=job_cpu / runs * 1e3,
        per_second=runs / spent.bare,
        per_second_with=runs / spent.seconds,
        ms=ms,
        ms_with=ms_with,
        floor_ms=floor_ms,
    )


def _holding(settings: Settings, at: Stand, empty: int | None) -> Holding:
    graph = settings.home / "graph"
    return Holding(
        open_ms=at.open_seconds * 1e3,
        graph_bytes=disk_use(graph) if graph.exists() else None,
        vector_bytes=disk_use(settings.home / "vectors"),
        process_bytes=memory_in_use(),
        empty_process_bytes=empty,
    )


def _milliseconds(work: Any, *given: Any) -> float:
    start = time.perf_counter()
    work(*given)
    return (time.perf_counter() - start) * 1e3
