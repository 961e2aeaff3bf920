"""`kgmem bench search-speed`: how long a search takes among made documents.

Vectors are random: nothing here says anything about the quality of search. Beside
each search its floor: the same calls to the bare stores, and the vector query alone.
"""

import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import numpy as np

from kgmem.lab import (
    Row,
    Transaction,
    VectorPoint,
    batches,
    entity_id,
    entity_key,
    sparse_document,
)
from kgmem_bench.common.report import Say, machine, machine_line, say
from kgmem_bench.common.report import table as as_table
from kgmem_bench.common.synthetic_embedder import DIMENSIONS, SyntheticEmbedder
from kgmem_bench.stores.floor import Floor, floor
from kgmem_bench.stores.recall_speed import Speed
from kgmem_bench.stores.stand import SPACE, Stand, settings_for_bench, stand

PARTS = 4
"""Parts of a document."""
WORDS = 60
"""Words of a part."""
NAMES = 6
"""Entities that a part names."""
VOCABULARY = 5_000
BATCH = 500
WARM_UP = 10


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be measured."""

    sizes: tuple[int, ...] = (1_000, 10_000, 100_000)
    """Parts of documents."""
    rounds: int = 200
    seed: int = 0


@dataclass(frozen=True, slots=True)
class SizeSpeed:
    """Searches among so many parts."""

    size: int
    load_seconds: float
    search: Speed
    """Less embedding."""
    search_cpu: Speed
    seeds_only: Speed
    """With `expand=False`."""
    expansion_cpu: float
    """Processor time of a search by that of one with `expand=False`, median by
    median."""
    floor: Speed
    vectors: Speed
    """The raw vector queries."""
    graph: Speed
    """The raw graph queries."""
    round_trips: int
    """To the graph, the most of one search."""
    rows: float
    """Rows that the graph gave, on average."""


@dataclass(frozen=True, slots=True)
class SearchSpeedResult:
    """All sizes."""

    benchmark: str
    machine: dict[str, Any]
    sizes: list[SizeSpeed]


def bench_search_speed(order: Order, tell: Say = say) -> SearchSpeedResult:
    """Measure each size in a memory of its own."""
    facts = machine()
    return SearchSpeedResult(
        "search-speed", facts, [_measure(order, size, tell) for size in order.sizes]
    )


def _measure(order: Order, size: int, tell: Say) -> SizeSpeed:
    tell(f"{size:,} parts are written")
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder:
        settings = settings_for_bench(Path(folder), "arcadedb")
        with stand(settings, SyntheticEmbedder()) as at:
            start = time.perf_counter()
            fill(at, size, order.seed)
            seconds = time.perf_counter() - start
            tell(f"{order.rounds} searches")
            return _asked(at, order, size, seconds)


def _asked(at: Stand, order: Order, size: int, load_seconds: float) -> SizeSpeed:
    draw = random.Random(f"{order.seed}/queries")
    for _ in range(WARM_UP):
        _timed(at, _sentence(draw), expand=True)
    with_graph, cpu, alone, alone_cpu, floors = [], [], [], [], []
    round_trips = 0
    for _ in range(order.rounds):
        text = _sentence(draw)
        with at.recorder.noting() as calls:
            ms, cpu_ms = _timed(at, text, expand=True)
        with_graph.append(ms)
        cpu.append(cpu_ms)
        floors.append(floor(calls, at.index, at.engine))
        round_trips = max(round_trips, len(calls.reads))
        ms, cpu_ms = _timed(at, _sentence(draw), expand=False)
        alone.append(ms)
        alone_cpu.append(cpu_ms)
    return SizeSpeed(
        size=size,
        load_seconds=load_seconds,
        search=Speed.of(with_graph),
        search_cpu=Speed.of(cpu),
        seeds_only=Speed.of(alone),
        expansion_cpu=Speed.of(cpu).p50 / Speed.of(alone_cpu).p50,
        floor=Speed.of([one.ms for one in floors]),
        vectors=Speed.of([one.vectors_ms for one in floors]),
        graph=Speed.of([one.graph_ms for one in floors]),
        round_trips=round_trips,
        rows=_mean_rows(floors),
    )


def _mean_rows(floors: Sequence[Floor]) -> float:
    return sum(one.rows for one in floors) / max(1, len(floors))


def _timed(at: Stand, text: str, *, expand: bool) -> tuple[float, float]:
    """Milliseconds by the clock and of the processor, less embedding."""
    embedder = at.embedder
    apart, cpu_apart = embedder.seconds, embedder.cpu_seconds
    start, cpu = time.perf_counter(), time.process_time()
    at.memory.search(text, kinds=["chunk"], expand=expand)
    took, used = time.perf_counter() - start, time.process_time() - cpu
    return (
        (took - (embedder.seconds - apart)) * 1e3,
        (used - (embedder.cpu_seconds - cpu_apart)) * 1e3,
    )


# made documents -----------------------------------------------------------------------


def fill(at: Stand, size: int, seed: int) -> None:
    """Write `size` parts of documents straight into both stores."""
    draw, vectors = random.Random(seed), np.random.default_rng(seed)
    for rows in batches(_documents(draw, size), BATCH // PARTS):
        at.engine.write(partial(_write, rows=rows))
        parts = [part for row in rows for part in row["parts"]]
        made = vectors.standard_normal((len(parts), DIMENSIONS)).astype(np.float32)
        made /= np.linalg.norm(made, axis=1, keepdims=True)
        at.index.upsert(
            "facts",
            [
                VectorPoint(
                    part["chunk_id"],
                    SPACE,
                    "chunk",
                    1,
                    vector.tolist(),
                    sparse_document(part["props"]["text"]),
                    {"source": part["props"]["source"]},
                )
                for part, vector in zip(parts, made, strict=True)
            ],
        )


def _write(tx: Transaction, rows: Sequence[Row]) -> None:
    tx.run(_WRITE, {"rows": list(rows)})


_WRITE = (
    "UNWIND $rows AS row "
    "MERGE (e:Entity {entity_id: row.about.entity_id}) SET e += row.about "
    "CREATE (d:Document {document_id: row.document_id}) SET d += row.props "
    "CREATE (d)-[:ABOUT]->(e) "
    "WITH d, row UNWIND row.parts AS part "
    "CREATE (d)-[:HAS_CHUNK]->(c:Chunk {chunk_id: part.chunk_id}) SET c += part.props "
    "WITH c, part UNWIND part.names AS name "
    "MERGE (n:Entity {entity_id: name.entity_id}) SET n += name "
    "CREATE (c)-[:MENTIONS {count: 1}]->(n)"
)


def _documents(draw: random.Random, size: int) -> Iterator[Row]:
    count = max(1, size // PARTS)
    for n in range(count):
        key = str(uuid5(NAMESPACE_URL, f"document {n}"))
        yield {
            "document_id": key,
            "about": _entity(_name(n)),
            "props": {"space": SPACE, "name": _name(n), "updated_at": 0},
            "parts": [_part(draw, n, k, key, count) for k in range(PARTS)],
        }


def _part(draw: random.Random, n: int, k: int, document: str, count: int) -> Row:
    """It names other documents' subjects: a few often, most rarely."""
    named = {min(count - 1, int(draw.paretovariate(0.3)) - 1) for _ in range(NAMES)}
    names = [_name(other) for other in sorted(named)]
    words = " ".join(_word(draw) for _ in range(WORDS))
    return {
        "chunk_id": str(uuid5(NAMESPACE_URL, f"part {n}/{k}")),
        "names": [_entity(name) for name in names],
        "props": {
            "space": SPACE,
            "document_id": document,
            "n": k,
            "text": f"{words} {' and '.join(names)}.",
            "source": _name(n),
            "headings": [_name(n)],
        },
    }


