"""Measures on cases that can be worked out by hand."""

import math

import pytest
from kgmem_bench.common import metrics
from kgmem_bench.recall.recall_quality import reciprocal_rank_fusion

from kgmem.ports import Found, VectorHit


@pytest.mark.parametrize(
    ("positives", "negatives", "expected"),
    [
        ([3, 4], [1, 2], 1.0),
        ([1, 2], [3, 4], 0.0),
        ([1, 1], [1, 1], 0.5),
        ([0.8, 0.3], [0.5], 0.5),
        ([2, 1], [1, 0], 0.875),
    ],
)
def test_auroc_is_the_share_of_pairs_in_order(
    positives: list[float], negatives: list[float], expected: float
) -> None:
    found = metrics.auroc(positives, negatives)

    assert found == pytest.approx(expected)


def test_auroc_of_one_side_alone_is_unknown() -> None:
    found = metrics.auroc([1.0], [])

    assert math.isnan(found)


@pytest.mark.parametrize(
    ("relevant", "expected"),
    [([True], 1.0), ([False, False, True, True], 1 / 3), ([False], 0.0), ([], 0.0)],
)
def test_reciprocal_rank_is_of_the_first_that_helps(
    relevant: list[bool], expected: float
) -> None:
    found = metrics.reciprocal_rank(relevant)

    assert found == pytest.approx(expected)


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


def test_a_hit_beyond_the_places_does_not_count() -> None:
    relevant = [False, False, False, True]

    found = [metrics.hit_at(relevant, k) for k in (1, 3, 4)]

    assert found == [0.0, 0.0, 1.0]


def test_an_interval_encloses_the_mean_and_is_the_same_each_time() -> None:
    groups = {"a": [1.0, 1.0, 0.0], "b": [0.0], "c": [1.0, 0.0], "d": [1.0]}

    first, second = metrics.interval(groups), metrics.interval(groups)

    assert first == second
    assert first.value == pytest.approx(4 / 7)
    assert first.low < first.value < first.high


def test_one_group_alone_leaves_nothing_to_resample() -> None:
    found = metrics.interval({"only": [1.0, 0.0]})

    assert (found.value, found.low, found.high) == (0.5, 0.5, 0.5)


def test_the_interval_of_nothing_is_unknown_and_shown_as_a_dash() -> None:
    found = metrics.interval({})

    assert math.isnan(found.value)
    assert str(found) == found.signed() == "–"


def test_separation_is_the_auroc_of_all_values_together() -> None:
    known = {"a": [0.9, 0.4], "b": [0.7]}
    novel = {"c": [0.5], "d": [0.1, 0.4]}

    found = metrics.separation(known, novel)

    flat = metrics.auroc([0.9, 0.4, 0.7], [0.5, 0.1, 0.4])
    assert found.value == pytest.approx(flat)
    assert found.low <= found.value <= found.high


def test_separation_without_novel_tasks_is_unknown() -> None:
    found = metrics.separation({"a": [0.9]}, {})

    assert math.isnan(found.value)


def test_percentiles_of_ten_values() -> None:
    values = [float(n) for n in range(11)]

    found = [metrics.percentile(values, share) for share in (0.5, 0.95)]

    assert found == pytest.approx([5.0, 9.5])


def test_rank_fusion_prefers_what_both_lists_found() -> None:
    def hits(*ids: str) -> tuple[VectorHit, ...]:
        return tuple(VectorHit(key, 1.0, 1, {}) for key in ids)

    fused = reciprocal_rank_fusion(Found(hits("a", "b"), hits("b", "c")))

    assert [key for key, _ in fused] == ["b", "a", "c"]
    assert fused[0][1] == pytest.approx(1 / 62 + 1 / 61)
