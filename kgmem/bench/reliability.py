"""How well scores separate and predict a yes-or-no outcome; every case has a weight.

Scores, outcomes and weights are arrays of one length; weights sum to 1.
"""

from itertools import pairwise

import numpy as np
import numpy.typing as npt
from scipy.optimize import isotonic_regression

Numbers = npt.NDArray[np.float64]
Truth = npt.NDArray[np.bool_]
Knots = list[tuple[float, float]]

SURE = 0.99
"""No fitted probability is nearer to 0 or 1: the samples are too small for more."""
BINS = 10


def auroc(scores: Numbers, truth: Truth, weights: Numbers) -> float:
    """Chance that a true case scores above a false one; ties count half."""
    _, place = np.unique(scores, return_inverse=True)
    true = np.bincount(place, weights * truth)
    false = np.bincount(place, weights * ~truth)
    below = np.cumsum(false) - false / 2
    return float((below * true).sum() / (true.sum() * false.sum()))


def brier(probabilities: Numbers, truth: Truth, weights: Numbers) -> float:
    """Mean squared distance to the outcome; a constant 0.5 gives 0.25."""
    return float((weights * (probabilities - truth) ** 2).sum())


def ece(probabilities: Numbers, truth: Truth, weights: Numbers) -> float:
    """Expected calibration error over ten equally wide bins (Naeini et al. 2015)."""
    rows = bins(probabilities, truth, weights)
    return float(sum(weight * abs(said - seen) for _, weight, said, seen in rows))


def bins(
    probabilities: Numbers, truth: Truth, weights: Numbers
) -> list[tuple[float, float, float, float]]:
    """Of each of ten bins with a case in it: lower end, weight, mean probability,
    rate of truth."""
    place = np.minimum((probabilities * BINS).astype(int), BINS - 1)
    weight = np.bincount(place, weights, BINS)
    said = np.bincount(place, weights * probabilities, BINS)
    seen = np.bincount(place, weights * truth, BINS)
    return [
        (n / BINS, float(w), float(said[n] / w), float(seen[n] / w))
        for n, w in enumerate(weight)
        if w
    ]


def isotonic(scores: Numbers, truth: Truth, weights: Numbers, limit: int) -> Knots:
    """Probability of truth by score: at most `limit` knots, ascending in both.

    Pool-adjacent-violators, each block at its mean score; then the knots whose loss
    changes least are dropped one by one.
    """
    places, at = np.unique(scores, return_inverse=True)
    mass = np.bincount(at, weights)
    means = np.bincount(at, weights * truth) / mass
    fitted = isotonic_regression(means, weights=mass)
    points = [
        (
            float(np.average(places[start:end], weights=mass[start:end])),
            float(fitted.x[start]),
            float(mass[start:end].sum()),
        )
        for start, end in pairwise(fitted.blocks)
    ]
    while len(points) > limit:
        costs = [_cost(*points[k - 1 : k + 2]) for k in range(1, len(points) - 1)]
        del points[1 + int(np.argmin(costs))]
    return [(x, min(max(y, 1 - SURE), SURE)) for x, y, _ in points]


Point = tuple[float, float, float]


def _cost(before: Point, point: Point, after: Point) -> float:
    """Squared error that the straight line past `point` would make there."""
    share = (point[0] - before[0]) / (after[0] - before[0])
    line = before[1] + share * (after[1] - before[1])
    return float(point[2] * (line - point[1]) ** 2)
