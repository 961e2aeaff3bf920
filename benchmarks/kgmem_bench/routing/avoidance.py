"""Does the memory tell a run that fails from one that succeeds?

Of each kind of task with failed runs, half of the runs of each outcome are learned,
drawn at random; `generalize` makes what it can of them. The other half is scored
through `Memory.risk`, step by step as an agent would ask: with the steps made so far
and, at the last one, that the run ends there. A run's score is the highest risk over
its steps. Beside it the same without the question what is still missing, and two
baselines on the same runs: the failure rate of what a step is done to, at the level of
its slot (the element, values of the task taken out) and loosely (action and what marks
the element besides its name).
"""

import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kgmem import Memory, Trajectory
from kgmem.errors import InvalidInput
from kgmem.lab import Act, acts_of
from kgmem.samples import Sample, shipped
from kgmem_bench.common import metrics
from kgmem_bench.common.metrics import Interval
from kgmem_bench.common.report import machine
from kgmem_bench.common.stand import make_embedder, settings_for_bench
from kgmem_bench.common.task_pairs import is_tuning
from kgmem_bench.data_sets import samples

DRAWS = 5
LEAST = 4
"""Runs of each outcome that a kind needs to be measured on."""
FALSE_FLAGS = 0.05
"""Share of the successful runs that may be flagged."""
RISK, STEPS, ENDS, SLOT, LOOSE = (
    "risk, steps and end",
    "risk, steps alone",
    "risk, end alone",
    "baseline: slot",
    "baseline: loose",
)
WAYS = (RISK, STEPS, ENDS, SLOT, LOOSE)
DATA = ("miniwob-demos",)
"""Sets with failed runs of known kinds."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A held-out run."""

    kind: str
    draw: int
    failed: bool
    scores: Mapping[str, float]
    """By way, 0..1."""
    warned: bool = False
    """Does a recall of its task warn of anything, before the first step?"""


@dataclass(frozen=True, slots=True)
class WayScore:
    """One way of scoring over one half."""

    half: str
    way: str
    kinds: int
    failed: int
    """Held-out runs over all draws,"""
    succeeded: int
    auroc: Interval
    """Of failed against successful runs; kinds are resampled."""
    flagged: float
    """Share of the failed runs that is flagged while no more than FALSE_FLAGS of the
    successful ones are."""
    false_flags: float
    """Share of the successful ones that is."""
    by_kind: dict[str, float]
    """AUROC within each kind."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Milliseconds of `Memory.risk`."""

    calls: int
    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class AvoidanceResult:
    """What was measured."""

    machine: dict[str, object]
    scores: list[WayScore]
    warned: dict[str, float]
    """By half, the share of tasks of which a recall warns before the first step."""
    speed: Speed
    draws: int
    seconds: float


def bench_avoidance(data: Path | None, *, quick: bool = False) -> AvoidanceResult:
    """All ways on both halves. Raises InvalidInput if no kind has enough failures."""
    start = time.perf_counter()
    kinds = kinds_with_failures(_samples(data))
    if not kinds:
        raise InvalidInput("no kind of task here has enough failed runs")
    draws = 1 if quick else DRAWS
    times: list[float] = []
    scored = [one for draw in range(draws) for one in _scored(kinds, draw, times)]
    return AvoidanceResult(
        machine=machine(),
        scores=[
            way_score(scored, half, way)
            for half in ("reported", "tuning")
            for way in WAYS
        ],
        warned={half: warned_share(scored, half) for half in ("reported", "tuning")},
        speed=Speed(
            len(times),
            1000 * metrics.percentile(times, 0.5),
            1000 * metrics.percentile(times, 0.95),
        ),
        draws=draws,
        seconds=time.perf_counter() - start,
    )


def _samples(data: Path | None) -> Iterator[Sample]:
    if data is None:
        yield from shipped()
        return
    for name in DATA:
        if (data / name).is_dir():
            yield from samples(data / name)


def kinds_with_failures(found: Iterable[Sample]) -> dict[str, list[Trajectory]]:
    """Runs by kind, of those kinds that have LEAST of each outcome."""
    kinds: dict[str, list[Trajectory]] = defaultdict(list)
    for sample in found:
        if sample.group is not None and sample.trajectory.steps:
            kinds[sample.group].append(sample.trajectory)
    return {
        name: runs
        for name, runs in sorted(kinds.items())
        if all(len(_of(runs, o)) >= LEAST for o in ("success", "failure"))
    }


def _of(runs: Iterable[Trajectory], outcome: str) -> list[Trajectory]:
    return [run for run in runs if run.outcome == outcome]


