"""`kgmem bench light`: what the calls of a memory take of the processor."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
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
from kgmem_bench.common.stand import EmbedderName, make_embedder
from kgmem_bench.light.conversation import keeping
from kgmem_bench.light.cost import Cost
from kgmem_bench.light.documents import importing
from kgmem_bench.light.learning import Learning, learning
from kgmem_bench.light.recalling import Recalling, Spread, recalling
from kgmem_bench.light.starting import Starting, starting

T = TypeVar("T")
MEGABYTE = 1_000_000
RECALL_MS = (7, 10)
"""Aims for the first sizes."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to measure."""

    runs: int = 1_000
    calls: int = 200
    """Of each sort that is called singly."""
    paragraphs: int = 40
    sizes: tuple[int, ...] = (1_000, 10_000)
    """Of the memories that are asked."""
    embedder: EmbedderName = "offline"


@dataclass(frozen=True, slots=True)
class LightResult:
    """All that was measured."""

    benchmark: str
    machine: dict[str, Any]
    order: Order
    starting: Starting
    recalling: tuple[Recalling, ...]
    learning: Learning
    message: Cost
    paragraph: Cost

    @property
    def waited_ms(self) -> float:
        """Of a recall in the smallest memory, embedding included."""
        return self.recalling[0].recall.waited_p50


def bench_light(order: Order, tell: Say = say) -> LightResult:
    """Measure each sort of call in a memory and a process of its own."""
    facts = machine()
    tell("interpreters are started")
    started = _measured(_starting, order)
    tell(f"{order.runs:,} runs are learned, {order.calls} more singly")
    learned = in_child(partial(_measured, _learning, order))
    tell(f"{order.calls} messages are kept")
    message = in_child(partial(_measured, _message, order))
    tell(f"{order.paragraphs} paragraphs are imported")
    paragraph = in_child(partial(_measured, _paragraph, order))
    asked = []
    for size in order.sizes:
        tell(f"a memory of {size:,} runs is asked")
        asked.append(in_child(partial(_measured, partial(_recalling, size), order)))
    return LightResult(
        "light", facts, order, started, tuple(asked), learned, message, paragraph
    )


def _measured(work: Callable[[Path, Order], T], order: Order) -> T:
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder:
        return work(Path(folder), order)


def _starting(home: Path, order: Order) -> Starting:
    return starting(home)


def _recalling(size: int, home: Path, order: Order) -> Recalling:
    return recalling(home, make_embedder(order.embedder), size, order.calls)


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

    learned, started = result.learning, result.starting
    memory = started.open_megabytes
    return [
        aim("import", started.import_seconds, 0.4, "s"),
        aim("modules of the import", started.modules, 350, "modules"),
        *([aim("an open empty memory", memory, 250, "MB")] if memory else []),
        *(
            check
            for one, most in zip(result.recalling, RECALL_MS, strict=False)
            for check in (
                aim(f"recall at {one.runs:,}, p50", one.recall.p50, most),
                aim(
                    f"recall at {one.runs:,}, p95 by p50",
                    one.recall.p95 / one.recall.p50,
                    2,
                    "×",
                ),
                aim(f"search at {one.runs:,}, p50", one.search.p50, 3),
            )
        ),
        aim("a new task's recall, embedder included", result.waited_ms, 15),
        aim("learning a run, embedder included", learned.single.waited_ms, 15),
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
            "Asked of a memory, p50 and p95 of the thread that calls:",
            table(ASKED_HEAD, _asked(result.recalling)),
            "What these memories take: processor time of all threads for learning in "
            "batches and generalizing, memory of a process that asked the above:",
            table(HELD_HEAD, _held(result.recalling)),
            _started(result.starting),
            checks_table(checks(result)),
        ]
    )


ASKED_HEAD = ["runs", "call", "calls", "p50 ms", "p95 ms", "p50 with embedding ms"]


def _asked(asked: Sequence[Recalling]) -> Iterator[list[object]]:
    for one in asked:
        parts: dict[str, Spread] = {
            "recall": one.recall,
            "search": one.search,
            "match": one.match,
        }
        for name, it in parts.items():
            yield [f"{one.runs:,}", name, it.calls, it.p50, it.p95, it.waited_p50]


HELD_HEAD = ["runs", "learn ms", "generalize s", "open ms", "memory MB", "disk MB"]


def _held(asked: Sequence[Recalling]) -> Iterator[list[object]]:
    for one in asked:
        it = one.holding
        memory = "–" if it.process_bytes is None else it.process_bytes / MEGABYTE
        making = it.making
        spent = [making.learn_ms, making.generalize_seconds, it.open_ms]
        yield [f"{one.runs:,}", *spent, memory, it.disk_bytes / MEGABYTE]


def _started(one: Starting) -> str:
    opened = one.open_megabytes
    memory = "" if opened is None else f"; an open empty memory: {opened:.0f} MB"
    return (
        f"`from kgmem import Memory`: {one.import_seconds:.2f} s, "
        f"{one.modules} modules{memory}."
    )
