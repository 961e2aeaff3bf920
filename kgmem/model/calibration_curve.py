"""From the confidence that the rules say to how often such plans really succeed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kgmem.model.base import Value
from kgmem.model.similarity import Calibration

PRIOR_POINTS = 21
"""Confidences 0, 0.05, …, 1 at which the rules are believed beforehand."""
PRIOR_WEIGHT = 2.0
"""Outcomes that each of these points counts as: a few outcomes move the curve a little,
many outweigh it. Chosen on made outcomes of rules that are right, too sure, too
unsure or know nothing."""
LEAST, MOST = 0.01, 0.99
"""Bounds of a calibrated confidence: outcomes are too few for more."""


class Prediction(NamedTuple):
    """A confidence and what came of the plan."""

    confidence: float
    """Said beforehand, 0..1."""
    succeeded: bool
    weight: float = 1.0
    """Positive; an outcome counts as so many."""


class Curve(Value):
    """A monotone map of confidences in 0..1, piecewise linear through its knots."""

    knots: tuple[tuple[float, float], ...]
    """(confidence said, share of successes), both ascending; flat outside."""

    def __call__(self, confidence: float) -> float:
        """The calibrated confidence."""
        return Calibration(self.knots)(confidence)


def apply(curve: Curve | None, confidence: float) -> float:
    """The calibrated confidence, as it is if there is no curve; 0 stays 0, because
    where there is no plan nothing can succeed."""
    return confidence if curve is None or confidence <= 0 else curve(confidence)


def fit(predictions: Iterable[Prediction]) -> Curve:
    """The curve for these outcomes; the identity where nothing speaks against it.

    Isotonic regression (Zadrozny and Elkan 2002), flat in each block and straight
    between two, over the outcomes and imaginary ones on the diagonal: a prior as data
    (Good 1965), which keeps the curve monotone as shrinking each block would not.
    """
    step = PRIOR_POINTS - 1
    prior = [(n / step, n / step, PRIOR_WEIGHT) for n in range(PRIOR_POINTS)]
    seen = [(one.confidence, float(one.succeeded), one.weight) for one in predictions]
    blocks = pool_adjacent_violators([*prior, *seen])
    ends = ((x, b.value) for b in blocks for x in sorted({b.first, b.last}))
    return Curve(knots=tuple((x, min(max(y, LEAST), MOST)) for x, y in ends))


class Block(NamedTuple):
    """Neighbouring points with one value."""

    first: float
    """Place of the first and"""
    last: float
    """of the last point."""
    value: float
    weight: float
    mean: float
    """Weighted mean of the points' places."""


def pool_adjacent_violators(
    points: Sequence[tuple[float, float, float]],
) -> list[Block]:
    """The non-decreasing step function with the least weighted squared error, for
    points (place, value, weight) in any order (Ayer et al. 1955): places and values
    of its blocks ascend strictly."""
    blocks: list[Block] = []
    for block in _by_place(points):
        while blocks and blocks[-1].value >= block.value:
            block = _pooled(blocks.pop(), block)
        blocks.append(block)
    return blocks


def _by_place(points: Iterable[tuple[float, float, float]]) -> list[Block]:
    """One block for each place: what is said alike is to be read alike."""
    sums: dict[float, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for place, value, weight in points:
        sums[place][0] += weight * value
        sums[place][1] += weight
    return [Block(at, at, total / w, w, at) for at, (total, w) in sorted(sums.items())]


def _pooled(a: Block, b: Block) -> Block:
    weight = a.weight + b.weight
    value = (a.value * a.weight + b.value * b.weight) / weight
    mean = (a.mean * a.weight + b.mean * b.weight) / weight
    return Block(a.first, b.last, value, weight, mean)
