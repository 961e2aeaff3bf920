"""What a cosine says of two tasks."""

import pytest

from kgmem.model.values.similarity import SimilarityScale


@pytest.mark.parametrize(
    ("cosine", "expected"), [(-0.5, 0.0), (0.2, 0.0), (0.6, 0.5), (1.0, 1.0), (2.0, 1)]
)
def test_similarity_lies_between_what_was_fitted(
    cosine: float, expected: float
) -> None:
    scale = SimilarityScale(((0.2, 0.0), (1.0, 1.0)))

    assert scale(cosine) == pytest.approx(expected)
