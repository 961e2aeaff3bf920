"""The calibration curve for what came of plans."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby

from kgmem.model.calibration_curve import Curve, Prediction
from kgmem.model.values.numeric import isotonic

PRIOR_POINTS = 21
"""Confidences 0, 0.05, …, 1 at which the rules are believed beforehand."""
PRIOR_WEIGHT = 2.0
"""Outcomes that each of these points counts as: a few outcomes move the curve a little,
many outweigh it. Chosen on made outcomes of rules that are right, too sure, too
unsure or know nothing."""
LEAST, MOST = 0.01, 0.99
"""Bounds of a calibrated confidence: outcomes are too few for more."""

Point = tuple[float, float, float]
"""Place, value, weight."""


def fit(predictions: Iterable[Prediction]) -> Curve:
    """The curve for these outcomes; the identity where nothing speaks against it.

    Isotonic regression (Zadrozny and Elkan 2002), flat in each block and straight
    between two, over the outcomes and imaginary ones on the diagonal: a prior as data
    (Good 1965), which keeps the curve monotone as shrinking each block would not.
    """
    step = PRIOR_POINTS - 1
    prior = [(n / step, n / step, PRIOR_WEIGHT) for n in range(PRIOR_POINTS)]
    seen = [(one.confidence, float(one.succeeded), one.weight) for one in predictions]
    places, values, weights = zip(*_by_place([*prior, *seen]), strict=True)
    fitted = isotonic(values, weights)
    blocks = groupby(zip(places, fitted, strict=True), lambda at: at[1])
    knots = [
        (x, min(max(value, LEAST), MOST))
        for value, block in blocks
        for x in _ends([place for place, _ in block])
    ]
    return Curve(knots=tuple(knots))


def _by_place(points: Iterable[Point]) -> list[Point]:
    """One point for each place: what is said alike is to be read alike."""
    sums: dict[float, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for place, value, weight in points:
        sums[place][0] += weight * value
        sums[place][1] += weight
    return [
        (at, total / weight, weight) for at, (total, weight) in sorted(sums.items())
    ]


def _ends(places: list[float]) -> list[float]:
    """The first and the last, which may be one."""
    return list(dict.fromkeys((places[0], places[-1])))
