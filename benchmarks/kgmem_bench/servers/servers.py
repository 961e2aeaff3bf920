"""`kgmem bench servers`: several processes on one Neo4j, a reindex beside work, and
what queries touch as a graph of many tenants grows."""

import multiprocessing
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgmem import Memory, Settings
from kgmem_bench.common.report import Say, machine, say
from kgmem_bench.common.synthetic import SyntheticRuns
from kgmem_bench.common.synthetic_embedder import SyntheticEmbedder
from kgmem_bench.servers.servers_load import (
    Done,
    Share,
    sharing,
    spans,
    warm_up,
    work,
)
from kgmem_bench.servers.servers_plans import Growth, measure_growth
from kgmem_bench.stores.recall_speed import Speed
from kgmem_bench.stores.stand import clean_graph, settings_for_bench, stand


@dataclass(frozen=True, slots=True)
class Order:
    """What to measure."""

    processes: tuple[int, ...] = (1, 4, 8)
    runs: int = 100
    """That each process learns, one by one."""
    reindexed: int = 2_000
    """Runs in the memory whose vectors are built anew beside work."""
    sizes: tuple[int, ...] = (2_000, 20_000)
    """Runs of all tenants."""
    tenants: int = 100
    rounds: int = 50
    """Recalls at each size."""
    server_data: Path | None = None
    """Folder of the server's data, where it lies on this machine."""


@dataclass(frozen=True, slots=True)
class Together:
    """What several processes did on one graph."""

    processes: int
    per_second: dict[str, float]
    ms: dict[str, Speed]
    """Both by what was done: learn, recall, report."""
    errors: list[str]
    lost_runs: int
    """Acknowledged, but not in the graph."""
    duplicates: int
    """Runs in the graph twice."""
    lost_reports: int
    lost_counts: int
    """By which the counters of tasks and of replays differ from what happened."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A reindex while runs are learned and recalled."""

    points: int
    seconds: float
    recalls: int
    failed_recalls: int
    recall_ms: Speed
    slowest_ms: float
    quiet_ms: Speed
    """Recalls with nothing else going on."""
    learned: int
    failed_learned: int
    missing: int
    """Points that were missing or old afterwards."""


@dataclass(frozen=True, slots=True)
class ServersResult:
    """All of it, and what it was measured on."""

    benchmark: str
    machine: dict[str, Any]
    vectors: str
    runs: int
    together: list[Together]
    beside: Beside | None
    growth: list[Growth]


def bench_servers(order: Order, tell: Say = say) -> ServersResult:
    """Measure on the Neo4j that the environment names, which has to be empty."""
    facts = machine()
    settings = _settings()
    together = []
    for processes in order.processes:
        tell(f"{processes} processes …")
        with _fresh(settings) as own:
            together.append(measure_together(own, processes, order.runs))
    beside = None
    if order.reindexed:
        tell("reindex beside work …")
        with _fresh(settings) as own:
            beside = measure_reindex(own, order.reindexed)
    growth: list[Growth] = []
    if order.sizes:
        with _fresh(settings) as own:
            growth = measure_growth(
                own, order.sizes, order.tenants, order.rounds, order.server_data, tell
            )
    return ServersResult(
        benchmark="servers",
        machine=facts,
        vectors=settings.vectors,
        runs=order.runs,
        together=together,
        beside=beside,
        growth=growth,
    )


def _settings() -> Settings:
    """Neo4j, and Qdrant where the environment names it."""
    settings = settings_for_bench(Path(tempfile.gettempdir()) / "kgmem", "neo4j")
    vectors = "qdrant" if os.environ.get("KGMEM_QDRANT_URL") else "edge"
    update = {"vectors": vectors, "generalize_after": 0}
    return settings.model_copy(update=update)


@contextmanager
def _fresh(settings: Settings) -> Iterator[Settings]:
    """The settings with a folder of their own; the graph is empty before and after."""
    home = Path(tempfile.mkdtemp(prefix="kgmem-bench-"))
    try:
        own = settings.model_copy(update={"home": home})
        with clean_graph(own):
            yield own
    finally:
        shutil.rmtree(home, ignore_errors=True)


# several processes ---------------------------------------------------------------


def measure_together(settings: Settings, processes: int, runs: int) -> Together:
    """All begin at once; what the graph holds afterwards is counted."""
    meeting = settings.home / "meeting"
    meeting.mkdir()
    with sharing(settings):  # makes schema and index, which is not measured
        pass
    shares = [Share(n, processes, runs, settings, meeting) for n in range(processes)]
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=processes, mp_context=spawn) as pool:
        done = list(pool.map(work, shares))
    with sharing(settings) as memory:
        return _counted(processes, done, memory)


