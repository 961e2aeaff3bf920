"""Measures of scores, and the monotone fit."""

import numpy as np
import pytest
from kgmem_bench.common.reliability import auroc, isotonic

SCORES = np.array([0.1, 0.4, 0.4, 0.9])
TRUTH = np.array([False, True, False, True])
EVEN = np.full(4, 0.25)


def test_auroc_counts_ties_half() -> None:
    # 4 comparisons: 0.4 > 0.1, 0.4 = 0.4, 0.9 > 0.1, 0.9 > 0.4

    assert auroc(SCORES, TRUTH, EVEN) == pytest.approx(3.5 / 4)


def test_isotonic_follows_a_known_curve_within_its_knots() -> None:
    random = np.random.default_rng(7)
    scores = random.random(20_000)
    truth = random.random(20_000) < scores**2

    knots = isotonic(scores, truth, np.full(20_000, 1 / 20_000), 12)

    x, y = np.array(knots).T
    assert len(knots) <= 12
    assert (np.diff(x) > 0).all()
    assert (np.diff(y) >= 0).all()
    np.testing.assert_allclose(np.interp(0.5, x, y), 0.25, atol=0.05)
    np.testing.assert_allclose(np.interp(0.9, x, y), 0.81, atol=0.05)
