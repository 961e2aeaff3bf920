"""`kgmem bench recall`: does recall find the runs that help, with the graph's
expansion and without it, beside plain searches over the same memory."""

import math
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgmem.backends.cached import CachedEmbedder
from kgmem.backends.offline import offline_embedder
from kgmem.bench import metrics
from kgmem.bench.metrics import Interval
from kgmem.bench.recall_sets import Query, Scenario, scenarios
from kgmem.bench.report import Say, machine, say
from kgmem.bench.stand import SPACE, Stand, settings_for_bench, stand
from kgmem.index.fusion import fuse
from kgmem.index.tokenizer import sparse_query
from kgmem.model.recollection import Recollection
from kgmem.ports import Embedder, Found, VectorHit, VectorQuery
from kgmem.samples.shipped import DATA

EXPAND, PLAIN = "kgmem", "kgmem, no expansion"
BASELINES = ("BM25", "dense", "RRF", "min-max sum")
WAYS = (EXPAND, PLAIN, *BASELINES)
DEPTH = 10
"""Places of a ranking that are looked at."""
SEARCHED = 40
"""Hits per list before two lists are fused, as recall itself takes."""
RRF_K = 60
"""Cormack, Clarke and Büttcher 2009."""
CACHE = 20_000
"""Texts embedded once for all scenarios."""
MEASURES = ("hit@1", "hit@3", "precision@3", "MRR", "success@3")
"""success@3: over the queries for which a success was learned that helps."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What one way of searching made of a query."""

    relevant: tuple[bool, ...]
    """Of each task found, best first: does one of its runs help?"""
    success: float
    """1 if among the first three is one with a recorded success that helps, else 0;
    nan if no success that helps was learned."""
    familiarity: float
    """By which known tasks are told from novel ones; only its order counts."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A query and what every way made of it."""

    query: Query
    rankings: Mapping[str, Ranking]
    routes: Mapping[str, str]
    """Route taken with and without expansion."""


@dataclass(frozen=True, slots=True)
class Score:
    """One way's measures over some queries."""

    way: str
    queries: int
    measures: dict[str, Interval]


@dataclass(frozen=True, slots=True)
class Part:
    """Some queries of a scenario: a half, maybe of one language."""

    scenario: str
    k: int | None
    half: str
    language: str
    scores: list[Score]
    gain: dict[str, Interval]
    """Of expansion, by measure: with it less without it, query by query."""
    separation: dict[str, Interval]
    """AUROC of known against novel by each way's familiarity."""
    known: int
    novel: int


@dataclass(frozen=True, slots=True)
class Routes:
    """Where the queries of a scenario were sent; none is a learned wording."""

    scenario: str
    k: int | None
    queries: int
    routes: dict[str, int]
    wrong_direct: int
    """Direct replays: each one is wrong."""
    wrong_direct_plain: int
    """The same without expansion."""


@dataclass(frozen=True, slots=True)
class RecallResult:
    """All scenarios."""

    benchmark: str
    machine: dict[str, Any]
    embedder: str
    data: str
    parts: list[Part]
    routes: list[Routes]


def bench_recall(
    data: Path | None = None,
    *,
    quick: bool = False,
    embedder: Embedder | None = None,
    tell: Say = say,
) -> RecallResult:
    """Measure every scenario of the data sets below `data`, or of the shipped
    samples."""
    facts = machine()
    once = CachedEmbedder(embedder or offline_embedder()[0], size=CACHE)
    parts: list[Part] = []
    routes: list[Routes] = []
    for scenario in scenarios(data or DATA, quick=quick):
        tell(f"{_title(scenario)}: {len(scenario.runs)} runs, {_asked(scenario)}")
        answers = answer_all(scenario, once)
        parts += _parts(scenario, answers)
        routes.append(_routes(scenario, answers))
    return RecallResult(
        benchmark="recall",
        machine=facts,
        embedder=once.model,
        data=data.name if data else "shipped samples",
        parts=parts,
        routes=routes,
    )


