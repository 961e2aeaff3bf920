"""The curve from confidence to share of successes, on cases worked out by hand."""

import random
from itertools import pairwise

import pytest

from kgmem.model.calibration_curve import Prediction, apply
from kgmem.replay.fit_curve import LEAST, MOST, fit


def outcomes(confidence: float, successes: int, failures: int) -> list[Prediction]:
    return [
        *[Prediction(confidence, True)] * successes,
        *[Prediction(confidence, False)] * failures,
    ]


def test_what_falls_is_pooled_to_its_mean_and_flat_between_its_ends() -> None:
    curve = fit([*outcomes(0.62, 9, 1), *outcomes(0.66, 1, 9)])

    # The prior says 1.1, 1.2 and 1.3 of 2 at 0.55, 0.6 and 0.65.
    assert curve(0.55) == curve(0.62) == curve(0.66)
    assert curve(0.62) == pytest.approx((1.1 + 1.2 + 9 + 1.3 + 1) / 26)
    assert curve(0.7) == pytest.approx(0.7)


def test_without_outcomes_the_curve_changes_nothing() -> None:
    curve = fit([])

    for confidence in (0.05, 0.31, 0.5, 0.777, 0.95):
        assert curve(confidence) == pytest.approx(confidence)


def test_many_outcomes_outweigh_the_rules() -> None:
    curve = fit(outcomes(0.9, 250, 250))

    assert curve(0.9) == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("seed", range(5))
def test_the_curve_never_falls_and_stays_in_bounds(seed: int) -> None:
    chance = random.Random(seed)
    said = [chance.random() for _ in range(300)]

    curve = fit(Prediction(one, chance.random() < 0.5) for one in said)

    values = [curve(n / 200) for n in range(201)]
    assert all(a <= b for a, b in pairwise(values))
    assert values[0] >= LEAST
    assert values[-1] <= MOST


def test_no_plan_stays_hopeless() -> None:
    curve = fit(outcomes(0.1, 60, 0))

    assert apply(curve, 0.0) == 0.0
    assert apply(curve, 0.1) > 0.5
