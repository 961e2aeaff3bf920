"""Measures on cases that can be worked out by hand."""

import pytest
from kgmem_bench.common import metrics


@pytest.mark.parametrize(
    ("relevant", "there", "expected"),
    [
        ([True, False, True], 5, 2 / 3),
        ([True, False, False], 1, 1.0),
        ([False, True, True, True], 2, 1.0),
        ([False], 0, 0.0),
    ],
)
def test_precision_counts_the_places_that_could_be_filled(
    relevant: list[bool], there: int, expected: float
) -> None:
    found = metrics.precision_at(relevant, 3, there)

    assert found == pytest.approx(expected)


def test_an_interval_encloses_the_mean_and_is_the_same_each_time() -> None:
    groups = {"a": [1.0, 1.0, 0.0], "b": [0.0], "c": [1.0, 0.0], "d": [1.0]}

    first, second = metrics.interval(groups), metrics.interval(groups)

    assert first == second
    assert first.value == pytest.approx(4 / 7)
    assert first.low < first.value < first.high
