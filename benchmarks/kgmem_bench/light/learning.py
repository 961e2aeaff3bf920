"""What learning takes: of the processor, and on disk."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kgmem import Memory
from kgmem.lab import Embedder, Redactor, RunRows, parse_trajectory, prepare
from kgmem_bench.common.report import disk_use
from kgmem_bench.common.stand import Stand, settings_for_bench, stand
from kgmem_bench.common.synthetic import Run, SyntheticRuns
from kgmem_bench.light.cost import Cost, cost

WARM = 100
"""Runs that are learned before anything is measured."""


@dataclass(frozen=True, slots=True)
class Learning:
    """Runs of eight steps, learned."""

    batch: Cost
    """A run of `learn_many`."""
    single: Cost
    """A run of `learn`, in a memory that holds those of the batch."""
    prepared: Cost
    """Redacting a run, cutting it, and making what is written of it."""
    disk_per_1000: int
    """Bytes that the runs of the batch added to the closed memory, for each 1,000."""


def learning(home: Path, embedder: Embedder, runs: int, singles: int) -> Learning:
    """Learn made runs in batches, then some singly, in a memory in `home`."""
    made = SyntheticRuns()
    settings = settings_for_bench(home)
    with stand(settings, embedder) as at:
        _many(at.memory, made, 0, WARM)
    empty = disk_use(home)
    with stand(settings, embedder) as at:
        batch = cost(at, [partial(_many, at.memory, made, WARM, WARM + runs)], runs)
    held = disk_use(home) - empty
    with stand(settings, embedder) as at:
        given = [made.run(WARM + runs + n) for n in range(singles)]
        single = cost(at, [partial(at.memory.learn, one) for one in given])
        prepared = _prepared(at, made, singles)
    return Learning(batch, single, prepared, held * 1_000 // runs)


def _many(memory: Memory, made: SyntheticRuns, begin: int, end: int) -> None:
    memory.learn_many(made.run(n) for n in range(begin, end))


def _prepared(at: Stand, made: SyntheticRuns, count: int) -> Cost:
    given = [made.run(1_000_000 + n) for n in range(count)]
    return cost(at, [partial(_prepare, one) for one in given])


def _prepare(given: Run) -> RunRows:
    return prepare(parse_trajectory(given), "x", Redactor(), None).run.rows
