"""Tables of `kgmem bench recall`."""

from collections.abc import Iterable
from typing import get_args

from kgmem import Route
from kgmem_bench.common.report import Check, checks_table, machine_line, table
from kgmem_bench.recall.recall_quality import RecallResult
from kgmem_bench.recall.recall_scores import (
    BASELINES,
    EXPAND,
    MEASURES,
    WAYS,
    Part,
    Routes,
    Trust,
)
from kgmem_bench.recall.recall_sets import EVERYTHING


def checks(result: RecallResult) -> list[Check]:
    """What is asked of recall, and what was measured."""
    wrong = sum(routes.wrong_direct for routes in result.routes)
    unknown = "direct replays of kinds that were not learned"
    plain = _against_baselines(result)
    return [Check(unknown, wrong, 0, "", "low", "aim"), *plain]


def _against_baselines(result: RecallResult) -> list[Check]:
    """Not below the best of the plain searches on everything together."""
    return [
        Check(
            f"hit@1 less the best plain search's, {EVERYTHING}, {part.language}",
            _value(part, EXPAND) - max(_value(part, way) for way in BASELINES),
            0.0,
            "",
            "high",
            "aim",
        )
        for part in result.parts
        if part.scenario == EVERYTHING and part.half == "reported" and _judged(part)
    ]


def _value(part: Part, way: str) -> float:
    return next(s.measures["hit@1"].value for s in part.scores if s.way == way)


def _judged(part: Part) -> int:
    return part.scores[0].queries


def to_markdown(result: RecallResult) -> str:
    """The whole report."""
    told = _half(result, "reported")
    parts = [
        f"## Recall: {result.data}, {result.embedder}",
        machine_line(result.machine),
        "No query is a learned wording. Gold: runs of the same group. In brackets: 95 "
        "% intervals, groups resampled. No app is given.",
        "### Everything in one memory, reported half",
        _found_table(told),
        "### hit@1, set by set, reported half",
        _ways_table(told, "hit@1"),
        "### MRR, set by set, reported half",
        _ways_table(told, "MRR"),
        "### What expansion adds, reported half",
        _gain_table(told),
        "### Known or novel, reported half",
        "AUROC of familiarity; of a plain search, of its best score.",
        _separation_table(told),
        "### What familiarity is worth, everything in one memory, reported half",
        _trust_table(result.trust),
        "### Routes, both halves",
        _routes_table(result.routes),
        "### Tuning half, for comparison",
        _ways_table(_half(result, "tuning"), "hit@1"),
        _gain_table(_half(result, "tuning")),
        "### Asked and measured",
        checks_table(checks(result)),
    ]
    return "\n\n".join(parts) + "\n"


def _half(result: RecallResult, half: str) -> list[Part]:
    return [part for part in result.parts if part.half == half and _judged(part)]


def _found_table(parts: Iterable[Part]) -> str:
    head = ["language", "queries (groups)", "way", *MEASURES]
    rows = [
        [*_labels(part)[2:], score.way, *(str(score.measures[m]) for m in MEASURES)]
        for part in parts
        if part.scenario == EVERYTHING
        for score in part.scores
    ]
    return table(head, rows)


def _ways_table(parts: Iterable[Part], measure: str) -> str:
    """One measure of every way."""
    head = ["scenario", "k", "language", "queries (groups)", *WAYS]
    rows = [
        [*_labels(part), *(f"{s.measures[measure].value:.3f}" for s in part.scores)]
        for part in parts
    ]
    return table(head, rows)


def _labels(part: Part) -> list[object]:
    return [part.scenario, part.k, part.language, f"{_judged(part)} ({part.groups})"]


def _gain_table(parts: Iterable[Part]) -> str:
    head = ["scenario", "k", "language", "queries (groups)", *MEASURES]
    rows = [
        [*_labels(part), *(part.gain[m].signed() for m in MEASURES)] for part in parts
    ]
    return table(head, rows)


def _separation_table(parts: Iterable[Part]) -> str:
    head = ["scenario", "k", "language", "known", "novel", *WAYS]
    rows = [
        [
            *_labels(part)[:3],
            str(part.known),
            str(part.novel),
            *(str(part.separation[way]) for way in WAYS),
        ]
        for part in parts
        if part.known and part.novel
    ]
    return table(head, rows)


def _routes_table(routes: Iterable[Routes]) -> str:
    names: tuple[Route, ...] = get_args(Route)
    head = ["scenario", "k", "queries", *names, "direct, kind not learned"]
    rows = [
        [
            one.scenario,
            one.k,
            str(one.queries),
            *(f"{one.routes.get(name, 0) / one.queries:.1%}" for name in names),
            str(one.wrong_direct),
        ]
        for one in routes
    ]
    return table(head, rows)


def _trust_table(bands: Iterable[Trust]) -> str:
    """Said and found, all sets in one memory."""
    head = ["familiarity", "queries", "mean", "kind was learned", "best one helps"]
    rows = [
        [
            f"{band.low:g} to {band.high:g}",
            str(band.queries),
            band.familiarity,
            f"{band.known:.0%}",
            f"{band.right:.0%}",
        ]
        for band in bands
        if band.scenario == EVERYTHING
    ]
    return table(head, rows)
