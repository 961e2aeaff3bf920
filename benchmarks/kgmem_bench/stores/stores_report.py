"""Tables of `kgmem bench stores`, and its numbers beside those they should be."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from kgmem_bench.common.report import Check, checks_table, machine_line, number, table
from kgmem_bench.stores.recall_speed import Condition, Speed
from kgmem_bench.stores.stores import Learning, SizeResult, StoresResult

FLOOR_RATIO = 1.5
GROWTH = 3.0
BATCH_RATIO, SINGLE_RATIO = 2.0, 2.5
SINGLE_MS = 5.0
BATCH_PER_SECOND = 500.0
AIM_SIZE = 10_000
AIM_P50_MS, AIM_P95_MS = 5.0, 15.0


def checks(result: StoresResult) -> list[Check]:
    """What is asked of speed, and what was measured; of a server nothing is
    required, since its network is measured with it."""
    found = [
        *(check for size in result.sizes for check in _of_learning(size)),
        *(check for size in result.sizes for check in _of_recall(size)),
        *_of_growth(result),
    ]
    if result.graph == "arcadedb":
        return found
    return [replace(check, kind="aim") for check in found]


def _of_learning(size: SizeResult) -> Iterator[Check]:
    at = f"{size.size:,}"
    assert size.single.ms is not None, "single runs are timed one by one"
    what = f"learn one run at {at}, median"
    yield Check(what, size.single.ms.p50, SINGLE_MS, "ms", "low", "aim")
    rate = size.batch.per_second
    what = f"learn in batches up to {at}"
    yield Check(what, rate, BATCH_PER_SECOND, "runs/s", "high", "aim")
    for how, learning, limit in (
        ("in batches up to", size.batch, BATCH_RATIO),
        ("one run at", size.single, SINGLE_RATIO),
    ):
        what = f"learn {how} {at} by its floor, processor time"
        yield Check(what, learning.ratio, limit, "×", "low", "required")


def _of_recall(size: SizeResult) -> Iterator[Check]:
    at, overall = f"{size.size:,}", size.overall
    what = f"recall by its floor at {at}, medians"
    yield Check(what, overall.ratio, FLOOR_RATIO, "×", "low", "required")
    if size.size == AIM_SIZE:
        total = overall.total
        yield Check(f"recall at {at}, p50", total.p50, AIM_P50_MS, "ms", "low", "aim")
        yield Check(f"recall at {at}, p95", total.p95, AIM_P95_MS, "ms", "low", "aim")


def _of_growth(result: StoresResult) -> Iterator[Check]:
    """From each size to one ten times as large."""
    by_size = {one.size: one.overall.total.p50 for one in result.sizes}
    for small in sorted(by_size):
        if small * 10 in by_size:
            what = f"recall, {small * 10:,} by {small:,}, medians"
            growth = by_size[small * 10] / by_size[small]
            asked = small * 10 == AIM_SIZE
            kind: Literal["required", "aim"] = "required" if asked else "aim"
            yield Check(what, growth, GROWTH, "×", "low", kind)


def to_markdown(result: StoresResult) -> str:
    """The whole report."""
    parts = [
        f"## Stores: {result.graph} and {result.embedder} vectors",
        machine_line(result.machine),
        f"Made runs of {result.steps} steps, seed {result.seed}; {result.rounds} "
        "recalls of each sort. Times in ms. A recall counts without the time for "
        "embedding its text; learning without embedding and redaction, which stand "
        "beside it.",
        "### Learning",
        _learning_table(result),
        "CPU: processor time per run of the thread that learns, with patterns, "
        "warnings, names and links to similar tasks. floor: the run's nodes, edges, "
        "outbox rows and points written straight to both stores, by one statement for "
        "each kind of them, in turns with learning. job: all other threads, that is "
        "the batch job that learning starts, until it was done.",
        "### Recall",
        _recall_table(result),
        "floor: the same searches and the same reads once more, without kgmem, right "
        "after the recall. again: the same recall a second time. CPU: processor time, "
        "in which other work on the machine counts less.",
        "### Stages of a recall",
        _stages_table(result),
        "### Holding it",
        _holding_table(result),
        "### Asked and measured",
        checks_table(checks(result)),
    ]
    return "\n\n".join(parts) + "\n"


def _learning_table(result: StoresResult) -> str:
    head = ["runs", "how", "ms p50", "ms p95", "CPU ms", "floor p50", "floor CPU ms"]
    head += ["by floor, CPU", "job CPU ms", "runs/s", "embedding ms/run"]
    head += ["redaction ms/run", "runs/s with both"]
    rows = [
        [f"{size.size:,}", how, *_learning_cells(learning)]
        for size in result.sizes
        for how, learning in (("batch", size.batch), ("single", size.single))
    ]
    return table(head, rows)


def _learning_cells(learning: Learning) -> list[object]:
    ms = learning.ms
    return [
        ms.p50 if ms else 1e3 / learning.per_second,
        ms.p95 if ms else None,
        learning.cpu_ms,
        learning.floor_ms.p50 if learning.floor_ms else None,
        learning.floor_cpu_ms,
        learning.ratio,
        learning.job_cpu_ms,
        learning.per_second,
        learning.embedding_seconds / learning.runs * 1e3,
        learning.redaction_seconds / learning.runs * 1e3,
        learning.per_second_with,
    ]


def _recall_table(result: StoresResult) -> str:
    head = ["runs", "task", "app", "p50", "p95", "CPU p50", "again p50", "floor p50"]
    head += ["vectors", "graph", "rows", "reads", "by floor", "by floor, CPU"]
    head += ["embedding p50", "route most taken"]
    rows = [_recall_row(size, one) for size in result.sizes for one in size.recalls]
    return table(head, rows)


def _recall_row(size: SizeResult, one: Condition) -> list[object]:
    app = "both" if one.sort == "all" else "given" if one.with_app else "–"
    route, times = next(iter(one.routes.items()))
    return [
        f"{size.size:,}",
        one.sort,
        app,
        one.total.p50,
        one.total.p95,
        one.cpu.p50,
        one.again.p50,
        one.floor.p50,
        one.floor_vectors.p50,
        one.floor_graph.p50,
        f"{one.rows:.0f}",
        f"{one.graph_reads:.0f}",
        one.ratio,
        one.ratio_cpu,
        one.embedding.p50,
        f"{route} {times / one.total.n:.0%}",
    ]


def _stages_table(result: StoresResult) -> str:
    names = list(dict.fromkeys(n for s in result.sizes for n in s.overall.stages))
    head = ["stage", *(f"{size.size:,}: p50 / p95" for size in result.sizes)]
    rows = [
        [name, *(_both(size.overall.stages.get(name)) for size in result.sizes)]
        for name in names
    ]
    return table(head, rows)


def _both(speed: Speed | None) -> str:
    return "–" if speed is None else f"{number(speed.p50)} / {number(speed.p95)}"


def _holding_table(result: StoresResult) -> str:
    head = ["runs", "tasks", "open ms", "flush ms", "graph MB", "vectors MB"]
    head += ["process MB", "process MB, empty"]
    rows = [
        [
            f"{size.size:,}",
            f"{size.tasks:,}",
            size.holding.open_ms,
            size.flush_ms,
            _mb(size.holding.graph_bytes),
            _mb(size.holding.vector_bytes),
            _mb(size.holding.process_bytes),
            _mb(size.holding.empty_process_bytes),
        ]
        for size in result.sizes
    ]
    return table(head, rows)


def _mb(size: int | None) -> float | None:
    return None if size is None else size / 1e6
