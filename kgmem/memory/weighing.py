"""Hits by weights that a caller chooses."""

from collections.abc import Mapping, Sequence

from kgmem.errors import InvalidInput
from kgmem.model.fact import Hit
from kgmem.model.values.arguments import share, shown
from kgmem.search.newer import Told, newer_first

WEIGHTS = {"dense": 0.5, "sparse": 0.3, "time": 0.1, "importance": 0.1}
"""What the parts of a score weigh."""


def reweighed(
    hits: Sequence[Hit], weights: Mapping[str, float], query: str
) -> list[Hit]:
    """The hits with their scores by these weights, best first."""
    scores = _newer_first(hits, [_weighed(hit, weights) for hit in hits], query)
    scored = [
        hit.model_copy(update={"score": score})
        for hit, score in zip(hits, scores, strict=True)
    ]
    return sorted(scored, key=lambda one: (-one.score, one.id))


def weights_of(given: Mapping[str, float] | None) -> dict[str, float]:
    """The weights, checked; without any, the usual ones. Raises InvalidInput."""
    if given is None:
        return WEIGHTS
    if not isinstance(given, Mapping) or not given:
        raise InvalidInput(
            f"weights: numbers of {', '.join(WEIGHTS)}, not {shown(given)}"
        )
    unknown = [name for name in given if name not in WEIGHTS]
    if unknown:
        raise InvalidInput(
            f"weights: {shown(unknown[0])} is none of {', '.join(WEIGHTS)}"
        )
    chosen = {name: share(f"weights: {name}", one) for name, one in given.items()}
    if not sum(chosen.values()):
        raise InvalidInput("weights: all are 0; one has to count")
    return chosen


def _newer_first(
    hits: Sequence[Hit], scores: Sequence[float], query: str
) -> list[float]:
    """The scores, where of messages about one thing the newer has the better one."""
    told = [
        Told(
            (hit.kind, hit.role, hit.id if hit.role is None else None),
            hit.text,
            hit.at.timestamp() if hit.at else 0.0,
            score,
        )
        for hit, score in zip(hits, scores, strict=True)
    ]
    return newer_first(told, query)


def _weighed(hit: Hit, weights: Mapping[str, float]) -> float:
    parts = ((hit.parts.get(name, 0.0), weight) for name, weight in weights.items())
    return sum(part * weight for part, weight in parts) / sum(weights.values())
