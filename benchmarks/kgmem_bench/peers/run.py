"""`kgmem bench peers`: who does a known task with other values, and who does harm?

Every system learns the same runs and is asked the same requests over one protocol, each
in a process and an environment of its own, with kgmem's vectors where it takes any.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from kgmem.lab import E5Embedder, Embedder, offline_embedder
from kgmem_bench.common.metrics import mean, percentile
from kgmem_bench.common.report import Say, disk_use, machine, say
from kgmem_bench.common.seals import opened
from kgmem_bench.common.synthetic import SyntheticRuns
from kgmem_bench.peers.child import NAMED, Child, Named, Vectors, running
from kgmem_bench.peers.sets import Kinds, Request, plain, written
from kgmem_bench.wordings.everyday import in_order

Outcome = Literal["done", "wrong values", "wrong kind", "run", "not run"]
"""Of a known request the first three or `not run`; of any other `run` or `not run`."""
RUNS = (1, 3)
"""Runs of each kind that are learned."""
Answer = Mapping[str, Any]
Runs = Callable[[Answer], bool | None]
"""Is the plan of an answer run at once? None: there is none to run."""
BATCH = 100
SINGLY = 1_000
"""Up to this size tasks are added one by one, to larger memories in batches."""
WARM_UP = 20
ASKED = 200 + WARM_UP
"""Requests to a memory of some size; the time of all but the first is taken."""
PATIENCE = 600.0
"""Seconds of a system's own processor time after which it is not waited for."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A request, and what one system made of it."""

    request: Request
    first: bool
    """Is the task that it names first of the right kind?"""
    outcome: Outcome | None
    """None of a system that only finds."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a memory of some size takes: milliseconds of the processor, vectors
    included, and bytes."""

    size: int
    add: float
    find: float
    find_p95: float
    disk: int
    memory: int


@dataclass(slots=True)
class Measured:
    """One system, or one way to use it."""

    name: str
    version: str
    judged: dict[int, list[Judged]] = field(default_factory=dict)
    """By the number of runs of each kind."""
    costs: list[Cost] = field(default_factory=list)
    lacks: str = ""
    """Why something was not measured."""

    def count(self, runs: int, outcome: Outcome, families: Sequence[str]) -> int:
        """Requests of these families with this outcome."""
        return sum(
            one.outcome == outcome and one.request.family in families
            for one in self.judged.get(runs, ())
        )


@dataclass(frozen=True, slots=True)
class PeersResult:
    """All systems."""

    benchmark: str
    machine: dict[str, Any]
    embedder: str
    asked: Mapping[str, int]
    """Requests by family."""
    kinds: int
    """Of which runs are learned."""
    systems: list[Measured]


def bench_peers(
    only: Sequence[str] = (),
    *,
    sizes: Sequence[int] = (1_000, 10_000),
    quick: bool = False,
    sealed: Path | None = None,
    python: Path | None = None,
    embedder: Embedder | None = None,
    raw: Embedder | None = None,
    tell: Say = say,
) -> PeersResult:
    """Measure the systems of these names, or all; on a sealed set alone, which this
    version opens. Raises InvalidInput for a file without a seal, or opened before."""
    kinds = opened(sealed, version("kgmem")) if sealed else None
    ask = partial(written, quick=quick, kinds=kinds)
    ours = embedder or offline_embedder()[0]
    python = python or Path(sys.executable)
    vectors = {False: Vectors(ours), True: Vectors(raw or E5Embedder(centered=False))}
    systems: list[Measured] = []
    for system in NAMED:
        if not only or system.name in only:
            start = _Start(system, vectors[system.is_raw], python)
            systems += _measured(start, sizes, ask, tell)
    asked = ask(1)
    return PeersResult(
        benchmark="peers",
        machine=machine(),
        embedder=ours.model,
        asked=Counter(request.family for request in asked.requests),
        kinds=len(asked.tasks),
        systems=systems,
    )


def _from(low: float) -> Runs:
    return lambda answer: answer["score"] >= low


WAYS: Mapping[str, Mapping[str, Runs]] = {
    "kgmem": {
        "kgmem": lambda answer: answer["runs"],
        "kgmem, followed without a look": lambda answer: (
            answer["steps"] is not None and not answer["asks"]
        ),
    },
    "cosine": {"cosine": lambda answer: None},
    "cosine, uncentered": {
        "cosine, uncentered": lambda answer: None,
        "semantic cache, cosine ≥ .95": _from(0.95),
        "semantic cache, cosine ≥ .90": _from(0.90),
    },
}
"""Systems whose answers are used in several ways, the first of which is their row of
costs."""


