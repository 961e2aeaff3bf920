"""`kgmem bench pattern-scale`: what learning patterns takes at different sizes, and
how fast a text finds its pattern among many.

Runs are made (`synthetic`); nothing here says anything about the quality of patterns.
"""

import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from kgmem import Element, Pattern, PatternStep, Slot, Trajectory
from kgmem.lab import PatternBook, fill, generalize_tasks, parse_trajectory
from kgmem_bench.common.child import in_child
from kgmem_bench.common.metrics import percentile
from kgmem_bench.common.report import (
    Say,
    machine,
    machine_line,
    memory_in_use,
    number,
    say,
    table,
)
from kgmem_bench.common.synthetic import SyntheticRuns
from kgmem_bench.common.synthetic_embedder import SCALE, SyntheticEmbedder
from kgmem_bench.common.synthetic_words import CHINESE, ENGLISH, Words
from kgmem_bench.patterns.pattern_tasks import embedded, tasks_of

Query = tuple[str, str, str | None]
"""A text, its app, and the pattern that it was made from."""

SIZES = (1_000, 10_000)
PATTERNS = 10_000
QUERIES = 400
WARM_UP = 5
"""Queries before the first that counts."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to measure."""

    sizes: tuple[int, ...] = SIZES
    patterns: int = PATTERNS
    queries: int = QUERIES
    vectors: bool = True
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Learning:
    """Patterns learned from made runs."""

    runs: int
    tasks: int
    patterns: int
    members: int
    """Tasks that a pattern covers."""
    seconds: float
    given_bytes: int | None
    """Resident memory before, the tasks and their vectors included."""
    peak_bytes: int | None
    """Most resident memory of the process, workers not counted."""


@dataclass(frozen=True, slots=True)
class Matching:
    """Texts matched against many patterns, in milliseconds."""

    patterns: int
    asked: str
    app: bool
    """Was the app given?"""
    queries: int
    found: int
    right: int
    """Texts for which the pattern was found that they were made from."""
    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class ScaleResult:
    """All sizes, and what they were measured on."""

    benchmark: str
    machine: dict[str, Any]
    vectors: bool
    learning: list[Learning]
    book_seconds: float
    matching: list[Matching]


def bench_scale(order: Order, tell: Say = say) -> ScaleResult:
    """Measure each size in a process of its own, so that none inherits another's
    memory and caches."""
    facts = machine()
    learning: list[Learning] = []
    for size in order.sizes:
        tell(f"{size:,} runs …")
        learning.append(in_child(partial(measure_learning, order, size)))
    tell(f"{order.patterns:,} patterns …")
    book_seconds, matching = in_child(partial(measure_matching, order))
    return ScaleResult(
        benchmark="pattern-scale",
        machine=facts,
        vectors=order.vectors,
        learning=learning,
        book_seconds=book_seconds,
        matching=matching,
    )


# Learning -----------------------------------------------------------------------------


def measure_learning(order: Order, size: int) -> Learning:
    """Patterns of the first `size` made runs, failed ones left out."""
    runs = list(_runs(order.seed, size))
    embedder = SyntheticEmbedder() if order.vectors else None
    tasks = tasks_of(runs, embedded((run.task for run in runs), embedder))
    given = memory_in_use()
    start = time.perf_counter()
    built = generalize_tasks(tasks, calibration=SCALE if order.vectors else None)
    seconds = time.perf_counter() - start
    return Learning(
        runs=size,
        tasks=len(tasks),
        patterns=len(built.patterns),
        members=len({key for one in built.patterns for key in one.members}),
        seconds=seconds,
        given_bytes=given,
        peak_bytes=peak_memory(),
    )


def _runs(seed: int, size: int) -> Iterator[Trajectory]:
    made = SyntheticRuns(seed)
    for n in range(size):
        run = made.run(n)
        if run["outcome"] == "success":
            yield parse_trajectory(run)


