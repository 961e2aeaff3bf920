"""`kgmem bench routing`: is the way that recall chooses the right one?

A memory learns a part of a data set and generalizes; the other part is asked. Of each
answer is known whether its plan comes from a task of the same kind and, where people's
paths are recorded, whether it goes the way that somebody went who was asked the same.
"""

import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgmem import Plan, Recollection, Step, Trajectory
from kgmem.lab import CachedEmbedder, Embedder, distill, offline_embedder, tidy
from kgmem_bench.common.path_match import comparison, follows
from kgmem_bench.common.report import Say, machine, say
from kgmem_bench.common.stand import Stand, settings_for_bench, stand
from kgmem_bench.data_sets import ROWS
from kgmem_bench.routing.routing_nearest import Nearest, Said
from kgmem_bench.routing.routing_sets import Ask, Stage, stages

CACHE = 20_000
"""Texts embedded once for all stages."""


@dataclass(frozen=True, slots=True)
class Routed:
    """An answer and what is known of it."""

    scenario: str
    k: int | None
    sort: str
    text: str
    group: str
    half: str
    known: bool | None
    """Was a run of its kind learned? None: the set does not tell."""
    replayable: bool
    """Was a success with steps of its kind learned?"""
    route: str
    familiarity: float
    confidence: float
    origin: str | None
    """What the plan was made from; None without a plan."""
    same_kind: bool | None
    """Does the plan come from a task of the same kind?"""
    same_path: bool | None
    """Does the plan go a way that was recorded for the same request? None: none is."""
    hit: bool
    """Is the plan's origin, or without a plan the best experience, of its kind? A plan
    is that goes the way of who was asked the same, whatever its pattern covers."""
    baselines: Mapping[str, Said]

    @property
    def wrong(self) -> bool:
        """Does the plan go another way than people did, or, where nobody's way is
        recorded, is it not of the same kind?"""
        if self.same_path is not None:
            return not self.same_path
        return self.same_kind is not True


@dataclass(frozen=True, slots=True)
class RoutingResult:
    """All stages."""

    benchmark: str
    machine: dict[str, Any]
    embedder: str
    data: str
    routed: list[Routed]


def bench_routing(
    data: Path | None = None,
    *,
    quick: bool = False,
    embedder: Embedder | None = None,
    tell: Say = say,
) -> RoutingResult:
    """Measure every stage of the data sets below `data`, or of the shipped samples."""
    facts = machine()
    once = CachedEmbedder(embedder or offline_embedder()[0], size=CACHE)
    routed: list[Routed] = []
    for one in stages(data or ROWS, quick=quick):
        if not one.asks:
            continue  # no kind of the set has so many wordings
        runs = len(one.scenario.runs)
        tell(f"{one.scenario.title}: {runs} runs, {len(one.asks)} queries")
        routed += route_all(one, once)
    return RoutingResult(
        benchmark="routing",
        machine=facts,
        embedder=once.model,
        data=data.name if data else "shipped samples",
        routed=routed,
    )


def route_all(one: Stage, embedder: Embedder) -> list[Routed]:
    """Learn the stage's runs in a fresh memory, generalize, and ask."""
    nearest = Nearest(one.scenario.runs, embedder)
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder:
        settings = settings_for_bench(Path(folder))
        with stand(settings, embedder) as at:
            sources = _learn(one, at)
            at.memory.generalize()
            return [_routed(ask, one, at, sources, nearest) for ask in one.asks]


def _learn(one: Stage, at: Stand) -> dict[str, set[str]]:
    """source_task_ids by the task that stands before them."""
    report = at.memory.learn_many(one.scenario.runs)
    bad = {error.index for error in report.errors}
    good = [run for n, run in enumerate(one.scenario.runs) if n not in bad]
    sources: dict[str, set[str]] = defaultdict(set)
    for run, item in zip(good, report.items, strict=True):
        sources[item.task_id].add(str(run.source_task_id))
    return sources


def _routed(
    ask: Ask,
    one: Stage,
    at: Stand,
    sources: Mapping[str, set[str]],
    nearest: Nearest,
) -> Routed:
    query = ask.query
    found = at.memory.recall(query.text)
    kind = _kind_of_plan(found, query.relevant, sources)
    path = _goes_the_way(found.plan, ask)
    best = found.experiences[:1]
    return Routed(
        scenario=one.scenario.name,
        k=one.scenario.k,
        sort=ask.sort,
        text=query.text,
        group=query.group,
        half="tuning" if query.tuning else "reported",
        known=query.known,
        replayable=_replayable(one, query.relevant),
        route=found.route,
        familiarity=found.familiarity,
        confidence=found.confidence,
        origin=found.plan.origin.kind if found.plan else None,
        same_kind=kind if query.known is not None else None,
        same_path=path,
        hit=any(run.source_task_id in query.relevant for run in best)
        if kind is None
        else bool(kind or path),
        baselines=nearest.said(query.text, query.relevant),
    )


def _replayable(one: Stage, relevant: frozenset[str]) -> bool:
    return any(
        run.outcome == "success" and run.steps and run.source_task_id in relevant
        for run in one.scenario.runs
    )


def _kind_of_plan(
    found: Recollection, relevant: frozenset[str], sources: Mapping[str, set[str]]
) -> bool | None:
    """Is what the plan was made from of the same kind? A pattern is if most of its
    members are. None without a plan."""
    if found.plan is None:
        return None
    origin = found.plan.origin
    if origin.kind == "pattern":
        members = next(
            match.pattern.members
            for match in found.patterns
            if match.pattern.pattern_id == origin.id
        )
        told = Counter(bool(sources.get(one, set()) & relevant) for one in members)
        return told[True] > told[False]
    return any(
        run.source_task_id in relevant
        for run in found.experiences
        if run.experience_id == origin.id
    )


def _goes_the_way(plan: Plan | None, ask: Ask) -> bool | None:
    if plan is None or not ask.done:
        return None
    same = comparison("fits", ask.differing)
    return any(follows(plan.steps, way, same) for run in ask.done for way in _ways(run))


def _ways(run: Trajectory) -> Iterator[Sequence[Step]]:
    """The run as it was recorded, and without the fidgeting that no replay needs."""
    yield run.steps
    kept = [run.steps[n] for n in distill(run).kept]
    yield [kept[n] for n in tidy(kept)]


def by_stage(routed: Sequence[Routed]) -> dict[tuple[str, int | None], list[Routed]]:
    """The answers of each stage, in the order of the stages."""
    found: dict[tuple[str, int | None], list[Routed]] = defaultdict(list)
    for one in routed:
        found[one.scenario, one.k].append(one)
    return found
