"""What a recall and a search may cost in a memory that holds everything: patterns,
facts, warnings. Counts, never times."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from kgmem_bench.common.furnish import furnish
from kgmem_bench.common.stand import TimedEmbedder, settings_for_bench
from kgmem_bench.common.synthetic import SyntheticRuns
from kgmem_bench.common.synthetic_embedder import SyntheticEmbedder

from kgmem import Memory
from kgmem.wiring import assemble, engine_of, index_of

pytestmark = pytest.mark.slow

SIZE = 150
OWN_CALLS = 27_000
"""Of functions, by one recall on average, beside its calls to the stores, of texts that
nobody read before: what a busy machine does not change. Half of the texts are worded as
no pattern is, and read for values in other words."""
ROWS = 400
"""Of one recall: the seeds, what is linked to them, and the runs of the best."""


@dataclass
class Calls:
    """What was asked of the stores."""

    reads: int = 0
    rows: int = 0
    searches: list[int] = field(default_factory=list)
    """Queries of each."""


class Noted:
    """Stands before a store and counts what it is asked."""

    calls = Calls()

    def __init__(self, store: Any) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def read(self, *asked: Any) -> Any:
        rows = self._store.read(*asked)
        Noted.calls.reads += 1
        Noted.calls.rows += len(rows)
        return rows

    def search(self, collection: Any, queries: Any) -> Any:
        Noted.calls.searches.append(len(queries))
        return self._store.search(collection, queries)


@contextmanager
def noting() -> Iterator[Calls]:
    """The calls that are made while the block runs."""
    Noted.calls = Calls()
    yield Noted.calls


class OwnCalls:
    """Counts calls of functions while it is entered, but for what happens within the
    stores and the embedder."""

    def __init__(self) -> None:
        self.count = self._depth = 0

    def __enter__(self) -> None:
        self._depth = 0
        sys.setprofile(self._note)

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and (self._depth or _is_apart(frame)):
            self._depth += 1
        elif event == "return" and self._depth:
            self._depth -= 1
        elif event in ("call", "c_call") and not self._depth:
            self.count += 1


def _is_apart(frame: FrameType) -> bool:
    """Does a call of a store or the embedder begin here?"""
    code = frame.f_code
    path = Path(code.co_filename)
    return path.name in ("test_read_costs.py", "stand.py") and code.co_name in (
        "read",
        "search",
        "embed",
    )


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    runs = SyntheticRuns()
    settings = settings_for_bench(tmp_path_factory.mktemp("memory"))
    stores: Any = Noted(engine_of(settings)), Noted(index_of(settings))
    parts = assemble(settings, *stores, TimedEmbedder(SyntheticEmbedder()))
    with Memory(parts, "bench") as memory:
        memory.learn_many([runs.run(n) for n in range(SIZE)])
        furnish(memory)
        memory.flush()
        parts.background.wait()  # its reads are not a recall's
        memory.recall("warm up")
        yield memory


def test_a_recall_with_everything_reads_the_graph_twice(held: Memory) -> None:
    runs, seen = SyntheticRuns(), [0, 0, 0]

    for i in range(20):
        task = runs.similar(i, SIZE)
        with noting() as calls:
            found = held.recall(task.text, app=task.app)
        seen = [
            n + bool(part)
            for n, part in zip(
                seen, (found.facts, found.patterns, found.avoidance), strict=True
            )
        ]
        assert calls.reads <= 2
        assert len(calls.searches) <= 2
        assert sum(calls.searches) <= 3
        assert calls.rows <= ROWS

    assert all(seen), seen


def test_a_recall_calls_few_functions_beside_the_stores(held: Memory) -> None:
    runs, calls, recalls = SyntheticRuns(), OwnCalls(), 20
    for i in range(100, 120):  # what the memory holds is read once
        held.recall(runs.similar(i, SIZE).text)

    for i in range(20, 20 + recalls):  # texts that no other test asks
        task = runs.similar(i, SIZE)
        with calls:
            held.recall(task.text, app=task.app if i % 2 else None)

    assert 0 < calls.count / recalls <= OWN_CALLS


def test_a_search_reads_the_graph_twice_and_asks_each_collection_once(
    held: Memory,
) -> None:
    with noting() as calls:
        hits = held.search(SyntheticRuns().task(3).text)

    assert hits
    assert calls.reads <= 2
    assert len(calls.searches) == 2
