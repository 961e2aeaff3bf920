"""How fast a whole memory gets into a file and out of it again."""

import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from kgmem import Memory, Settings
from kgmem_bench.common.report import (
    Check,
    Say,
    checks_table,
    machine,
    machine_line,
    say,
    table,
)
from kgmem_bench.common.synthetic import SyntheticRuns
from kgmem_bench.stores.stand import (
    SPACE,
    GraphName,
    clean_graph,
    make_embedder,
    settings_for_bench,
)

T = TypeVar("T")

CHUNK = 2_000
"""Runs that are learned together until there are enough nodes."""
NODES = 100_000
"""Of the size that the checks are for."""
MOST_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class TransferResult:
    """One memory, out and in."""

    benchmark: str
    machine: dict[str, Any]
    graph: str
    runs: int
    nodes: int
    relationships: int
    file_bytes: int
    packed_bytes: int
    export_seconds: float
    packed_seconds: float
    import_seconds: float
    """Of the graph and of the index, with an embedder that takes no time."""
    again_seconds: float
    """The same file into the memory that holds it already."""
    clear_seconds: float


def bench_transfer(
    nodes: int = NODES, graph: GraphName = "arcadedb", tell: Say = say
) -> TransferResult:
    """Fill a memory with made runs, at least so many nodes, and move it."""
    home = Path(tempfile.mkdtemp(prefix="kgmem-bench-"))
    settings = settings_for_bench(home, graph)
    facts = machine()
    try:
        with clean_graph(settings):
            return _measure(nodes, settings, home, facts, tell)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _measure(
    nodes: int, settings: Settings, home: Path, facts: dict[str, Any], tell: Say
) -> TransferResult:
    plain, packed = home / "memory.jsonl", home / "memory.jsonl.gz"
    quiet = settings.model_copy(update={"generalize_after": 0})
    with Memory.connect(
        space=SPACE, settings=quiet, embedder=make_embedder("synthetic")
    ) as memory:
        tell(f"learning until there are {nodes:,} nodes …")
        runs = _fill(memory, nodes)
        memory.flush()
        tell("exporting …")
        told, export_seconds = _timed(lambda: memory.export_to(plain))
        in_gzip, packed_seconds = _timed(lambda: memory.export_to(packed))
        tell("clearing …")
        _, clear_seconds = _timed(lambda: memory.clear("all"))
        tell("importing …")
        _, import_seconds = _timed(lambda: memory.import_from(plain))
        _, again_seconds = _timed(lambda: memory.import_from(plain))
    return TransferResult(
        benchmark="transfer",
        machine=facts,
        graph=settings.graph,
        runs=runs,
        nodes=sum(told.nodes.values()),
        relationships=sum(told.relationships.values()),
        file_bytes=told.size,
        packed_bytes=in_gzip.size,
        export_seconds=export_seconds,
        packed_seconds=packed_seconds,
        import_seconds=import_seconds,
        again_seconds=again_seconds,
        clear_seconds=clear_seconds,
    )


def _fill(memory: Memory, nodes: int) -> int:
    made, n = SyntheticRuns(), 0
    counted = "MATCH (n) WHERE n.space = $space RETURN count(n) AS n"
    while memory.cypher(counted)[0]["n"] < nodes:
        memory.learn_many([made.run(n + i) for i in range(CHUNK)])
        n += CHUNK
    return n


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    began = time.perf_counter()
    found = work()
    return found, time.perf_counter() - began


def checks(result: TransferResult) -> list[Check]:
    """Seconds out and in, beside the aim."""
    scale = NODES / result.nodes
    return [
        Check(
            f"{what} of {NODES:,} nodes",
            seconds * scale,
            MOST_SECONDS,
            "s",
            "low",
            "aim",
        )
        for what, seconds in (
            ("export", result.export_seconds),
            ("import", result.import_seconds),
        )
    ]


def to_markdown(result: TransferResult) -> str:
    """The numbers for people."""
    rows = [
        (what, seconds, result.nodes / seconds)
        for what, seconds in (
            ("export", result.export_seconds),
            ("export, packed", result.packed_seconds),
            ("import", result.import_seconds),
            ("import again", result.again_seconds),
            ("clear", result.clear_seconds),
        )
    ]
    size = (
        f"{result.file_bytes / 1e6:.0f} MB, packed {result.packed_bytes / 1e6:.0f} MB"
    )
    return "\n\n".join(
        [
            "# A whole memory, out and in",
            machine_line(result.machine),
            f"{result.graph}; {result.runs:,} made runs, {result.nodes:,} nodes, "
            f"{result.relationships:,} relationships; {size}. An embedder that takes "
            "no time.",
            table(["what", "seconds", "nodes a second"], rows),
            checks_table(checks(result)),
        ]
    )
