"""`kgmem bench light`: what the calls of a memory take of the processor."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from kgmem_bench.common.child import in_child
from kgmem_bench.common.report import (
    Check,
    Say,
    checks_table,
    machine,
    machine_line,
    say,
    table,
)
from kgmem_bench.light.conversation import keeping
from kgmem_bench.light.cost import Cost
from kgmem_bench.light.documents import importing
from kgmem_bench.light.learning import Learning, learning
from kgmem_bench.stores.stand import EmbedderName, make_embedder

T = TypeVar("T")
MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Order:
    """What to measure."""

    runs: int = 1_000
    calls: int = 200
    """Of each sort that is called singly."""
    paragraphs: int = 40
    embedder: EmbedderName = "synthetic"


@dataclass(frozen=True, slots=True)
class LightResult:
    """All that was measured."""

    benchmark: str
    machine: dict[str, Any]
    order: Order
    learning: Learning
    message: Cost
    paragraph: Cost


def bench_light(order: Order, tell: Say = say) -> LightResult:
    """Measure each sort of call in a memory and a process of its own."""
    facts = machine()
    tell(f"{order.runs:,} runs are learned, {order.calls} more singly")
    learned = in_child(partial(_measured, _learning, order))
    tell(f"{order.calls} messages are kept")
    message = in_child(partial(_measured, _message, order))
    tell(f"{order.paragraphs} paragraphs are imported")
    paragraph = in_child(partial(_measured, _paragraph, order))
    return LightResult("light", facts, order, learned, message, paragraph)


def _measured(work: Callable[[Path, Order], T], order: Order) -> T:
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder:
        return work(Path(folder), order)


def _learning(home: Path, order: Order) -> Learning:
    return learning(home, make_embedder(order.embedder), order.runs, order.calls)


def _message(home: Path, order: Order) -> Cost:
    return keeping(home, make_embedder(order.embedder), order.calls)


def _paragraph(home: Path, order: Order) -> Cost:
    return importing(home, make_embedder(order.embedder), order.paragraphs)


def checks(result: LightResult) -> list[Check]:
    """What is aimed at."""

    def aim(what: str, value: float, limit: float, unit: str = "ms") -> Check:
        return Check(what, value, limit, unit, "low", "aim")

    learned = result.learning
    return [
        aim("learning a run", learned.single.ready_ms, 4),
        aim("learning a run in a batch", learned.batch.ready_ms, 2),
        aim("of which preparing it", learned.prepared.ready_ms, 1),
        aim("keeping a message", result.message.ready_ms, 3),
        aim("importing a paragraph", result.paragraph.waited_ms, 30),
        aim("disk for 1,000 runs", learned.disk_per_1000 / MEGABYTE, 8, "MB"),
    ]


def to_markdown(result: LightResult) -> str:
    """The tables, for people."""
    learned = result.learning
    rows = {
        "learn": learned.single,
        "learn_many, a run": learned.batch,
        "preparing a run": learned.prepared,
        "conversation.add": result.message,
        "add_document, a paragraph": result.paragraph,
    }
    head = ["call", "calls", "ready vectors ms", "with embedding ms", "all threads ms"]
    return "\n\n".join(
        [
            "# Light",
            machine_line(result.machine),
            f"Processor time of a call on average; embedder: {result.order.embedder}. "
            "Ready vectors: of the thread that calls, less embedding. All threads: "
            "with the work that follows, less embedding.",
            table(
                head,
                (
                    [name, one.calls, one.ready_ms, one.waited_ms, one.all_ms]
                    for name, one in rows.items()
                ),
            ),
            checks_table(checks(result)),
        ]
    )
