"""How alike two tasks are."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

SEMANTIC, APP, INTENT = 0.70, 0.15, 0.15
"""Weights of the composite task similarity."""


@dataclass(frozen=True, slots=True)
class SimilarityScale:
    """A monotone map from a model's cosine to "same kind of task" in 0..1.

    Piecewise linear through `knots` ((cosine, probability), ascending); flat
    outside. Fitted per model by `kgmem bench embedders`.
    """

    knots: tuple[tuple[float, float], ...]

    def __call__(self, cosine: float) -> float:
        place = bisect_right(self.knots, (cosine, 2.0))
        if place == 0:
            return self.knots[0][1]
        if place == len(self.knots):
            return self.knots[-1][1]
        (x0, y0), (x1, y1) = self.knots[place - 1], self.knots[place]
        return y0 + (y1 - y0) * (cosine - x0) / (x1 - x0)


def composite(semantic: float, app: float | None, intent: float | None) -> float:
    """0.70 semantic + 0.15 app + 0.15 intent; an unknown term's weight goes to
    the others."""
    found, weights = SEMANTIC * semantic, SEMANTIC
    if app is not None:
        found, weights = found + APP * app, weights + APP
    if intent is not None:
        found, weights = found + INTENT * intent, weights + INTENT
    return found / weights


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """Cosine of two vectors of one length; 0 if either is all zero."""
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    norm = (sum(x * x for x in a) * sum(y * y for y in b)) ** 0.5
    return dot / norm if norm else 0.0
