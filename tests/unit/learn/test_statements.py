"""How often learning asks the graph: a number that no machine's speed changes."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from kgmem_bench.common.synthetic import STEPS, SyntheticRuns

from kgmem import Memory
from kgmem.config import Settings
from kgmem.ports import CypherEngine, Params, Row, Transaction
from kgmem.wiring import assemble, engine_of, index_of
from tests.doubles import WordEmbedder

RUNS = SyntheticRuns(seed=1)
IN_TRANSACTION = 3
"""Statements that write runs with all their steps and outbox rows."""
FOLLOWING = 4
"""What is asked besides, where nothing failed: names, warnings."""


class Counting:
    """An engine that notes how many statements each transaction and each read has."""

    def __init__(self, engine: CypherEngine) -> None:
        self._engine = engine
        self.writes: list[int] = []
        self.reads = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def read(self, query: str, params: Params | None = None) -> list[Row]:
        self.reads += 1
        return self._engine.read(query, params)

    def write(self, work: Callable[[Transaction], Any]) -> Any:
        def counted(tx: Transaction) -> Any:
            self.writes.append(0)
            return work(_CountingTransaction(self, tx))

        return self._engine.write(counted)

    def clear(self) -> None:
        self.writes, self.reads = [], 0

    @property
    def statements(self) -> int:
        return sum(self.writes) + self.reads


class _CountingTransaction:
    def __init__(self, engine: Counting, tx: Transaction) -> None:
        self._engine, self._tx = engine, tx

    def run(self, query: str, params: Params | None = None) -> list[Row]:
        self._engine.writes[-1] += 1
        return self._tx.run(query, params)


@pytest.fixture
def opened(new_home: Path) -> Iterator[tuple[Memory, Counting]]:
    settings = Settings.load(home=new_home, generalize_after=0)
    engine = Counting(engine_of(settings))
    index = index_of(settings)
    parts = assemble(settings, cast(CypherEngine, engine), index, WordEmbedder())
    with Memory(parts, "default") as memory:
        yield memory, engine


def succeeding(first: int, count: int) -> list[dict[str, Any]]:
    """Runs of tasks in which nothing failed."""
    runs = (RUNS.run(n) for n in range(first, first + 4 * count))
    return [run for run in runs if run["outcome"] == "success"][:count]


def test_a_run_is_stored_by_few_statements(
    opened: tuple[Memory, Counting],
) -> None:
    memory, engine = opened
    *known, run = succeeding(0, 21)
    memory.learn_many(known)
    engine.clear()

    learned = memory.learn(run)

    assert (learned.status, len(run["steps"])) == ("stored", STEPS)
    assert len(engine.writes) == 1
    assert engine.writes[0] <= IN_TRANSACTION
    assert engine.reads <= FOLLOWING


def test_a_batch_takes_no_more_statements(
    opened: tuple[Memory, Counting],
) -> None:
    memory, engine = opened
    memory.learn_many(succeeding(0, 20))
    taken = []

    for first, count in ((200, 8), (400, 100)):
        engine.clear()
        report = memory.learn_many(succeeding(first, count))
        assert report.stored == count
        taken.append((max(engine.writes), engine.statements))

    (most, few), (same, many) = taken
    assert most == same <= IN_TRANSACTION
    assert many <= few + 1  # some of these tasks were done before: had they failed?


def test_of_a_new_task_no_failure_is_asked_for(
    opened: tuple[Memory, Counting],
) -> None:
    memory, engine = opened
    *known, run = succeeding(0, 21)
    memory.learn_many(known)
    engine.clear()

    memory.learn(run)
    reads_of_new = engine.reads
    engine.clear()
    memory.learn({**run, "source_task_id": "once more"})

    assert engine.reads == reads_of_new + 1


def test_runs_join_a_pattern_together(
    opened: tuple[Memory, Counting],
) -> None:
    memory, engine = opened
    memory.learn_many([buying(what) for what in ("milk", "bread", "black tea")])
    memory.generalize()
    memory.learn(buying("salt"))  # what is known of the patterns is read
    taken = []

    for things in (["rye flour"], ["oats", "rice", "honey", "white wine"]):
        engine.clear()
        report = memory.learn_many([buying(what) for what in things])
        assert len({item.pattern_id for item in report.items} - {None}) == 1
        taken.append(engine.statements)

    assert taken[0] == taken[1]


def test_after_a_job_no_patterns_are_read(
    opened: tuple[Memory, Counting],
) -> None:
    memory, engine = opened
    memory.learn_many([buying(what) for what in ("milk", "bread", "black tea")])
    memory.generalize()
    memory._parts.patterns.read_ahead("default")  # type: ignore[union-attr]
    engine.clear()

    learned = memory.learn(buying("salt"))

    assert learned.pattern_id is not None
    assert engine.reads <= FOLLOWING


def test_failures_of_a_batch_are_bounded(
    opened: tuple[Memory, Counting],
) -> None:
    memory, engine = opened

    memory.learn_many([RUNS.run(n) for n in range(120)])

    assert max(engine.writes) <= 9
    assert engine.statements < 150


def buying(what: str) -> dict[str, Any]:
    page = {"url": "https://shop.example"}
    field = {"role": "searchbox", "name": "Search"}
    button = {"role": "button", "name": "Buy"}
    return {
        "task": f"Buy {what} in the shop",
        "app": "shop",
        "outcome": "success",
        "source_task_id": what,
        "steps": [
            {"action": "type", "target": field, "value": what, "page_before": page},
            {"action": "click", "target": button, "page_before": page},
        ],
    }