def _title(scenario: Scenario) -> str:
    return scenario.name if scenario.k is None else f"{scenario.name}, k={scenario.k}"


def _asked(scenario: Scenario) -> str:
    return f"{len(scenario.queries)} queries"


# Asking -------------------------------------------------------------------------------


def answer_all(scenario: Scenario, embedder: Embedder) -> list[Answer]:
    """Learn the scenario's runs in a fresh memory and ask its queries."""
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder:
        settings = settings_for_bench(Path(folder), "arcadedb")
        with stand(settings, embedder) as at:
            learned = _learn(scenario, at)
            return [_answer(query, at, learned) for query in scenario.queries]


@dataclass(frozen=True, slots=True)
class _Learned:
    """Which runs stand behind a task."""

    sources: Mapping[str, set[str]]
    won: Mapping[str, set[str]]
    """Those of them that were successes."""


def _learn(scenario: Scenario, at: Stand) -> _Learned:
    report = at.memory.learn_many(scenario.runs)
    bad = {error.index for error in report.errors}
    good = [run for n, run in enumerate(scenario.runs) if n not in bad]
    sources: dict[str, set[str]] = defaultdict(set)
    won: dict[str, set[str]] = defaultdict(set)
    for run, item in zip(good, report.items, strict=True):
        sources[item.task_id].add(str(run.source_task_id))
        if run.outcome == "success":
            won[item.task_id].add(str(run.source_task_id))
    return _Learned(sources, won)


def _answer(query: Query, at: Stand, learned: _Learned) -> Answer:
    found = {
        way: at.memory.recall(query.text, top_n=DEPTH, expand=way == EXPAND)
        for way in (EXPAND, PLAIN)
    }
    routes = {
        way: at.memory.recall(query.text, expand=way == EXPAND).route for way in found
    }
    rankings = {way: _of_recall(query, one, learned) for way, one in found.items()}
    for name, ranked in _searches(query.text, at).items():
        rankings[name] = _ranking(query, [key for key, _ in ranked], learned, ranked)
    return Answer(query, rankings, routes)


def _of_recall(query: Query, found: Recollection, learned: _Learned) -> Ranking:
    tasks = [one.task_id for one in found.experiences]
    return _ranking(query, tasks, learned, [("", found.familiarity)])


def _ranking(
    query: Query,
    tasks: Sequence[str],
    learned: _Learned,
    scored: Sequence[tuple[str, float]],
) -> Ranking:
    helps = [bool(query.relevant & learned.sources[task]) for task in tasks[:DEPTH]]
    familiarity = scored[0][1] if scored else 0.0
    return Ranking(tuple(helps), _success(query, tasks[:3], learned), familiarity)


def _success(query: Query, tasks: Iterable[str], learned: _Learned) -> float:
    if not any(query.relevant & won for won in learned.won.values()):
        return float("nan")
    return float(any(query.relevant & learned.won.get(task, set()) for task in tasks))


def _searches(text: str, at: Stand) -> dict[str, list[tuple[str, float]]]:
    """Rankings by plain searches over the same index: (task id, score)."""
    vector = at.embedder.embed([" ".join(text.split())])[0].tolist()
    query = VectorQuery(
        SPACE, ("task",), SEARCHED, dense=vector, sparse=sparse_query(text)
    )
    found = at.index.search("experiences", [query])[0]
    return {
        "BM25": _scores(found.sparse),
        "dense": _scores(found.dense),
        "RRF": reciprocal_rank_fusion(found),
        "min-max sum": fuse(found.dense, found.sparse),
    }


def _scores(hits: Iterable[VectorHit]) -> list[tuple[str, float]]:
    return [(hit.point_id, hit.score) for hit in hits]


