"""How often does a plan give what a person did next time?

Of each kind of task k successful runs are learned, drawn at random, and the others
asked: their text alone makes a plan, which is compared with what they did
(`path_match`). Two settings: the k runs of the asked kind are all that was learned, or
k runs of every kind are learned together, so that mistaking one kind for another
counts. A kind with k runs or fewer sits out at this k.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kgmem import PlanStep, Trajectory
from kgmem.lab import TaskRuns, normalize
from kgmem.samples import Sample
from kgmem_bench.common import metrics
from kgmem_bench.common.metrics import Interval
from kgmem_bench.common.path_match import (
    LEVELS,
    comparison,
    differing_words,
    follows,
    required_only,
)
from kgmem_bench.common.task_pairs import is_tuning
from kgmem_bench.patterns.pattern_tasks import Vectors, tasks_of

KS = (1, 3, 10)
DRAWS = 5
ALONE, TOGETHER = "its kind alone", "all kinds together"
PLANNED, REQUIRED, NEW = "a plan", "fits, required only", "fits, new wording"
MEASURES = (*LEVELS, REQUIRED, NEW, PLANNED)
"""Shares of the asked runs. `fits, required only`: the plan without its optional
steps, at level `fits`; `fits, new wording`: over the texts that were not learned, word
for word; `a plan`: was one given at all?"""


class Planner(Protocol):
    """What was learned."""

    def plan(self, text: str, app: str | None) -> Sequence[PlanStep] | None:
        """The steps to do what the text asks for; None: it does not know."""


Learner = Callable[[Sequence[TaskRuns]], Planner]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of task and its successful runs."""

    name: str
    runs: tuple[Trajectory, ...]
    differing: Mapping[str, frozenset[str]]
    """By text, the words by which it differs from the others."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of one asked run, by measure; a measure that does not apply lacks."""

    kind: str
    values: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class PathScore:
    """One way of planning over all draws."""

    data: str
    setting: str
    k: int
    way: str
    half: str
    kinds: int
    runs: int
    """Asked, over all draws."""
    measures: dict[str, Interval]
    """Means over runs and draws; kinds are resampled."""
    by_kind: dict[str, dict[str, float]]
    """The same for each kind."""


def kinds_of(samples: Iterable[Sample]) -> list[Kind]:
    """The kinds with successful runs."""
    runs: dict[str, list[Trajectory]] = defaultdict(list)
    for sample in samples:
        run = sample.trajectory
        if sample.group is not None and run.outcome == "success" and run.steps:
            runs[sample.group].append(run)
    return [_kind(name, found) for name, found in sorted(runs.items())]


def _kind(name: str, runs: Sequence[Trajectory]) -> Kind:
    texts = {run.task for run in runs}
    return Kind(name, tuple(runs), {t: differing_words(t, texts) for t in texts})


def path_scores(
    data: str,
    kinds: Sequence[Kind],
    learners: Mapping[str, Learner],
    vectors: Vectors,
    *,
    setting: str,
    ks: Sequence[int] = KS,
    draws: int = DRAWS,
) -> Iterator[PathScore]:
    """Every way's score in both halves, for each k."""
    for k in ks:
        for way, learn in learners.items():
            found = [
                verdict
                for draw in range(draws)
                for verdict in verdicts(kinds, learn, vectors, setting, k, draw)
            ]
            yield from _scores(data, setting, k, way, found)


def verdicts(
    kinds: Sequence[Kind],
    learn: Learner,
    vectors: Vectors,
    setting: str,
    k: int,
    draw: int,
) -> Iterator[Verdict]:
    """What comes of one draw of k learned runs of each kind."""
    drawn = [_Draw(kind, k, draw) for kind in kinds if len(kind.runs) > k]
    batches = [[one] for one in drawn] if setting == ALONE else [drawn]
    for batch in batches:
        learned = [run for one in batch for run in one.learned]
        planner = learn(tasks_of(learned, vectors))
        for one in batch:
            yield from one.verdicts(planner)


class _Draw:
    """A kind's runs, some learned and the others asked."""

    def __init__(self, kind: Kind, k: int, draw: int) -> None:
        chosen = random.Random(f"{draw}/{kind.name}").sample(range(len(kind.runs)), k)
        self._kind = kind
        self.learned = [kind.runs[n] for n in chosen]
        self._asked = [r for n, r in enumerate(kind.runs) if n not in set(chosen)]

    def verdicts(self, planner: Planner) -> Iterator[Verdict]:
        known = {normalize(run.task) for run in self.learned}
        for run in self._asked:
            plan = planner.plan(run.task, run.app)
            values = judge(plan, run, self._kind.differing[run.task])
            if normalize(run.task) not in known:
                values[NEW] = values["fits"]
            yield Verdict(self._kind.name, values)


def judge(
    plan: Sequence[PlanStep] | None, run: Trajectory, differing: frozenset[str]
) -> dict[str, float]:
    """1 for each measure that is met, else 0."""
    if plan is None:
        return dict.fromkeys((*LEVELS, REQUIRED, PLANNED), 0.0)
    same = {level: comparison(level, differing) for level in LEVELS}
    found: dict[str, float] = {
        level: float(follows(plan, run.steps, same[level])) for level in LEVELS
    }
    required = follows(required_only(plan), run.steps, same["fits"])
    return {**found, REQUIRED: float(required), PLANNED: 1.0}


def _scores(
    data: str, setting: str, k: int, way: str, verdicts: Sequence[Verdict]
) -> Iterator[PathScore]:
    for half, tuning in (("reported", False), ("tuning", True)):
        mine = [v for v in verdicts if is_tuning(v.kind) is tuning]
        values = {measure: _by_kind(mine, measure) for measure in MEASURES}
        yield PathScore(
            data=data,
            setting=setting,
            k=k,
            way=way,
            half=half,
            kinds=len({verdict.kind for verdict in mine}),
            runs=len(mine),
            measures={name: metrics.interval(found) for name, found in values.items()},
            by_kind={
                name: {kind: metrics.mean(one) for kind, one in found.items()}
                for name, found in values.items()
            },
        )


def _by_kind(verdicts: Iterable[Verdict], measure: str) -> dict[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(list)
    for verdict in verdicts:
        if measure in verdict.values:
            found[verdict.kind].append(verdict.values[measure])
    return found
