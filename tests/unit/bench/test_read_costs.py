"""What a recall and a search may cost in a memory that holds everything: patterns,
facts, warnings, documents. Counts and ratios, never times."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from kgmem_bench.common.synthetic import SyntheticRuns
from kgmem_bench.common.synthetic_embedder import SyntheticEmbedder
from kgmem_bench.stores.furnish import furnish
from kgmem_bench.stores.search_speed import fill
from kgmem_bench.stores.stand import Stand, settings_for_bench, stand

from kgmem.language.read_text import read_text

pytestmark = pytest.mark.slow

SIZE = 150
OWN_CALLS = 27_000
"""Of functions, by one recall on average, beside its calls to the stores, of texts that
nobody read before: what a busy machine does not change. Half of the texts are worded as
no pattern is, and read for values in other words."""
PARTS_READ = 300
"""Parts of documents that one search brings with their texts: seeds, and the first
parts of what these lead to."""
ROWS = 400
"""Of one recall: the seeds, what is linked to them, and the runs of the best."""


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
    return Path(code.co_filename).name in ("floor.py", "clocks.py") and (
        code.co_name in ("read", "search", "embed")
    )


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    runs = SyntheticRuns()
    settings = settings_for_bench(tmp_path_factory.mktemp("memory"), "arcadedb")
    with stand(settings, SyntheticEmbedder()) as at:
        at.memory.learn_many([runs.run(n) for n in range(SIZE)])
        furnish(at.memory)
        at.memory.flush()
        at.wait_for_job()  # its reads are not a recall's
        at.memory.recall("warm up")
        yield at


def test_a_recall_with_everything_reads_the_graph_twice(held: Stand) -> None:
    runs, seen = SyntheticRuns(), [0, 0, 0]

    for i in range(20):
        task = runs.similar(i, SIZE)
        with held.recorder.noting() as calls:
            found = held.memory.recall(task.text, app=task.app)
        seen = [
            n + bool(part)
            for n, part in zip(
                seen, (found.facts, found.patterns, found.avoidance), strict=True
            )
        ]
        assert len(calls.reads) <= 2
        assert len(calls.searches) <= 2
        assert sum(len(queries) for _, queries in calls.searches) <= 3
        assert calls.rows <= ROWS

    assert all(seen), seen


def test_a_recall_calls_few_functions_beside_the_stores(held: Stand) -> None:
    runs, calls, recalls = SyntheticRuns(), OwnCalls(), 20
    read_text.cache_clear()

    for i in range(recalls):
        task = runs.similar(i, SIZE)
        with calls:
            held.memory.recall(task.text, app=task.app if i % 2 else None)

    assert 0 < calls.count / recalls <= OWN_CALLS


def test_a_search_reads_the_graph_twice_and_asks_the_index_once(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    settings = settings_for_bench(tmp_path_factory.mktemp("search"), "arcadedb")

    with stand(settings, SyntheticEmbedder()) as at:
        fill(at, 200, 0)
        at.memory.search("warm up")
        with at.recorder.noting() as calls:
            hits = at.memory.search("w1x w2x about Thing Number3", kinds=["chunk"])
        seeds, reached = (at.engine.read(*asked) for asked in calls.reads)

    assert hits
    assert len(calls.reads) == 2
    assert [len(queries) for _, queries in calls.searches] == [1]
    parts = [row["item"] for row in seeds if row["item"]]
    parts += [one for row in reached for one in (*row["items"], *(row["others"] or ()))]
    assert len(parts) <= PARTS_READ
