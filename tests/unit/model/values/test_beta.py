"""Quantiles of Beta distributions are SciPy's."""

from itertools import product

import pytest
from scipy.special import betaincinv

from kgmem.model.values.beta import beta_quantile

COUNTS = (0.0, 0.01, 0.7, 1.0, 3.4, 20.0, 250.0, 10_000.0)


@pytest.mark.parametrize("share", [0.02, 0.1, 0.9])
def test_a_bound_is_the_quantile_of_its_beta_distribution(share: float) -> None:
    for wins, losses in product(COUNTS, COUNTS):
        found = beta_quantile(1 + wins, 1 + losses, share)

        assert found == pytest.approx(betaincinv(1 + wins, 1 + losses, share), rel=1e-8)