def _counted(processes: int, done: Sequence[Done], memory: Memory) -> Together:
    learned = set().union(*(one.learned for one in done))
    stored = [row["id"] for row in memory.cypher(_SOURCES)]
    reports = sum(one.reports for one in done)
    [told] = memory.cypher(_REPORTS)
    [counted] = memory.cypher(_COUNTS)
    [uses] = memory.cypher(_USES)
    names = sorted({name for one in done for name in one.ms})
    times = {name: [t for one in done for t in one.ms.get(name, ())] for name in names}
    return Together(
        processes=processes,
        per_second={n: len(times[n]) / s for n, s in sorted(spans(done).items())},
        ms={name: Speed.of(each) for name, each in times.items()},
        errors=[error for one in done for error in one.errors],
        lost_runs=len(learned - set(stored)),
        duplicates=len(stored) - len(set(stored)),
        lost_reports=reports - told["n"],
        lost_counts=abs(len(stored) - counted["n"]) + abs(told["on_runs"] - uses["n"]),
    )


_SOURCES = "MATCH (e:Experience) WHERE e.space = $space RETURN e.source_task_id AS id"
_COUNTS = "MATCH (t:Task) WHERE t.space = $space RETURN sum(t.runs) AS n"
_USES = "MATCH (e:Experience) WHERE e.space = $space RETURN sum(e.uses) AS n"
_REPORTS = (
    "MATCH (r:Report) WHERE r.space = $space AND r.outcome IS NOT NULL "
    "OPTIONAL MATCH (r)-[:REPORTS]->(e:Experience) "
    "RETURN count(DISTINCT r) AS n, count(e) AS on_runs"
)


# a reindex beside work -----------------------------------------------------------


def measure_reindex(settings: Settings, runs: int) -> Beside:
    """One process, several threads: an embedded index belongs to one process."""
    made = SyntheticRuns(11)
    with stand(settings, SyntheticEmbedder()) as at:
        memory = at.memory
        for start in range(0, runs, 500):
            memory.learn_many(
                [made.run(n) for n in range(start, min(runs, start + 500))]
            )
        memory.flush()
        warm_up(memory.in_space(f"{memory.space}-warm"))
        quiet = _Recalls(memory, made, runs)
        for n in range(100):
            quiet.once(n)
        beside, learner = _Recalls(memory, made, runs), _Learner(memory, made, runs)
        with beside.going_on(), learner.going_on():
            begin = time.perf_counter()
            points = memory.reindex(embedder=_Another())
            seconds = time.perf_counter() - begin
        memory.flush()
        missing = memory.doctor().drift
    return Beside(
        points=points,
        seconds=seconds,
        recalls=len(beside.ms) + beside.failed,
        failed_recalls=beside.failed,
        recall_ms=Speed.of(beside.ms),
        slowest_ms=max(beside.ms),
        quiet_ms=Speed.of(quiet.ms),
        learned=learner.done,
        failed_learned=learner.failed,
        missing=missing,
    )


class _Another(SyntheticEmbedder):
    """Another model, as far as the index can tell."""

    model = "synthetic-words-2"


class _Beside:
    """Something that is done again and again on a thread of its own."""

    def __init__(self, memory: Memory, made: SyntheticRuns, runs: int) -> None:
        self.memory, self.made, self.runs = memory, made, runs
        self.failed = 0

    def once(self, n: int) -> None:
        raise NotImplementedError

    @contextmanager
    def going_on(self) -> Iterator[None]:
        stop = threading.Event()
        thread = threading.Thread(target=self._again, args=(stop,))
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join()

    def _again(self, stop: threading.Event) -> None:
        n = 0
        while not stop.wait(0.02):
            try:
                self.once(n)
            except Exception:
                self.failed += 1
            n += 1


class _Recalls(_Beside):
    """Recalls of known tasks; one that finds nothing, or lacks a stage, failed."""

    def __init__(self, memory: Memory, made: SyntheticRuns, runs: int) -> None:
        super().__init__(memory, made, runs)
        self.ms: list[float] = []

    def once(self, n: int) -> None:
        task, start = self.made.known(n, self.runs), time.perf_counter()
        found = self.memory.recall(task.text, app=task.app)
        self.ms.append((time.perf_counter() - start) * 1e3)
        whole = all(one.status != "failed" for one in found.stages)
        self.failed += not (whole and found.experiences)


class _Learner(_Beside):
    """Runs that were not there before."""

    done = 0

    def once(self, n: int) -> None:
        self.memory.learn(self.made.run(self.runs + n))
        self.done += 1
