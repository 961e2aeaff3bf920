"""Measures of ranking and separation, with intervals."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kgmem_bench.common import reliability
from kgmem_bench.common.reliability import Numbers

ROUNDS = 1_000
"""Resamples of a bootstrap."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A value and its 95 % bootstrap interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        if math.isnan(self.value):
            return "–"
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"

    def signed(self) -> str:
        """As a difference."""
        if math.isnan(self.value):
            return "–"
        return f"{self.value:+.3f} [{self.low:+.3f}, {self.high:+.3f}]"


def hit_at(relevant: Sequence[bool], k: int) -> float:
    """1 if one of the first k is relevant, else 0."""
    return float(any(relevant[:k]))


def precision_at(relevant: Sequence[bool], k: int, there: int) -> float:
    """Relevant ones among the first k, as a share of what k places could hold of
    the `there` that exist; 0 if none exists."""
    possible = min(k, there)
    return sum(relevant[:k]) / possible if possible else 0.0


def reciprocal_rank(relevant: Sequence[bool]) -> float:
    """1 / place of the first relevant one; 0 if there is none. Its mean is MRR."""
    return next((1 / n for n, good in enumerate(relevant, 1) if good), 0.0)


def auroc(positives: Sequence[float], negatives: Sequence[float]) -> float:
    """Chance that a positive scores above a negative, a tie counting half; nan if
    either side is empty."""
    if not positives or not negatives:
        return float("nan")
    scores = np.asarray([*positives, *negatives], dtype=float)
    truth = np.arange(len(scores)) < len(positives)
    return reliability.auroc(scores, truth, np.ones(len(scores)))


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` (0..1) of them lie; nan of none."""
    return float(np.quantile(values, share)) if values else float("nan")


def mean(values: Sequence[float]) -> float:
    """Arithmetic mean; nan of none."""
    return float(np.mean(values)) if values else float("nan")


def interval(groups: Mapping[str, Sequence[float]], seed: int = 0) -> Interval:
    """Mean over all values, and its interval by resampling whole groups: queries of
    one group are not independent."""
    if not any(groups.values()):
        return Interval(*[float("nan")] * 3)
    sums = np.array([sum(values) for values in groups.values()], dtype=float)
    sizes = np.array([len(values) for values in groups.values()], dtype=float)
    chosen = _resamples(len(sums), seed)
    means = sums[chosen].sum(axis=1) / np.maximum(sizes[chosen].sum(axis=1), 1)
    low, high = np.quantile(means, [0.025, 0.975])
    return Interval(float(sums.sum() / sizes.sum()), float(low), float(high))


def separation(
    known: Mapping[str, Sequence[float]],
    novel: Mapping[str, Sequence[float]],
    seed: int = 0,
) -> Interval:
    """AUROC of known against novel, and its interval by resampling the groups of
    each side."""
    pairs = np.array(
        [[len(a) * len(b) for b in novel.values()] for a in known.values()], dtype=float
    )
    if not pairs.sum():
        return Interval(*[float("nan")] * 3)
    wins = pairs * np.array(
        [[_chance(a, b) for b in novel.values()] for a in known.values()]
    )
    often = _times_drawn(len(known), seed), _times_drawn(len(novel), seed + 1)
    found = _weighted(wins, *often) / np.maximum(_weighted(pairs, *often), 1)
    low, high = np.quantile(found, [0.025, 0.975])
    return Interval(float(wins.sum() / pairs.sum()), float(low), float(high))


def _chance(positives: Sequence[float], negatives: Sequence[float]) -> float:
    return auroc(positives, negatives) if positives and negatives else 0.0


def _weighted(matrix: Numbers, rows: Numbers, columns: Numbers) -> Numbers:
    """Sum of the matrix in each round, its rows and columns counted as often as they
    were drawn."""
    total: Numbers = np.einsum("ri,ij,rj->r", rows, matrix, columns, optimize=True)
    return total


def _times_drawn(n: int, seed: int) -> Numbers:
    """How often each of n was drawn, per round."""
    drawn = _resamples(n, seed)
    return np.stack([np.bincount(row, minlength=n) for row in drawn]).astype(float)


def _resamples(n: int, seed: int) -> npt.NDArray[np.int64]:
    """ROUNDS rows of n places, drawn with replacement."""
    return np.random.default_rng(seed).integers(0, n, size=(ROUNDS, n))