def reciprocal_rank_fusion(found: Found) -> list[tuple[str, float]]:
    """Sum of 1 / (RRF_K + place) over both lists, best first."""
    total: dict[str, float] = defaultdict(float)
    for hits in (found.dense, found.sparse):
        for place, hit in enumerate(hits, 1):
            total[hit.point_id] += 1 / (RRF_K + place)
    return sorted(total.items(), key=lambda item: (-item[1], item[0]))


# Judging ------------------------------------------------------------------------------


def _parts(scenario: Scenario, answers: Sequence[Answer]) -> list[Part]:
    """Both halves; the languages apart where there are two."""
    parts = []
    for half, tuning in (("reported", False), ("tuning", True)):
        mine = [answer for answer in answers if answer.query.tuning is tuning]
        languages = sorted({answer.query.language for answer in mine})
        parts.append(_part(scenario, half, "+".join(languages), mine))
        for language in languages if len(languages) > 1 else ():
            spoken = [a for a in mine if a.query.language == language]
            parts.append(_part(scenario, half, language, spoken))
    return parts


def _part(
    scenario: Scenario, half: str, language: str, answers: Sequence[Answer]
) -> Part:
    judged = [answer for answer in answers if answer.query.relevant]
    values = {way: _values(judged, way) for way in WAYS}
    return Part(
        scenario=scenario.name,
        k=scenario.k,
        half=half,
        language=language,
        scores=[
            Score(
                way,
                len(judged),
                {m: _interval(judged, values[way][m]) for m in MEASURES},
            )
            for way in WAYS
        ],
        gain={
            m: _interval(judged, _differences(values[EXPAND][m], values[PLAIN][m]))
            for m in MEASURES
        },
        separation={way: _separation(answers, way) for way in WAYS},
        known=sum(answer.query.known is True for answer in answers),
        novel=sum(answer.query.known is False for answer in answers),
    )


def _values(answers: Sequence[Answer], way: str) -> dict[str, list[float]]:
    """Each measure's value of each query."""
    found = [(a.query, a.rankings[way]) for a in answers]
    return {
        "hit@1": [metrics.hit_at(r.relevant, 1) for _, r in found],
        "hit@3": [metrics.hit_at(r.relevant, 3) for _, r in found],
        "precision@3": [
            metrics.precision_at(r.relevant, 3, len(q.relevant)) for q, r in found
        ],
        "MRR": [metrics.reciprocal_rank(r.relevant) for _, r in found],
        "success@3": [r.success for _, r in found],
    }


def _differences(a: Sequence[float], b: Sequence[float]) -> list[float]:
    return [x - y for x, y in zip(a, b, strict=True)]


def _interval(answers: Sequence[Answer], values: Sequence[float]) -> Interval:
    groups: dict[str, list[float]] = defaultdict(list)
    for answer, value in zip(answers, values, strict=True):
        if not math.isnan(value):
            groups[answer.query.group].append(value)
    return metrics.interval(groups)


def _separation(answers: Sequence[Answer], way: str) -> Interval:
    sides: dict[bool, dict[str, list[float]]] = {True: {}, False: {}}
    for answer in answers:
        known = answer.query.known
        if known is not None:
            familiarity = answer.rankings[way].familiarity
            sides[known].setdefault(answer.query.group, []).append(familiarity)
    return metrics.separation(sides[True], sides[False])


def _routes(scenario: Scenario, answers: Sequence[Answer]) -> Routes:
    taken: dict[str, int] = defaultdict(int)
    for answer in answers:
        taken[answer.routes[EXPAND]] += 1
    return Routes(
        scenario=scenario.name,
        k=scenario.k,
        queries=len(answers),
        routes=dict(sorted(taken.items())),
        wrong_direct=taken["direct_replay"],
        wrong_direct_plain=_count(
            answers, lambda a: a.routes[PLAIN] == "direct_replay"
        ),
    )


def _count(answers: Iterable[Answer], wanted: Callable[[Answer], bool]) -> int:
    return sum(map(wanted, answers))
