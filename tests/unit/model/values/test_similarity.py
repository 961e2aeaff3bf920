"""Calibration, the composite of three terms, cosine."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.model.values.similarity import SimilarityScale, composite, cosine

UNIT = st.floats(0, 1)
MAYBE = st.none() | UNIT
STEEP = SimilarityScale(((0.2, 0.0), (0.5, 0.6), (0.9, 1.0)))


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (-1.0, 0.0),
        (0.2, 0.0),
        (0.35, 0.3),
        (0.5, 0.6),
        (0.7, 0.8),
        (0.9, 1.0),
        (1.0, 1.0),
    ],
)
def test_calibration_is_linear_between_knots_and_flat_outside(
    raw: float, expected: float
) -> None:
    assert STEEP(raw) == pytest.approx(expected)


@given(st.floats(-1, 1), st.floats(-1, 1))
def test_calibration_keeps_the_order(a: float, b: float) -> None:
    low, high = sorted((a, b))

    assert STEEP(low) <= STEEP(high)


@pytest.mark.parametrize(
    ("semantic", "app", "intent", "expected"),
    [
        (1.0, 1.0, 1.0, 1.0),
        (0.5, 1.0, 0.0, 0.5),
        (0.8, None, None, 0.8),
        (0.8, 1.0, None, (0.7 * 0.8 + 0.15) / 0.85),
        (0.8, None, 0.0, 0.7 * 0.8 / 0.85),
        (0.0, 1.0, 1.0, 0.3),
    ],
)
def test_composite_gives_an_unknown_terms_weight_to_the_others(
    semantic: float, app: float | None, intent: float | None, expected: float
) -> None:
    assert composite(semantic, app, intent) == pytest.approx(expected)


@given(UNIT, MAYBE, MAYBE)
def test_composite_lies_between_its_terms(
    semantic: float, app: float | None, intent: float | None
) -> None:
    terms = [t for t in (semantic, app, intent) if t is not None]

    assert min(terms) - 1e-9 <= composite(semantic, app, intent) <= max(terms) + 1e-9


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((1, 0), (1, 0), 1.0),
        ((1, 0), (0, 2), 0.0),
        ((1, 1), (-2, -2), -1.0),
        ((3, 4), (4, 3), 24 / 25),
        ((0, 0), (1, 2), 0.0),
    ],
)
def test_cosine(a: tuple[int, ...], b: tuple[int, ...], expected: float) -> None:
    assert cosine(a, b) == pytest.approx(expected)
