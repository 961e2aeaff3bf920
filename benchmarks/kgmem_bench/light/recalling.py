"""What recall, search and match take of the processor, with ready vectors."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from kgmem.lab import Embedder
from kgmem_bench.common.metrics import percentile
from kgmem_bench.common.synthetic import SyntheticRuns, Task
from kgmem_bench.stores.furnish import furnish
from kgmem_bench.stores.recall_speed import SORTS
from kgmem_bench.stores.stand import Stand, settings_for_bench, stand

BATCH = 500
"""Runs that are learned together."""
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
class Recalling:
    """What is asked of a memory of so many runs, generalized, with facts."""

    runs: int
    recall: Spread
    search: Spread
    match: Spread


def recalling(home: Path, embedder: Embedder, runs: int, calls: int) -> Recalling:
    """Ask a memory in `home`, which is made of so many runs: tasks that are known, that
    vary and that are new, in both languages, each with its app and without."""
    made = SyntheticRuns()
    settings = settings_for_bench(home, "arcadedb")
    with stand(settings, embedder) as at:
        for begin in range(0, runs, BATCH):
            end = min(runs, begin + BATCH)
            at.memory.learn_many(made.run(n) for n in range(begin, end))
        furnish(at.memory)
    with stand(settings, embedder) as at:
        asked = list(_asked(made, runs, WARM + calls))
        for text, app in asked[:WARM]:
            at.memory.recall(text, app=app)
        rest, memory = asked[WARM:], at.memory
        return Recalling(
            runs,
            _spread(at, rest, lambda text, app: memory.recall(text, app=app)),
            _spread(at, rest, lambda text, app: memory.search(text, app=app)),
            _spread(at, rest, memory.match),
        )


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