@dataclass(frozen=True, slots=True)
class _Start:
    """Starts one system, again and again."""

    system: Named
    vectors: Vectors
    python: Path

    @contextmanager
    def fresh(self) -> Iterator[tuple[Child, Path]]:
        """It, with nothing learned, and the folder of its files."""
        with tempfile.TemporaryDirectory(
            prefix="kgmem-bench-", ignore_cleanup_errors=True
        ) as folder:
            at = Path(folder)
            with running(self.system, at, self.vectors, self.python) as child:
                yield child, at / "home"


def _measured(
    start: _Start, sizes: Sequence[int], ask: Callable[[int], Kinds], tell: Say
) -> list[Measured]:
    system = start.system
    packages = ", ".join(system.packages) or "this checkout"
    ways = WAYS.get(system.name, {system.name: lambda answer: answer.get("runs")})
    rows = {name: Measured(name, packages) for name in ways}
    own = next(iter(rows.values()))
    try:
        for runs in RUNS:
            kinds = ask(runs)
            answers = _answers(start, kinds)
            for name, is_run in ways.items():
                rows[name].judged[runs] = [
                    judged(request, answer, is_run(answer), kinds)
                    for request, answer in zip(kinds.requests, answers, strict=True)
                ]
            tell(f"{system.name}, {runs} a kind: {len(answers)} requests")
        for size in sizes if not system.is_raw else ():
            own.costs.append(_cost(start, size))
            tell(f"{system.name}, {size:,}: {own.costs[-1].find:.1f} ms")
    except (RuntimeError, TimeoutError) as error:
        own.lacks = str(error)
        tell(f"{system.name}: {own.lacks}")
    return list(rows.values())


def _answers(start: _Start, kinds: Kinds) -> list[Answer]:
    with start.fresh() as (child, _):
        for n in range(0, len(kinds.tasks), BATCH):
            child.ask("add", tasks=kinds.tasks[n : n + BATCH])
        child.ask("settle")
        return [
            child.ask("find", text=request.text, app=request.app).answer
            for request in kinds.requests
        ]


def judged(
    request: Request, answer: Answer, is_run: bool | None, kinds: Kinds
) -> Judged:
    """What became of the request, where its plan is run or not."""
    first = next(iter(answer["ids"]), "")
    is_kind = first.rpartition("/")[0] == request.kind
    if is_run is None:
        return Judged(request, is_kind, None)
    if not is_run:
        return Judged(request, is_kind, "not run")
    if not request.is_known:
        return Judged(request, is_kind, "run")
    if request.kind not in kinds.nearest(answer["steps"], request.app):
        return Judged(request, is_kind, "wrong kind")
    is_right = in_order(
        [" ".join(_texts(step)) for step in answer["steps"]], request.values
    )
    return Judged(request, is_kind, "done" if is_right else "wrong values")


def _texts(step: Mapping[str, Any]) -> Iterator[str]:
    for text in (step["value"], step["name"], *(step["container"] or ())):
        yield text or ""


def _cost(start: _Start, size: int) -> Cost:
    """Raises TimeoutError where adding takes too long."""
    made = SyntheticRuns()
    runs = [made.run(n) for n in range(size)]
    tasks = [
        {**plain(run["task"], run["steps"]), "id": str(n), "app": run["app"]}
        for n, run in enumerate(runs)
    ]
    step = 1 if size <= SINGLY else BATCH
    with start.fresh() as (child, home):
        added = own = 0.0
        for n in range(0, size, step):
            reply = child.ask("add", tasks=tasks[n : n + step])
            added += reply.cpu
            own += reply.own
            if own > PATIENCE:
                why = f"{size:,} tasks take more than {PATIENCE:.0f} s to add"
                raise TimeoutError(why)
        added += child.ask("settle").cpu
        asked = [(made.similar if n % 2 else made.known)(n, size) for n in range(ASKED)]
        took = [child.ask("find", text=one.text, app=one.app).cpu for one in asked]
        found = took[WARM_UP:]
        return Cost(
            size=size,
            add=1000 * added / size,
            find=1000 * mean(found),
            find_p95=1000 * percentile(found, 0.95),
            disk=disk_use(home),
            memory=child.ask("size").answer["memory"],
        )
