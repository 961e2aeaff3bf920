"""Calibration, and the composite of three terms."""

import pytest

from kgmem.model.values.similarity import composite


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
