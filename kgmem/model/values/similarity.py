"""What a cosine says of two tasks."""

from bisect import bisect_right
from dataclasses import dataclass


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
