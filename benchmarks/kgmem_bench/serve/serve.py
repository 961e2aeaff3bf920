"""`kgmem bench serve`: retrieve and writeback over HTTP, beside the SDK in process."""

import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kgmem import Memory
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
from kgmem_bench.common.synthetic import SyntheticRuns
from kgmem_bench.serve.asking import Call, Waiting, asked_for
from kgmem_bench.serve.running import Running, asked_by, serving

QUERIES = 200
WARM = 20
SETTINGS = {"embedding": "ngram", "generalize_after": 0}
SHARES = (0.5, 0.95, 0.99)
HERE, SDK = "in process", "Memory.connect"


@dataclass(frozen=True, slots=True)
class Order:
    """What to measure."""

    runs: int = 1_000
    """In the memory."""
    seconds: float = 6.0
    """Of each round."""
    clients: tuple[int, ...] = (1, 8, 32)


@dataclass(frozen=True, slots=True)
class Row:
    """One round."""

    call: str
    by: str
    answers: int
    a_second: float
    p50: float
    p95: float
    p99: float
    cpu_ms: float
    """Processor time of the process that has the memory, for each answer."""


@dataclass(frozen=True, slots=True)
class ServeResult:
    """All that was measured."""

    benchmark: str
    machine: dict[str, Any]
    order: Order
    rows: tuple[Row, ...]
    started: float
    """Seconds from the start of `kgmem serve` to its first answer."""
    megabytes: tuple[float, ...]
    """Of the server: before the first round, and after each."""

    def row(self, call: str, by: str) -> Row:
        return next(one for one in self.rows if (one.call, one.by) == (call, by))


def bench_serve(order: Order, tell: Say = say) -> ServeResult:
    """Measure one memory in process, then the same served."""
    facts = machine()
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder:
        home = Path(folder) / "memory"
        tell(f"{order.runs:,} runs are learned, and asked for in process")
        here = in_child(partial(_in_process, home, order))
        with serving(home) as server:
            tell(f"served after {server.started:.1f} s")
            rows, megabytes = _served(server, order, tell)
    return ServeResult(
        "serve", facts, order, (*here, *rows), server.started, tuple(megabytes)
    )


def _in_process(home: Path, order: Order) -> list[Row]:
    made = SyntheticRuns()
    with Memory.open(home, settings=SETTINGS) as memory:
        memory.learn_many([made.run(n) for n in range(order.runs)])
        memory.flush()
        texts, units = _texts(order), _units(order)

        def retrieve(n: int) -> object:
            return memory.recall(texts[n % QUERIES]).to_response()

        def writeback(n: int) -> object:
            unit = units[n % QUERIES]
            return memory.writeback({**unit, "step_id": f"here-{n}"})

        return [
            _here("retrieve", order, retrieve),
            _here("writeback", order, writeback),
        ]


def _here(name: str, order: Order, call: Call) -> Row:
    for n in range(WARM):
        call(QUERIES - 1 - n)
    began = time.process_time()
    done = asked_for(order.seconds, lambda n: call(n + QUERIES))
    return _row(name, HERE, done, time.process_time() - began)


def _served(server: Running, order: Order, tell: Say) -> tuple[list[Row], list[float]]:
    retrievals = [{"query": {"task_text": text}} for text in _texts(order)]
    units = [{"unit": {**unit, "step_id": "NUMBER"}} for unit in _units(order)]
    rows, megabytes = [], [server.megabytes()]
    for call, path, bodies in (
        ("retrieve", "/v1/retrieve", retrievals),
        ("writeback", "/v1/writeback", units),
    ):
        for count in order.clients:
            tell(f"{call}: {count} clients")
            began, numbered = server.cpu(), call == "writeback"
            args = count, server.port, path, bodies, order.seconds
            done = asked_by(*args, numbered=numbered)
            rows.append(_row(call, _clients(count), done, server.cpu() - began))
            megabytes.append(server.megabytes())
    tell(f"retrieve: {SDK}")
    began = server.cpu()
    done = in_child(partial(_by_sdk, server.port, order))
    rows.append(_row("recall", SDK, done, server.cpu() - began))
    return rows, megabytes


