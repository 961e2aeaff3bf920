"""Two ranked lists into one."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.index.fusion import fuse, min_max
from kgmem.ports import VectorHit

SCORES = st.dictionaries(st.sampled_from("abcdefgh"), st.floats(-1, 50), max_size=8)


def hits(scores: dict[str, float]) -> list[VectorHit]:
    return [VectorHit(key, score) for key, score in scores.items()]


def test_scores_are_scaled_by_the_lists_own_best_and_worst() -> None:
    scaled = min_max(hits({"a": 30.0, "b": 20.0, "c": 10.0}))

    assert scaled == pytest.approx({"a": 1.0, "b": 0.525, "c": 0.05})


@pytest.mark.parametrize("scores", [{"a": 0.3}, {"a": 7.0, "b": 7.0}])
def test_one_hit_or_all_equal_count_one(scores: dict[str, float]) -> None:
    assert set(min_max(hits(scores)).values()) == {1.0}


def test_nothing_found_scales_to_nothing() -> None:
    assert min_max([]) == {}
    assert fuse([], []) == []


def test_hit_of_both_lists_beats_the_best_of_one() -> None:
    dense = hits({"a": 0.9, "both": 0.89, "z": 0.1})
    sparse = hits({"b": 12.0, "both": 11.0, "y": 1.0})

    assert fuse(dense, sparse)[0][0] == "both"


def test_how_far_apart_two_hits_are_is_kept() -> None:
    ranked = dict(fuse(hits({"a": 1.0, "b": 0.99, "c": 0.0})))

    assert ranked["a"] - ranked["b"] < 0.02 < ranked["b"] - ranked["c"]


def test_list_that_found_nothing_takes_no_weight() -> None:
    assert fuse(hits({"a": 3.0}), []) == [("a", 1.0)]


def test_ties_are_ordered_by_id() -> None:
    assert [key for key, _ in fuse(hits({"b": 1.0, "c": 1.0, "a": 1.0}))] == [
        "a",
        "b",
        "c",
    ]


@given(SCORES, SCORES)
def test_fused_scores_are_probable_and_sorted(
    dense: dict[str, float], sparse: dict[str, float]
) -> None:
    ranked = fuse(hits(dense), hits(sparse))

    scores = [score for _, score in ranked]
    assert {key for key, _ in ranked} == {*dense, *sparse}
    assert all(0 < score <= 1 + 1e-9 for score in scores)
    assert scores == sorted(scores, reverse=True)


@given(SCORES)
def test_order_of_a_single_list_is_kept(dense: dict[str, float]) -> None:
    ranked = [key for key, _ in fuse(hits(dense))]

    given_scores = [dense[key] for key in ranked]
    assert all(a >= b - 1e-6 for a, b in pairwise(given_scores))
