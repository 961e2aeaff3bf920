"""What a benchmark of recall counts: rankings, how good they are, what expansion
adds, and how well familiarity tells known tasks from novel ones."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kgmem_bench.common import metrics
from kgmem_bench.common.metrics import Interval
from kgmem_bench.recall.recall_sets import Query, Scenario

EXPAND, PLAIN = "kgmem", "kgmem, no expansion"
BASELINES = ("BM25", "dense", "RRF", "min-max sum")
WAYS = (EXPAND, PLAIN, *BASELINES)
BANDS = (0.0, 0.5, 0.7, 0.85, 0.95, 1.0)
"""Of familiarity; the thresholds of routing are among them."""
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
    groups: int
    """Of the queries that something helps with; few make an interval too narrow."""
    scores: list[Score]
    gain: dict[str, Interval]
    """Of expansion, by measure: with it less without it, query by query."""
    separation: dict[str, Interval]
    """AUROC of known against novel by each way's familiarity."""
    known: int
    novel: int


@dataclass(frozen=True, slots=True)
class Trust:
    """What a band of familiarity was worth."""

    scenario: str
    k: int | None
    low: float
    high: float
    queries: int
    familiarity: float
    """What was said, on average."""
    known: float
    """Share of queries whose kind was learned."""
    right: float
    """Share of queries whose best experience helps."""


@dataclass(frozen=True, slots=True)
class Routes:
    """Where the queries of a scenario were sent; none is a learned wording."""

    scenario: str
    k: int | None
    queries: int
    routes: dict[str, int]
    wrong_direct: int
    """Direct replays of what is asked of a kind that was not learned."""


def parts_of(scenario: Scenario, answers: Sequence[Answer]) -> list[Part]:
    """Both halves; where there are two languages, each also on its own."""
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
        groups=len({answer.query.group for answer in judged}),
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


def routes_of(scenario: Scenario, answers: Sequence[Answer]) -> Routes:
    """Where the queries were sent."""
    taken = [(answer.query, answer.routes[EXPAND]) for answer in answers]
    direct = [query for query, route in taken if route == "direct_replay"]
    return Routes(
        scenario=scenario.name,
        k=scenario.k,
        queries=len(answers),
        routes=dict(sorted(Counter(route for _, route in taken).items())),
        wrong_direct=sum(not query.known for query in direct),
    )


def trust_of(scenario: Scenario, answers: Sequence[Answer]) -> list[Trust]:
    """Familiarity and truth, by bands of familiarity; of the reported half."""
    asked = [a for a in answers if not a.query.tuning and a.query.known is not None]
    return [
        _band(scenario, low, high, within)
        for low, high in pairwise(BANDS)
        if (within := [a for a in asked if low <= _familiarity(a) < high])
    ]


def _familiarity(answer: Answer) -> float:
    return min(answer.rankings[EXPAND].familiarity, 1 - 1e-9)


def _band(
    scenario: Scenario, low: float, high: float, answers: Sequence[Answer]
) -> Trust:
    return Trust(
        scenario=scenario.name,
        k=scenario.k,
        low=low,
        high=high,
        queries=len(answers),
        familiarity=metrics.mean([_familiarity(a) for a in answers]),
        known=metrics.mean([float(a.query.known is True) for a in answers]),
        right=metrics.mean(
            [metrics.hit_at(a.rankings[EXPAND].relevant, 1) for a in answers]
        ),
    )
