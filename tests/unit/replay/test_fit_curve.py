"""The curve from confidence to share of successes, on cases worked out by hand."""

import random
from itertools import pairwise

import pytest

from kgmem.model.calibration_curve import Prediction
from kgmem.replay.fit_curve import LEAST, MOST, fit


def outcomes(confidence: float, successes: int, failures: int) -> list[Prediction]:
    return [
        *[Prediction(confidence, True)] * successes,
        *[Prediction(confidence, False)] * failures,
    ]


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