def _by_sdk(port: int, order: Order) -> Waiting:
    texts = _texts(order)
    with Memory.connect(f"http://127.0.0.1:{port}") as memory:
        for text in texts[:WARM]:
            memory.recall(text)
        return asked_for(order.seconds, lambda n: memory.recall(texts[n % QUERIES]))


def _texts(order: Order) -> list[str]:
    """Half of them word for word as a run, half with other values."""
    made = SyntheticRuns()
    kinds = (made.known, made.similar)
    return [kinds[n % 2](n, order.runs).text for n in range(QUERIES)]


def _units(order: Order) -> list[dict[str, Any]]:
    """Steps of runs, as an agent sends them."""
    made = SyntheticRuns()
    runs = [made.run(order.runs + n) for n in range(QUERIES)]
    return [
        {
            "kind": "step",
            "task_text": run["task"],
            "session_id": f"session {n}",
            "action": {"type": "click", "target": {"role": "button", "name": "Go"}},
            "success": True,
        }
        for n, run in enumerate(runs)
    ]


def _clients(count: int) -> str:
    return f"{count} client{'s' if count > 1 else ''}"


def _row(call: str, by: str, done: Waiting, cpu: float) -> Row:
    count = len(done.waited)
    spread = (done.ms(share) for share in SHARES)
    return Row(call, by, count, done.a_second, *spread, cpu / count * 1e3)


def checks(result: ServeResult) -> list[Check]:
    """What is required."""
    found = []
    for call in ("retrieve", "writeback"):
        here = result.row(call, HERE)
        first, *_, middle, last = [
            result.row(call, _clients(count)) for count in result.order.clients
        ]
        kind: Any = "required" if call == "retrieve" else "aim"
        found += [
            Check(
                f"{call}, 1 client, p50", first.p50 / here.p50, 1.5, "×", "low", kind
            ),
            Check(
                f"{call}, processor time by that in process",
                first.cpu_ms / here.cpu_ms,
                1.5,
                "×",
                "low",
                "aim",
            ),
            Check(
                f"{call}, answers a second at {last.by} by {middle.by}",
                last.a_second / middle.a_second,
                0.95,
                "×",
                "high",
                "required",
            ),
        ]
    grown = result.megabytes[-1] - result.megabytes[1]
    return [
        *found,
        Check("memory that the server took on", grown, 100, "MB", "low", "aim"),
        Check("from start to the first answer", result.started, 5, "s", "low", "aim"),
    ]


def to_markdown(result: ServeResult) -> str:
    """The tables, for people."""
    head = ["call", "by", "answers", "a second", "p50 ms", "p95 ms", "p99 ms"]
    megabytes = ", ".join(f"{one:.0f}" for one in result.megabytes)
    return "\n\n".join(
        [
            "# Serve",
            machine_line(result.machine),
            f"A memory of {result.order.runs:,} runs, embedder ngram; each round "
            f"{result.order.seconds:g} s, each client a process that asks one call "
            "after another. Processor: of the process that has the memory, for each "
            "answer. By: as a ratio to the SDK in process in this run.",
            table([*head, "processor ms", "p50 by", "processor by"], _rows(result)),
            f"From start to the first answer {result.started:.1f} s. Memory of the "
            f"server before the first round and after each: {megabytes} MB.",
            checks_table(checks(result)),
        ]
    )


def _rows(result: ServeResult) -> Iterator[Sequence[object]]:
    for one in result.rows:
        here = result.row("retrieve" if one.call == "recall" else one.call, HERE)
        waited = one.a_second, one.p50, one.p95, one.p99, one.cpu_ms
        ratios = one.p50 / here.p50, one.cpu_ms / here.cpu_ms
        yield [one.call, one.by, one.answers, *waited, *ratios]
