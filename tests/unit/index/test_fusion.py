"""Two ranked lists into one."""

from hypothesis import given
from hypothesis import strategies as st

from kgmem.index.fusion import fuse
from kgmem.ports import VectorHit

SCORES = st.dictionaries(st.sampled_from("abcdefgh"), st.floats(-1, 50), max_size=8)


def hits(scores: dict[str, float]) -> list[VectorHit]:
    return [VectorHit(key, score) for key, score in scores.items()]


def test_hit_of_both_lists_beats_the_best_of_one() -> None:
    dense = hits({"a": 0.9, "both": 0.89, "z": 0.1})
    sparse = hits({"b": 12.0, "both": 11.0, "y": 1.0})

    assert fuse(dense, sparse)[0][0] == "both"


@given(SCORES, SCORES)
def test_fused_scores_are_probable_and_sorted(
    dense: dict[str, float], sparse: dict[str, float]
) -> None:
    ranked = fuse(hits(dense), hits(sparse))

    scores = [score for _, score in ranked]
    assert {key for key, _ in ranked} == {*dense, *sparse}
    assert all(0 < score <= 1 + 1e-9 for score in scores)
    assert scores == sorted(scores, reverse=True)
