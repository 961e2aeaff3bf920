"""What `kgmem bench servers` prints."""

from collections.abc import Iterator, Sequence

from kgmem_bench.common.report import Check, checks_table, machine_line, number, table
from kgmem_bench.servers.servers import Beside, ServersResult
from kgmem_bench.servers.servers_plans import Growth

ON_PAPER = 100_000_000
"""Runs that the last figures are extrapolated to."""
DIMENSIONS = 384
LINKS = 2 * 16
"""Neighbours of a point in an HNSW graph with m = 16, on its lowest level."""
GB = 1e9
FLAT = 1.5
"""The most by which what a recall touches may grow from the smallest to the largest."""


def checks(result: ServersResult) -> list[Check]:
    """What was asked for."""
    return [*_together(result), *_beside(result.beside), *_growth(result.growth)]


def _together(result: ServersResult) -> Iterator[Check]:
    for one in result.together:
        for what, lost in (
            ("runs lost", one.lost_runs),
            ("runs twice", one.duplicates),
            ("reports lost", one.lost_reports),
            ("counts that differ", one.lost_counts),
            ("errors", len(one.errors)),
        ):
            yield _none(f"{what}, {one.processes} processes", lost)


def _beside(found: Beside | None) -> Iterator[Check]:
    if found is not None:
        yield _none("recalls that failed beside a reindex", found.failed_recalls)
        yield _none("learns that failed beside a reindex", found.failed_learned)
        yield _none("points missing after it", found.missing)


def _growth(found: list[Growth]) -> Iterator[Check]:
    for one in found:
        yield _none(f"queries that scan, {one.runs:,} runs", len(one.scans))
    if len(found) > 1:
        grown = found[-1].hits[0] / found[0].hits[0]
        what = f"touched by a recall, {found[-1].runs:,} by {found[0].runs:,} runs"
        yield Check(what, grown, FLAT, "×", "low", "required")


def _none(what: str, value: int) -> Check:
    return Check(what, float(value), 0.0, "", "low", "required")


def to_markdown(result: ServersResult) -> str:
    """The whole report."""
    parts = [f"## Servers: Neo4j and {_vectors(result)}", machine_line(result.machine)]
    if result.together:
        parts += [
            "### Processes on one graph",
            f"Each learns {result.runs} runs one by one, a fifth of which all of them "
            "learn, then recalls and reports half as many; the first of each is not "
            "timed. Server and processes share this machine's cores. Times in ms.",
            _together_table(result),
        ]
    if result.beside:
        parts += ["### A reindex beside work", _beside_table(result.beside)]
    if result.growth:
        parts += [
            "### Growing",
            "Runs of all tenants; touched: rows and properties by the server's own "
            "count (PROFILE), of all reads of a recall.",
            _growth_table(result.growth),
            on_paper(result.growth),
        ]
    parts += ["### Asked and measured", checks_table(checks(result))]
    return "\n\n".join(parts) + "\n"


def _vectors(result: ServersResult) -> str:
    if result.vectors == "qdrant":
        return "Qdrant"
    return (
        "embedded vectors, which belong to one process: several processes share the "
        "graph alone, without vectors"
    )


def _together_table(result: ServersResult) -> str:
    head = ["processes", "what", "per second", "p50", "p95", "n"]
    rows = [
        [one.processes, name, one.per_second[name], speed.p50, speed.p95, speed.n]
        for one in result.together
        for name, speed in sorted(one.ms.items())
    ]
    return table(head, rows)


def _beside_table(found: Beside) -> str:
    head = ["points", "seconds", "recalls", "failed", "p50", "p95", "slowest"]
    head += ["p50 without", "learned", "failed to learn", "points missing"]
    speed = found.recall_ms
    row = [found.points, found.seconds, found.recalls, found.failed_recalls, speed.p50]
    row += [speed.p95, found.slowest_ms, found.quiet_ms.p50, found.learned]
    return table(head, [[*row, found.failed_learned, found.missing]])


def _growth_table(found: list[Growth]) -> str:
    head = ["runs", "tenants", "nodes", "relationships", "queries that scan"]
    head += ["touched p50", "touched p95", "reading ahead, ms", "counting, ms"]
    head += ["bytes/run"]
    return table(head, [_growth_row(one) for one in found])


def _growth_row(one: Growth) -> list[object]:
    size = None if one.bytes is None else one.bytes / one.runs
    row: list[object] = [f"{one.runs:,}", one.tenants, f"{one.nodes:,}"]
    row += [f"{one.relationships:,}", len(one.scans), *one.hits, one.warm_ms]
    return [*row, one.count_ms, size]


def on_paper(found: Sequence[Growth]) -> str:
    """What the largest size says of ON_PAPER runs; nothing of it was measured."""
    last = found[-1]
    times = ON_PAPER / last.runs
    nodes, edges = last.nodes * times, last.relationships * times
    said = [
        f"On paper, for {ON_PAPER:,} runs: {number(nodes / 1e9)} billion nodes, "
        f"{number(edges / 1e9)} billion relationships"
    ]
    if (each := _bytes_each(found)) is not None:
        said.append(f", about {number(each * ON_PAPER / 1e12)} TB of graph on disk")
    whole = DIMENSIONS * 4 + LINKS * 4
    small = DIMENSIONS + LINKS * 4
    said.append(
        f". One point for each task, {DIMENSIONS} dimensions, as many tasks as runs: "
        f"{number(ON_PAPER * whole / GB)} GB of memory in full, "
        f"{number(ON_PAPER * small / GB)} GB with 8-bit values and the full ones on "
        "disk; shards of 20 GB each would be "
        f"{number(ON_PAPER * small / GB / 20)}."
    )
    return "".join(said)


def _bytes_each(found: Sequence[Growth]) -> float | None:
    """Of one more run, from the smallest size to the largest: an empty store and its
    logs take some MB, too."""
    first, last = found[0], found[-1]
    if first.bytes is None or last.bytes is None or first is last:
        return None
    return (last.bytes - first.bytes) / (last.runs - first.runs)
