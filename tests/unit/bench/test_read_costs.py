"""What a recall and a search may cost in a memory that holds everything: patterns,
facts, warnings, documents. Counts and ratios, never times."""

from collections.abc import Iterator

import pytest

from kgmem.bench.furnish import furnish
from kgmem.bench.recall_speed import measure_recalls
from kgmem.bench.search_speed import Order, bench_search_speed, fill
from kgmem.bench.stand import Stand, settings_for_bench, stand
from kgmem.bench.synthetic import SyntheticRuns
from kgmem.bench.synthetic_embedder import SyntheticEmbedder

SIZE = 150
ROUNDS = 6
FLOOR_RATIO = 1.5
MARGIN = 1.5
"""What a busy machine may add to a ratio."""
ATTEMPTS = 3
"""Of which one has to be within the bound: other work on the machine comes and goes."""
EXPANSION_RATIO = 2
"""A search with expansion by one without."""
PARTS_READ = 300
"""Parts of documents that one search brings with their texts: seeds, and the first
parts of what these lead to."""
ROWS = 400
"""Of one recall: the seeds, what is linked to them, and the runs of the best."""


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    runs = SyntheticRuns()
    settings = settings_for_bench(tmp_path_factory.mktemp("memory"), "arcadedb")
    with stand(settings, SyntheticEmbedder()) as at:
        at.memory.learn_many([runs.run(n) for n in range(SIZE)])
        furnish(at.memory)
        at.memory.flush()
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


def test_a_recall_costs_little_more_than_its_calls(held: Stand) -> None:
    def measure() -> float:
        return measure_recalls(held, SyntheticRuns(), SIZE, ROUNDS)[-1].ratio_cpu

    assert any(measure() <= FLOOR_RATIO * MARGIN for _ in range(ATTEMPTS))


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


def test_expansion_costs_little_more_than_a_search_without() -> None:
    order = Order(sizes=(1_000,), rounds=30)

    def measure() -> float:
        (found,) = bench_search_speed(order, tell=lambda _: None).sizes
        return found.expansion_cpu

    assert any(measure() <= EXPANSION_RATIO * MARGIN for _ in range(ATTEMPTS))
