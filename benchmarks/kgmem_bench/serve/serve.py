"""`kgmem bench serve`: retrieve and writeback over HTTP, beside the SDK in process."""

import shutil
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
from kgmem_bench.serve.asking import Call, Waiting, asked_for, one_after_the_other
from kgmem_bench.serve.running import Running, asked_by, serving

QUERIES = 200
WARMERS = 4
"""Clients that ask everything before one is measured."""
TURNS = 3
SETTINGS = {"embedding": "ngram", "generalize_after": 0, "cache_answers": 0}
"""Without kept answers: what is asked twice would be no recall."""
VARIABLES = {f"KGMEM_{name.upper()}": str(one) for name, one in SETTINGS.items()}
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
    started_cpu: float
    """Of these, on the processor."""
    megabytes: tuple[float, ...]
    """Of the server: before the first round, and after each."""

    def row(self, call: str, by: str) -> Row:
        return next(one for one in self.rows if (one.call, one.by) == (call, by))


def bench_serve(order: Order, tell: Say = say) -> ServeResult:
    """Measure a memory in process and a copy of it that is served, in turn."""
    facts = machine()
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder:
        home, copy = Path(folder) / "memory", Path(folder) / "served"
        tell(f"{order.runs:,} runs are learned")
        in_child(partial(_learned, home, order.runs))
        shutil.copytree(home, copy)
        with serving(copy, VARIABLES) as server:
            started = server.started, server.cpu()
            tell(f"served after {server.started:.1f} s")
            with Memory.open(home, settings=SETTINGS) as memory:
                bench = _Bench(order, memory, server, tell)
                bench.measure()
    rows, megabytes = tuple(bench.rows), tuple(bench.megabytes)
    return ServeResult("serve", facts, order, rows, *started, megabytes)


def _learned(home: Path, runs: int) -> None:
    made = SyntheticRuns()
    with Memory.open(home, settings=SETTINGS) as memory:
        memory.learn_many([made.run(n) for n in range(runs)])
        memory.flush()


class _Bench:
    """Rounds over HTTP, and in process between them: what else goes on on the machine
    slows both."""

    def __init__(
        self, order: Order, memory: Memory, server: Running, tell: Say
    ) -> None:
        self.order, self.memory, self.server, self.tell = order, memory, server, tell
        self.rows: list[Row] = []
        self.megabytes: list[float] = []
        self._texts, self._units = _texts(order), _units(order)

    def measure(self) -> None:
        retrievals = [{"query": {"task_text": text}} for text in self._texts]
        units = [{"unit": {**unit, "step_id": "NUMBER"}} for unit in self._units]
        self._one_by_one("retrieve", "/v1/retrieve", retrievals, self._retrieve)
        self._at_once("retrieve", "/v1/retrieve", retrievals)
        self._one_by_one("writeback", "/v1/writeback", units, self._writeback)
        self._at_once("writeback", "/v1/writeback", units)
        self.tell(f"retrieve: {SDK}")
        began = self.server.cpu()
        done = in_child(partial(_by_sdk, self.server.port, self.order))
        self.rows.append(_row("recall", SDK, done, self.server.cpu() - began))

    def _one_by_one(self, call: str, path: str, bodies: Any, here: Call) -> None:
        """One client and the SDK in turn, after each was asked everything once."""
        self.tell(f"{call}: in process, and 1 client")
        self._asked(WARMERS, path, bodies, self.order.seconds)
        for n in range(QUERIES):
            here(n)
        self.megabytes.append(self.server.megabytes())
        seconds = self.order.seconds / TURNS
        by: dict[str, list[tuple[Waiting, float]]] = {HERE: [], _clients(1): []}
        for turn in range(TURNS):
            began = time.process_time()
            first = (turn + 1) * 100_000
            done = asked_for(seconds, partial(_from, first, here))
            by[HERE].append((done, time.process_time() - began))
            by[_clients(1)].append(self._asked(1, path, bodies, seconds))
        for name, parts in by.items():
            waited = one_after_the_other([one for one, _ in parts])
            self.rows.append(_row(call, name, waited, sum(cpu for _, cpu in parts)))
        self.megabytes.append(self.server.megabytes())

    def _at_once(self, call: str, path: str, bodies: Any) -> None:
        for count in self.order.clients[1:]:
            self.tell(f"{call}: {count} clients")
            done, cpu = self._asked(count, path, bodies, self.order.seconds)
            self.rows.append(_row(call, _clients(count), done, cpu))
            self.megabytes.append(self.server.megabytes())

    def _asked(
        self, count: int, path: str, bodies: Any, seconds: float
    ) -> tuple[Waiting, float]:
        began = self.server.cpu()
        numbered = path.endswith("writeback")
        port = self.server.port
        done = asked_by(count, port, path, bodies, seconds, numbered=numbered)
        return done, self.server.cpu() - began

    def _retrieve(self, n: int) -> object:
        return self.memory.recall(self._texts[n % QUERIES]).to_response()

    def _writeback(self, n: int) -> object:
        return self.memory.writeback({**self._units[n % QUERIES], "step_id": f"h{n}"})


def _by_sdk(port: int, order: Order) -> Waiting:
    texts = _texts(order)
    with Memory.connect(f"http://127.0.0.1:{port}") as memory:
        memory.recall(texts[0])
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
    p50, p95, p99 = map(done.ms, SHARES)
    return Row(call, by, count, done.a_second, p50, p95, p99, cpu / count * 1e3)


def _from(first: int, call: Callable[[int], object], n: int) -> object:
    return call(first + n)


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
    grown = result.megabytes[-1] - result.megabytes[0]
    return [
        *found,
        Check("memory that the server took on", grown, 100, "MB", "low", "aim"),
        Check(
            "processor time from start to the first answer",
            result.started_cpu,
            5,
            "s",
            "low",
            "aim",
        ),
    ]


def to_markdown(result: ServeResult) -> str:
    """The tables, for people."""
    head = ["call", "by", "answers", "a second", "p50 ms", "p95 ms", "p99 ms"]
    megabytes = ", ".join(f"{one:.0f}" for one in result.megabytes)
    return "\n\n".join(
        [
            "# Serve",
            machine_line(result.machine),
            f"A memory of {result.order.runs:,} runs, embedder ngram, no kept "
            f"answers; each round {result.order.seconds:g} s, each client a "
            "process that asks one "
            f"call after another; in process and one client in {TURNS} "
            "turns. Processor: of the process that has the memory, for each answer. "
            "By: as a ratio to "
            "the SDK in process in this run.",
            table([*head, "processor ms", "p50 by", "processor by"], _rows(result)),
            f"From start to the first answer {result.started:.1f} s, of which "
            f"{result.started_cpu:.1f} s of the processor. Memory of the "
            "server after it was asked everything, and after each round: "
            f"{megabytes} MB.",
            checks_table(checks(result)),
        ]
    )


def _rows(result: ServeResult) -> Iterator[Sequence[object]]:
    for one in result.rows:
        here = result.row("retrieve" if one.call == "recall" else one.call, HERE)
        waited = one.a_second, one.p50, one.p95, one.p99, one.cpu_ms
        ratios = one.p50 / here.p50, one.cpu_ms / here.cpu_ms
        yield [one.call, one.by, one.answers, *waited, *ratios]
