"""`kgmem bench left-out`: weights chosen on all sets but one, and what they come to on
that one, beside the ones that ship.

One weight at a time is set to each of its values, the others stay. For each set left
out, the value that is best for the mean of all others is taken.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgmem.lab import CachedEmbedder, Embedder, offline_embedder
from kgmem.samples import mobiagent
from kgmem_bench.ablation.ablation import CACHED
from kgmem_bench.ablation.neutral import be
from kgmem_bench.ablation.part import PATTERNS, RECALL, Part
from kgmem_bench.ablation.parts import SMALL, parts
from kgmem_bench.ablation.switch import Rule, found, off
from kgmem_bench.common.metrics import mean
from kgmem_bench.common.report import Say, machine, machine_line, say, table

LIKENESS, WORDING = "kgmem.generalize.grouping.likeness:", "kgmem.generalize.wording."
WEIGHTS: Sequence[tuple[str, tuple[float, ...]]] = (
    ("kgmem.generalize.grouping.cluster:ALIKE", (0.55, 0.6, 0.625, 0.65, 0.7)),
    (f"{LIKENESS}ANCHOR_COST", (1.5, 2.0, 2.5, 3.0, 4.0)),
    (f"{LIKENESS}UNSUPPORTED", (0.2, 0.3, 0.4, 0.6, 0.8)),
    (f"{LIKENESS}OTHER_INTENT", (0.3, 0.5, 0.7, 0.85, 1.0)),
    (f"{LIKENESS}PATH_SHARE", (0.3, 0.5, 0.7)),
    (f"{LIKENESS}PARAPHRASE", (0.9, 0.95, 1.01)),
    (f"{LIKENESS}UNKNOWN_COST", (0.15, 0.3, 0.5)),
    (f"{LIKENESS}COMMON_WORDS", (1.0, 2.0, 4.0)),
    (f"{WORDING}anchors:BESIDE_NOTHING", (0.5, 1.0, 1.5, 2.0)),
    (f"{WORDING}anchors:MUCH_MORE", (1.1, 1.3, 1.6)),
)
"""The main ones, and the values that are tried; those that ship are among them."""
Scores = Mapping[str, float]
"""By set: the mean of pair F1 and exact values over the runs it is given with."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A weight for one set that it was not chosen on."""

    data: str
    value: float
    """Best for the others."""
    score: float
    """What this set comes to with it,"""
    shipped: float
    """and with the one that ships."""


@dataclass(frozen=True, slots=True)
class WeightScores:
    """A weight with all its values."""

    place: str
    shipped: float
    scores: Mapping[float, Scores]
    """By value."""
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class LeftOutResult:
    """All weights."""

    benchmark: str
    machine: dict[str, Any]
    embedder: str
    data: str
    weights: list[WeightScores]


def bench_left_out(
    data: Path, *, embedder: Embedder | None = None, tell: Say = say
) -> LeftOutResult:
    """Measure the sets below `data` with each value of each weight."""
    once = CachedEmbedder(embedder or offline_embedder()[0], size=CACHED)
    kinds = [
        part
        for part in parts(data, once, SMALL)
        if PATTERNS in part.shows and RECALL not in part.shows and not _is_made(part)
    ]
    weights = []
    for place, values in WEIGHTS:
        weights.append(_weight(place, values, kinds))
        tell(f"{place}: {weights[-1].scores}")
    return LeftOutResult("left-out", machine(), once.model, data.name, weights)


def _is_made(part: Part) -> bool:
    """Do its runs come from templates? What nobody did has no say."""
    return part.name.startswith(f"{mobiagent.SET}, made")


def _weight(place: str, values: Sequence[float], listed: Sequence[Part]) -> Any:
    shipped = float(found(_set(place, 0.0))[2])
    scores: dict[float, Scores] = {}
    for value in values:
        with off(_set(place, value)):
            scores[value] = _scores(listed)
    return WeightScores(place, shipped, scores, tuple(left_out(scores, shipped)))


def _set(place: str, value: float) -> Rule:
    return Rule("weights", place, place, be(value))


def _scores(listed: Sequence[Part]) -> Scores:
    by_set: dict[str, list[float]] = {}
    for part in listed:
        told = list(part.measure().values())
        by_set.setdefault(part.name.partition(":")[0], []).extend(told)
    return {name: mean(found) for name, found in by_set.items()}


def left_out(scores: Mapping[float, Scores], shipped: float) -> list[LeftOut]:
    """Each set with the value that is best for the mean of the others; of several, the
    one nearest to that which ships."""
    sets = list(next(iter(scores.values())))

    def others(value: float, name: str) -> float:
        return mean([scores[value][one] for one in sets if one != name])

    chosen = {
        name: max(scores, key=lambda v: (round(others(v, name), 6), -abs(v - shipped)))
        for name in sets
    }
    return [
        LeftOut(name, value, scores[value][name], scores[shipped][name])
        for name, value in chosen.items()
    ]


def to_markdown(result: LeftOutResult) -> str:
    """The whole report."""
    parts = [
        f"## One set left out: {result.data}, {result.embedder}",
        machine_line(result.machine),
        "Each weight is chosen on all sets but one, the others as they ship; shown is "
        "what the left-out set gains by the choice, and the value. A choice that does "
        "not gain there says that the weight fits the sets it was chosen on.",
        _table(result.weights),
    ]
    return "\n\n".join(parts) + "\n"


def _table(weights: Sequence[WeightScores]) -> str:
    sets = [one.data for one in weights[0].left_out]
    rows = [
        [
            one.place.removeprefix("kgmem."),
            one.shipped,
            *(f"{it.score - it.shipped:+.3f} ({it.value:g})" for it in one.left_out),
            f"{mean([it.score - it.shipped for it in one.left_out]):+.3f}",
        ]
        for one in weights
    ]
    return table(["weight", "ships", *sets, "mean"], rows)
