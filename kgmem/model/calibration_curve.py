"""From the confidence that the rules say to how often such plans really succeed."""

from typing import NamedTuple

from kgmem.model.base import Value
from kgmem.model.values.similarity import SimilarityScale


class Prediction(NamedTuple):
    """A confidence and what came of the plan."""

    confidence: float
    """Said beforehand, 0..1."""
    succeeded: bool
    weight: float = 1.0
    """Positive; an outcome counts as so many."""


class Curve(Value):
    """A monotone map of confidences in 0..1, piecewise linear through its knots."""

    knots: tuple[tuple[float, float], ...]
    """(confidence said, share of successes), both ascending; flat outside."""

    def __call__(self, confidence: float) -> float:
        """The calibrated confidence."""
        return SimilarityScale(self.knots)(confidence)


def apply(curve: Curve | None, confidence: float) -> float:
    """The calibrated confidence, as it is if there is no curve; 0 stays 0, because
    where there is no plan nothing can succeed."""
    return confidence if curve is None or confidence <= 0 else curve(confidence)
