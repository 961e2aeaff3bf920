"""How well confidences foretold what happened."""

from collections.abc import Iterator, Sequence
from math import fsum, log, sqrt

from kgmem.model.base import Value
from kgmem.model.calibration_curve import Prediction

BINS = 10
Z_90 = 1.645
"""Standard normal deviate of a two-sided interval of 90 %."""
CERTAIN = 0.001
"""The log loss takes no confidence for nearer to 0 or 1: one surprise must not make
it infinite."""


class Bin(Value):
    """Predictions of about the same confidence."""

    predicted: float
    """Mean confidence, 0..1."""
    observed: float
    """Share of successes, 0..1."""
    count: int
    low: float
    """Lower and"""
    high: float
    """upper end of the 90 % interval of the share."""


class Reliability(Value):
    """What a set of predictions was worth."""

    n: int
    brier: float
    """Mean squared distance to the outcome; a constant 0.5 gives 0.25."""
    ece: float
    """Expected calibration error: mean distance of a bin's confidence and share."""
    log_loss: float
    """Mean negative logarithm (natural) of what was said of the outcome."""
    bins: tuple[Bin, ...]
    """About equally many predictions each, by confidence."""


def reliability(predictions: Sequence[Prediction]) -> Reliability | None:
    """Of the predictions by their weights; None of none."""
    if not predictions:
        return None
    total = fsum(one.weight for one in predictions)
    groups = list(_equal_mass(predictions))
    bins = tuple(_bin(group) for group in groups)
    masses = [fsum(one.weight for one in group) for group in groups]
    return Reliability(
        n=len(predictions),
        brier=brier(predictions),
        ece=fsum(
            mass * abs(one.predicted - one.observed)
            for mass, one in zip(masses, bins, strict=True)
        )
        / total,
        log_loss=fsum(one.weight * _surprise(one) for one in predictions) / total,
        bins=bins,
    )


def brier(predictions: Sequence[Prediction]) -> float:
    """Weighted mean squared distance to the outcome (Brier 1950); at least one
    prediction is needed."""
    total = fsum(one.weight for one in predictions)
    squares = (p.weight * (p.confidence - p.succeeded) ** 2 for p in predictions)
    return fsum(squares) / total


def wilson(share: float, n: float) -> tuple[float, float]:
    """90 % interval of a share seen in `n` trials (Wilson 1927): it stays in 0..1 and
    is never empty, also of one trial."""
    square = Z_90**2
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = Z_90 / (1 + square / n)
    half *= sqrt(share * (1 - share) / n + square / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def _equal_mass(predictions: Sequence[Prediction]) -> Iterator[list[Prediction]]:
    """At most BINS groups by confidence; equal confidences stay together."""
    ordered = sorted(predictions, key=lambda one: one.confidence)
    share = fsum(one.weight for one in ordered) / BINS
    group: list[Prediction] = []
    mass, ends = 0.0, 1
    for one in ordered:
        if group and mass >= ends * share and one.confidence > group[-1].confidence:
            yield group
            group, ends = [], int(mass / share) + 1
        group.append(one)
        mass += one.weight
    yield group


def _bin(group: Sequence[Prediction]) -> Bin:
    mass = fsum(one.weight for one in group)
    observed = fsum(one.weight * one.succeeded for one in group) / mass
    low, high = wilson(observed, mass)
    return Bin(
        predicted=fsum(one.weight * one.confidence for one in group) / mass,
        observed=observed,
        count=len(group),
        low=low,
        high=high,
    )


def _surprise(one: Prediction) -> float:
    said = one.confidence if one.succeeded else 1 - one.confidence
    return -log(min(max(said, CERTAIN), 1 - CERTAIN))
