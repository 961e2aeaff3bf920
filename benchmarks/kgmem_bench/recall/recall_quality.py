"""`kgmem bench recall`: does recall find the runs that help, with the graph's
expansion and without it, beside plain searches over the same memory."""

import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgmem import Recollection
from kgmem.lab import (
    CachedEmbedder,
    Embedder,
    Found,
    VectorHit,
    VectorQuery,
    fuse,
    offline_embedder,
    sparse_query,
)
from kgmem_bench.common.report import Say, machine, say
from kgmem_bench.common.stand import SPACE, Stand, settings_for_bench, stand
from kgmem_bench.data_sets import ROWS
from kgmem_bench.recall.recall_scores import (
    EXPAND,
    PLAIN,
    Answer,
    Part,
    Ranking,
    Routes,
    Trust,
    parts_of,
    routes_of,
    trust_of,
)
from kgmem_bench.recall.recall_sets import Query, Scenario, scenarios

DEPTH = 10
"""Places of a ranking that are looked at."""
SEARCHED = 40
"""Hits per list before two lists are fused, as recall itself takes."""
RRF_K = 60
"""Cormack, Clarke and Büttcher 2009."""
CACHE = 20_000
"""Texts embedded once for all scenarios."""


@dataclass(frozen=True, slots=True)
class RecallResult:
    """All scenarios."""

    benchmark: str
    machine: dict[str, Any]
    embedder: str
    data: str
    parts: list[Part]
    routes: list[Routes]
    trust: list[Trust]


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
    trust: list[Trust] = []
    for scenario in scenarios(data or ROWS, quick=quick):
        asked = len(scenario.queries)
        tell(f"{scenario.title}: {len(scenario.runs)} runs, {asked} queries")
        answers = answer_all(scenario, once)
        parts += parts_of(scenario, answers)
        routes.append(routes_of(scenario, answers))
        trust += trust_of(scenario, answers)
    return RecallResult(
        benchmark="recall",
        machine=facts,
        embedder=once.model,
        data=data.name if data else "shipped samples",
        parts=parts,
        routes=routes,
        trust=trust,
    )


# Asking -------------------------------------------------------------------------------


def answer_all(scenario: Scenario, embedder: Embedder) -> list[Answer]:
    """Learn the scenario's runs in a fresh memory and ask its queries."""
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as folder:
        settings = settings_for_bench(Path(folder))
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
