"""What is computed without SciPy is what SciPy computes."""

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.optimize import isotonic_regression, linear_sum_assignment
from scipy.spatial.distance import squareform

from kgmem.model.values.numeric import average_link, best_pairs, isotonic


@pytest.mark.parametrize("seed", range(40))
def test_a_curve_that_never_falls_is_as_near_as_can_be(seed: int) -> None:
    some = np.random.default_rng(seed)
    values = some.integers(0, 5, seed + 1) / 4
    weights = some.random(seed + 1) + 0.1

    found = isotonic(values.tolist(), weights.tolist())

    assert found == pytest.approx(isotonic_regression(values, weights=weights).x)


@pytest.mark.parametrize("seed", range(60))
def test_values_are_given_to_slots_with_the_highest_worth(seed: int) -> None:
    some = np.random.default_rng(seed)
    rows, columns = some.integers(1, 8, 2)
    worth = (
        some.integers(0, 4, (rows, columns)) / 3
        if seed % 2
        else (some.random((rows, columns)))
    )

    pairs = best_pairs(worth)

    best = worth[linear_sum_assignment(worth, maximize=True)].sum()
    assert sum(worth[pair] for pair in pairs) == pytest.approx(best)
    assert len(pairs) == min(rows, columns)
    for side in zip(*pairs, strict=True):
        assert len(set(side)) == len(side)


@pytest.mark.parametrize("seed", range(40))
def test_groups_are_those_of_average_link(seed: int) -> None:
    places = np.random.default_rng(seed).random((seed + 2, 2))
    apart = np.linalg.norm(places[:, None] - places[None], axis=-1)

    found = average_link(apart, 0.4)

    labels = fcluster(
        linkage(squareform(apart, checks=False), "average"), 0.4, "distance"
    )
    assert len(set(zip(found, labels, strict=True))) == len(set(labels))
    assert len(set(found)) == len(set(labels))
