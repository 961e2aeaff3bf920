"""`kgmem bench stream`: does a memory harm along a thousand tasks?

Tasks of sixty kinds come in random order to an agent that knows the way and is lazy now
and then: it leaves out a step and claims success. With a memory, each is done by
`Memory.do`, on simulated pages of three applications; runs of somebody who was never
there are learned besides. Without one, the agent does it alone. And a few kinds are
repeated, with the outcomes of plans reported to the memory and without, while buttons
are renamed.
"""

import random
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from kgmem import Handover, Memory
from kgmem.lab import CachedEmbedder, Embedder, offline_embedder
from kgmem_bench.common.report import Say, machine, memory_in_use, say
from kgmem_bench.common.stand import Stand, settings_for_bench, stand
from kgmem_bench.stream.site import (
    CLOSE,
    FOREIGN,
    Luck,
    Pages,
    Site,
    act_of,
    pages_of,
)
from kgmem_bench.stream.tasks import Asked, repeats, stream

WINDOWS, LEAST = 20, 50
"""Windows, and tasks of one, at least."""
TASKS, QUICK, DRAWS = 1_000, 200, 5
SHARES = (0.03, 0.03, 0.02, 0.03, 0.5)
"""Of tasks: those that a lazy agent does, after which a foreign run is learned, whose
pages don't load, over which something opens, whose effect is checked elsewhere."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one task."""

    asked: Asked
    is_done: bool
    """Was exactly what was asked sent, and nothing else?"""
    is_done_alone: bool
    """And without a memory?"""
    is_wrong: bool
    """Did a plan send something else, or go elsewhere?"""
    calls: int
    """Acts of the agent,"""
    calls_alone: int
    """and without a memory."""


@dataclass(frozen=True, slots=True)
class Window:
    """Tasks one after the other."""

    outcomes: list[Outcome]
    milliseconds: float
    """Of the processor for a task, with embedder, pages and generalizing."""
    megabytes: float
    """In use after it."""


@dataclass(frozen=True, slots=True)
class StreamResult:
    """The whole stream."""

    benchmark: str
    machine: dict[str, Any]
    embedder: str
    windows: list[Window]
    repeats: list[list[Outcome]]
    """Draws of repeats of a few kinds,"""
    unreported: list[list[Outcome]]
    """and the same where no outcome of a plan is reported."""


class Unreported(Memory):
    """A memory that is not told what comes of its plans."""

    def report(self, *told: Any, **besides: Any) -> None:
        """Forget it."""


def bench_stream(
    tasks: int = TASKS, *, embedder: Embedder | None = None, tell: Say = say
) -> StreamResult:
    """All windows of so many tasks, and the repeats."""
    once = CachedEmbedder(embedder or offline_embedder()[0], size=20_000)
    asked, size = stream(tasks), max(LEAST, tasks // WINDOWS)
    draw = random.Random(1)
    windows: list[Window] = []
    with _opened(once, Memory) as at:
        for half in (asked[: len(asked) // 2], asked[len(asked) // 2 :]):
            pages = pages_of(half)
            for n in range(0, len(half), size):
                windows.append(_window(at, half[n : n + size], pages, draw))
                done = sum(one.is_done for one in windows[-1].outcomes)
                tell(f"{len(windows) * size}: {done} done")
    with_evidence, without = (
        [_repeated(once, kind, seed) for seed in range(DRAWS)]
        for kind in (Memory, Unreported)
    )
    return StreamResult(
        "stream", machine(), once.model, windows, with_evidence, without
    )


@contextmanager
def _opened(embedder: Embedder, kind: type[Memory]) -> Iterator[Stand]:
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder:
        quickly = settings_for_bench(Path(folder)).model_copy(update={"patience": 0.0})
        with stand(quickly, embedder, kind) as at:
            yield at


def _window(
    at: Stand,
    asked: Sequence[Asked],
    pages: Mapping[str, Pages],
    draw: random.Random,
) -> Window:
    start = time.process_time()
    outcomes = list(_outcomes(at, asked, pages, draw))
    at.memory.generalize()
    took = 1000 * (time.process_time() - start) / len(asked)
    return Window(outcomes, took, (memory_in_use() or 0) / 1e6)


def _repeated(embedder: Embedder, kind: type[Memory], seed: int) -> list[Outcome]:
    times, draw = repeats(seed), random.Random(seed)
    earlier = list(chain(*times))
    with _opened(embedder, kind) as at:
        parts = (_outcomes(at, one, pages_of(one, earlier), draw) for one in times)
        return list(chain.from_iterable(parts))


def _outcomes(
    at: Stand,
    asked: Sequence[Asked],
    pages: Mapping[str, Pages],
    draw: random.Random,
) -> Iterator[Outcome]:
    for one in asked:
        luck = Luck(*(draw.random() < share for share in SHARES))
        yield _Doing(one, luck, pages[one.app]).done(at.memory)
        if luck.is_poisoned:
            run = {"task": one.text, "app": one.app, "outcome": "success"}
            steps = [FOREIGN, *one.path[: len(one.path) // 2]]
            at.memory.learn({**run, "steps": steps})
        at.wait_for_job()  # so that no count depends on how busy the machine is


class _Doing:
    """One task in the making."""

    def __init__(self, asked: Asked, luck: Luck, pages: Pages) -> None:
        self._asked, self._luck, self._site = asked, luck, Site(pages, luck)
        self._path = [act_of(step) for step in asked.path]
        self._wanted = pages.sent(self._path)
        self._calls, self._is_wrong = 0, False

    def done(self, memory: Memory) -> Outcome:
        """What becomes of it."""
        with suppress(ConnectionError):  # the agent met it, too
            memory.do(
                self._asked.text,
                agent=self._agent,
                driver=self._site,
                app=self._asked.app,
                verify=self._is_right if self._luck.is_verified else None,
                confirm=lambda step: True,
            )
        if not self._calls:
            self._judge_plan()
        return Outcome(
            asked=self._asked,
            is_done=self._is_right() and not self._is_wrong,
            is_done_alone=not (self._luck.is_lazy or self._luck.is_out),
            is_wrong=self._is_wrong,
            calls=self._calls,
            calls_alone=len(self._path),
        )

    def _is_right(self) -> bool:
        return self._site.sent() == self._wanted

    def _judge_plan(self) -> None:
        """All acts so far are a plan's."""
        sent = self._site.sent()
        went = any(act[2] == FOREIGN["value"] for act in self._site.acts)
        self._is_wrong = went or sent != self._wanted[: len(sent)]

    def _agent(self, left: Handover) -> Mapping[str, Any]:
        """Does the rest, or all on a page that is loaded anew. What was sent wrongly
        it can't take back."""
        self._judge_plan()
        if self._is_wrong or (self._path and self._is_right()):
            return {"outcome": "failure" if self._is_wrong else "success"}
        so_far = len(self._site.acts)
        if self._site.acts != self._path[:so_far]:
            self._site.load()
            so_far = 0
        rest = list(self._asked.path[so_far:])
        if self._luck.is_lazy and len(rest) > 1:
            del rest[-2]
        self._calls = len(rest)
        for step in (CLOSE, *rest) if self._luck.is_covered else rest:
            self._site.act(step["action"], step.get("target"), step.get("value"), {})
        return {"steps": rest, "outcome": "success"}