def _entity(name: str) -> Row:
    key = entity_key(name)
    entity = entity_id(SPACE, key)
    return {"entity_id": entity, "space": SPACE, "name": name, "key": key}


def _name(n: int) -> str:
    return f"Thing Number{n}"


def _word(draw: random.Random) -> str:
    return f"w{min(VOCABULARY, int(draw.paretovariate(0.6)))}x"


def _sentence(draw: random.Random) -> str:
    words = " ".join(_word(draw) for _ in range(10))
    return f"{words} about {_name(int(draw.random() * 200))}"


# the report ---------------------------------------------------------------------------


def to_markdown(result: SearchSpeedResult) -> str:
    """The whole report."""
    head = [
        "parts",
        "search p50 ms",
        "p95",
        "processor p50",
        "expand=False p50",
        "p95",
        "processor, expand / not",
        "vectors p50",
        "p95",
        "graph p50",
        "round trips",
        "rows",
        "floor p50",
        "search / floor",
    ]
    rows = [
        [
            f"{one.size:,}",
            one.search.p50,
            one.search.p95,
            one.search_cpu.p50,
            one.seeds_only.p50,
            one.seeds_only.p95,
            one.expansion_cpu,
            one.vectors.p50,
            one.vectors.p95,
            one.graph.p50,
            one.round_trips,
            one.rows,
            one.floor.p50,
            one.search.p50 / one.floor.p50,
        ]
        for one in result.sizes
    ]
    return "\n\n".join(
        [
            "## Speed of search",
            machine_line(result.machine),
            "Made documents with random vectors; embedding the query is left out. "
            "Vectors, graph: the same calls to the bare stores; floor: both.",
            as_table(head, rows),
            "",
        ]
    )
