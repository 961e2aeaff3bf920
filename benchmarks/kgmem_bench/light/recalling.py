"""What recall, search and match take of the processor, with ready vectors."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path

from kgmem.lab import Embedder
from kgmem_bench.common.child import in_child
from kgmem_bench.common.furnish import furnish
from kgmem_bench.common.metrics import percentile
from kgmem_bench.common.report import disk_use, memory_in_use
from kgmem_bench.common.stand import Stand, settings_for_bench, stand
from kgmem_bench.common.synthetic import SyntheticRuns, Task

BATCH = 500
"""Runs that are learned together."""
SORTS = ("known", "similar", "unknown")
WARM = 60
"""Recalls before the first that counts."""

Asked = Sequence[tuple[str, str | None]]
"""Texts, each with its app where one is told."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Processor time of a call in milliseconds, without embedding."""

    calls: int
    p50: float
    p95: float
    waited_p50: float
    """With embedding."""


@dataclass(frozen=True, slots=True)
class Making:
    """What making a memory took: processor time of all threads, without embedding."""

    learn_ms: float
    """For a run of a batch."""
    generalize_seconds: float


@dataclass(frozen=True, slots=True)
class Holding:
    """What it takes to have a memory."""

    making: Making
    open_ms: float
    """Until the filled memory is open again."""
    process_bytes: int | None
    """Resident memory of a process that opened it and asked all these calls."""
    disk_bytes: int


@dataclass(frozen=True, slots=True)
class Recalling:
    """What is asked of a memory of so many runs, generalized, with facts."""

    runs: int
    recall: Spread
    search: Spread
    match: Spread
    holding: Holding


def recalling(home: Path, embedder: Embedder, runs: int, calls: int) -> Recalling:
    """Ask a memory in `home`, which another process makes of so many runs: tasks that
    are known, that vary and that are new, in both languages, each with its app and
    without."""
    making = in_child(partial(_made, home, embedder, runs))
    made = SyntheticRuns()
    with stand(settings_for_bench(home), embedder) as at:
        asked = list(_asked(made, runs, WARM + calls))
        for text, app in asked[:WARM]:
            at.memory.recall(text, app=app)
        rest, memory = asked[WARM:], at.memory
        spreads = (
            _spread(at, rest, lambda text, app: memory.recall(text, app=app)),
            _spread(at, rest, lambda text, app: memory.search(text, app=app)),
            _spread(at, rest, memory.match),
        )
        held = memory_in_use()
    opened = at.open_seconds * 1e3
    return Recalling(runs, *spreads, Holding(making, opened, held, disk_use(home)))


def _made(home: Path, embedder: Embedder, runs: int) -> Making:
    with stand(settings_for_bench(home), embedder) as at:
        learned = _processor(at, partial(_learn, at, SyntheticRuns(), runs))
        return Making(learned / runs * 1e3, _processor(at, partial(furnish, at.memory)))


def _learn(at: Stand, made: SyntheticRuns, runs: int) -> None:
    for begin in range(0, runs, BATCH):
        end = min(runs, begin + BATCH)
        at.memory.learn_many(made.run(n) for n in range(begin, end))
    at.wait_for_job()


def _processor(at: Stand, work: Callable[[], object]) -> float:
    """Processor time of all threads, without embedding."""
    embedded, start = at.embedder.cpu_seconds, time.process_time()
    work()
    return time.process_time() - start - (at.embedder.cpu_seconds - embedded)


def _asked(
    made: SyntheticRuns, runs: int, count: int
) -> Iterator[tuple[str, str | None]]:
    """So many tasks, of each sort in turn."""
    for n, (sort, with_app) in zip(range(count), _turns(), strict=False):
        task = _task(made, sort, n, runs)
        yield task.text, task.app if with_app else None


def _turns() -> Iterator[tuple[str, bool]]:
    while True:
        yield from product(SORTS, (False, True))


def _task(made: SyntheticRuns, sort: str, n: int, runs: int) -> Task:
    if sort == "known":
        return made.known(n, runs)
    return made.similar(n, runs) if sort == "similar" else made.unknown(n)


def _spread(
    at: Stand, asked: Asked, call: Callable[[str, str | None], object]
) -> Spread:
    at.wait_for_job()
    times, waited = [], []
    for text, app in asked:
        embedded, start = at.embedder.cpu_seconds, time.thread_time()
        call(text, app)
        whole = time.thread_time() - start
        waited.append(whole * 1e3)
        times.append((whole - (at.embedder.cpu_seconds - embedded)) * 1e3)
    middle = percentile(waited, 0.5)
    return Spread(len(times), percentile(times, 0.5), percentile(times, 0.95), middle)