def halves(
    kind: str, runs: Sequence[Trajectory], draw: int
) -> tuple[list[Trajectory], list[Trajectory]]:
    """The runs to learn and the runs to score: half of each outcome."""
    learned: list[Trajectory] = []
    asked: list[Trajectory] = []
    for outcome in ("success", "failure"):
        mine = _of(runs, outcome)
        random.Random(f"{draw}/{kind}/{outcome}").shuffle(mine)
        learned += mine[::2]
        asked += mine[1::2]
    return learned, asked


def _scored(
    kinds: Mapping[str, Sequence[Trajectory]], draw: int, times: list[float]
) -> Iterator[Scored]:
    """Every held-out run; all kinds are learned together."""
    drawn = {kind: halves(kind, runs, draw) for kind, runs in kinds.items()}
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as home:
        settings = settings_for_bench(Path(home))
        with Memory.open(
            home, settings=settings, embedder=make_embedder("offline")
        ) as memory:
            memory.learn_many([run for learned, _ in drawn.values() for run in learned])
            memory.generalize()
            for kind, (learned, asked) in drawn.items():
                plain = _Baselines(learned)
                for run in asked:
                    scores = {**_risks(memory, run, times), **plain.scores(run)}
                    warned = bool(memory.recall(run.task, app=run.app).avoidance)
                    failed = run.outcome == "failure"
                    yield Scored(kind, draw, failed, scores, warned)


def _risks(memory: Memory, run: Trajectory, times: list[float]) -> dict[str, float]:
    """The highest risk over a run's steps, with and without what is missing."""
    alone = whole = end = 0.0
    for n, step in enumerate(run.steps):
        start = time.perf_counter()
        found = memory.risk(step, task=run.task, app=run.app)
        times.append(time.perf_counter() - start)
        alone = max(alone, found.score if found else 0.0)
        found = memory.risk(
            step,
            task=run.task,
            app=run.app,
            before=run.steps[:n],
            ends=n == len(run.steps) - 1 or None,
        )
        whole = max(whole, found.score if found else 0.0)
        end = found.score if found and found.cause == "missing step" else 0.0
    return {RISK: whole, STEPS: alone, ENDS: end}


class _Baselines:
    """Failure rates of what the learned runs did, by Laplace's rule."""

    def __init__(self, learned: Iterable[Trajectory]) -> None:
        self._counts: dict[str, dict[str, list[int]]] = {SLOT: {}, LOOSE: {}}
        for run in learned:
            acts = acts_of(run.steps, run.task)
            for way, counts in self._counts.items():
                for key in {_key(way, act) for act in acts}:
                    counts.setdefault(key, [0, 0])[run.outcome == "failure"] += 1

    def scores(self, run: Trajectory) -> dict[str, float]:
        """The highest rate over the steps; of what nobody did, one half."""
        acts = acts_of(run.steps, run.task)
        return {
            way: max(
                (
                    (counts.get(_key(way, act), [0, 0])[1] + 1)
                    / (sum(counts.get(_key(way, act), [0, 0])) + 2)
                    for act in acts
                ),
                default=0.5,
            )
            for way, counts in self._counts.items()
        }


def _key(way: str, act: Act) -> str:
    if way == LOOSE:
        return act.place
    return f"{act.place} from the task" if act.sources else act.where


def way_score(scored: Iterable[Scored], half: str, way: str) -> WayScore:
    """How well a way tells the runs of a half apart."""
    mine = [one for one in scored if is_tuning(one.kind) is (half == "tuning")]
    failed, fine = (_by_kind(mine, way, side) for side in (True, False))
    bad = [score for scores in failed.values() for score in scores]
    good = [score for scores in fine.values() for score in scores]
    bar = flag_bar(good)
    return WayScore(
        half=half,
        way=way,
        kinds=len(failed),
        failed=len(bad),
        succeeded=len(good),
        auroc=metrics.separation(failed, fine),
        flagged=metrics.mean([float(score > bar) for score in bad]),
        false_flags=metrics.mean([float(score > bar) for score in good]),
        by_kind={kind: metrics.auroc(failed[kind], fine[kind]) for kind in failed},
    )


def warned_share(scored: Iterable[Scored], half: str) -> float:
    """Share of the held-out tasks of a half, all of kinds that often fail, of which a
    recall warns."""
    mine = [one for one in scored if is_tuning(one.kind) is (half == "tuning")]
    return metrics.mean([float(one.warned) for one in mine])


def flag_bar(good: Sequence[float]) -> float:
    """The lowest score above which at most FALSE_FLAGS of these lie."""
    ordered = sorted(good, reverse=True)
    return ordered[int(FALSE_FLAGS * len(ordered))] if ordered else 1.0


def _by_kind(
    scored: Iterable[Scored], way: str, failed: bool
) -> dict[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(list)
    for one in scored:
        if one.failed is failed:
            found[one.kind].append(one.scores[way])
    return found