def peak_memory() -> int | None:
    """Most bytes that this process ever had resident; None where the system does not
    tell."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


# Matching -----------------------------------------------------------------------------


def measure_matching(order: Order) -> tuple[float, list[Matching]]:
    """Seconds to make the book of patterns, and how fast texts are matched: of known
    kinds with new values, and of unknown kinds."""
    patterns = made_patterns(order.patterns, order.seed)
    start = time.perf_counter()
    book = PatternBook(patterns)
    seconds = time.perf_counter() - start
    known = list(_known(patterns, order))
    unknown = list(_unknown(order))
    return seconds, [
        _matching(book, patterns, "known kind", known, app=True),
        _matching(book, patterns, "known kind", known, app=False),
        _matching(book, patterns, "unknown kind", unknown, app=True),
        _matching(book, patterns, "unknown kind", unknown, app=False),
    ]


def _matching(
    book: PatternBook,
    patterns: Sequence[Pattern],
    asked: str,
    queries: Sequence[Query],
    *,
    app: bool,
) -> Matching:
    times: list[float] = []
    found: list[bool] = []
    for text, name, pattern_id in queries:
        start = time.perf_counter()
        match = book.match(text, name if app else None)
        times.append((time.perf_counter() - start) * 1000)
        if match is not None:
            found.append(match.pattern.pattern_id == pattern_id)
    counted = times[WARM_UP:]
    return Matching(
        patterns=len(patterns),
        asked=asked,
        app=app,
        queries=len(queries),
        found=len(found),
        right=sum(found),
        p50=percentile(counted, 0.5),
        p95=percentile(counted, 0.95),
    )


def made_patterns(n: int, seed: int = 0) -> list[Pattern]:
    """`n` patterns of different wordings, half in English and half in Chinese, with
    two slots each."""
    found: dict[str, Pattern] = {}
    draw = random.Random(f"{seed}/patterns")
    while len(found) < n:
        words = (ENGLISH, CHINESE)[len(found) % 2]
        template = _template(draw, words)
        found.setdefault(template, _pattern(template, draw.choice(words.apps), words))
    return list(found.values())


def _template(draw: random.Random, words: Words) -> str:
    about = words.thing(draw.choice(words.adjectives), draw.choice(words.nouns))
    wording = draw.choice(draw.choice(words.kinds)).format(
        app=draw.choice(words.apps),
        place=draw.choice(words.places),
        thing="{thing}",
        option="{option}",
    )
    return f"{wording}, {about}"


def _pattern(template: str, app: str, words: Words) -> Pattern:
    slots = [
        Slot(slot_id=name, name=name, kind="text", examples=examples)
        for name, examples in (
            ("thing", words.nouns[:3]),
            ("option", words.options[:3]),
        )
        if f"{{{name}}}" in template
    ]
    search = PatternStep(
        n=1,
        action="type",
        target=Element(role="searchbox", name=words.search),
        value="{thing}",
        slots=("thing",),
    )
    return Pattern(
        pattern_id=template,
        name=template,
        template=template,
        app=app,
        slots=tuple(slots),
        steps=(search,),
    )


def _known(patterns: Sequence[Pattern], order: Order) -> Iterator[Query]:
    draw = random.Random(f"{order.seed}/known")
    for _ in range(order.queries):
        pattern = draw.choice(patterns)
        text = fill(pattern.template, lambda hole: f"{hole.slot}{draw.random():.6f}")
        yield text, pattern.app or "", pattern.pattern_id


def _unknown(order: Order) -> Iterator[Query]:
    made = SyntheticRuns(order.seed)
    for n in range(order.queries):
        task = made.unknown(n)
        yield task.text, task.app, None


# Report -------------------------------------------------------------------------------


def to_markdown(result: ScaleResult) -> str:
    """The whole report."""
    vectors = "with" if result.vectors else "without"
    parts = [
        "## Patterns: size and speed",
        machine_line(result.machine),
        f"Made runs of eight steps, {vectors} vectors; successes only. Memory is that "
        "of the process; `given` is what it held before, the tasks included.",
        _learning_table(result.learning),
        f"Matching: {number(result.book_seconds, 's')} to read the patterns in.",
        _matching_table(result.matching),
    ]
    return "\n\n".join(parts) + "\n"


def _learning_table(sizes: Sequence[Learning]) -> str:
    head = ["runs", "tasks", "patterns", "tasks covered", "s", "given MB", "peak MB"]
    rows = [
        [
            f"{one.runs:,}",
            f"{one.tasks:,}",
            f"{one.patterns:,}",
            f"{one.members / one.tasks:.0%}",
            one.seconds,
            _megabytes(one.given_bytes),
            _megabytes(one.peak_bytes),
        ]
        for one in sizes
    ]
    return table(head, rows)


def _megabytes(size: int | None) -> float | None:
    return None if size is None else size / 2**20


def _matching_table(found: Sequence[Matching]) -> str:
    head = [
        "patterns",
        "asked",
        "app given",
        "texts",
        "matched",
        "right",
        "p50 ms",
        "p95 ms",
    ]
    rows = [
        [
            f"{one.patterns:,}",
            one.asked,
            "yes" if one.app else "no",
            one.queries,
            one.found,
            one.right,
            one.p50,
            one.p95,
        ]
        for one in found
    ]
    return table(head, rows)
