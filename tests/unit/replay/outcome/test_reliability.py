"""Measures of foretelling, on cases worked out by hand."""

from math import log

import pytest

from kgmem.model.calibration_curve import Prediction
from kgmem.replay.outcome.reliability import reliability, wilson


def test_scores_of_two_predictions() -> None:
    found = reliability([Prediction(0.8, True), Prediction(0.6, False)])

    assert found is not None
    assert found.n == 2
    assert found.brier == pytest.approx((0.2**2 + 0.6**2) / 2)
    assert found.log_loss == pytest.approx(-(log(0.8) + log(0.4)) / 2)
    assert found.ece == pytest.approx((0.2 + 0.6) / 2)


def test_weights_count_in_every_measure() -> None:
    found = reliability([Prediction(0.5, True, 3.0), Prediction(0.5, False, 1.0)])

    assert found is not None
    assert found.bins[0].observed == pytest.approx(0.75)
    assert found.ece == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("share", "n", "low", "high"),
    [(0.5, 100, 0.419, 0.581), (1.0, 1, 0.270, 1.0), (0.0, 10, 0.0, 0.213)],
)
def test_wilson_interval(share: float, n: float, low: float, high: float) -> None:
    assert wilson(share, n) == (
        pytest.approx(low, abs=2e-3),
        pytest.approx(high, abs=2e-3),
    )
