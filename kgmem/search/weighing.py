"""What searches of people are asked with, and how their hits are weighed."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from kgmem.errors import InvalidInput
from kgmem.model.fact import Hit
from kgmem.model.values.arguments import moment, share, shown
from kgmem.search.newer import Told, newer_first

WEIGHTS = {"dense": 0.5, "sparse": 0.3, "time": 0.1, "importance": 0.1}
"""What the parts of a score weigh in `hybrid_search`."""


def time_bounds(given: object) -> tuple[datetime | None, datetime | None]:
    if given is None:
        return None, None
    if not isinstance(given, Sequence) or isinstance(given, str) or len(given) != 2:
        raise InvalidInput(f"time_range: a start and an end, not {shown(given)}")
    return moment("time_range", given[0]), moment("time_range", given[1])


def checked_weights(given: Mapping[str, float] | None) -> dict[str, float]:
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


def newest_of_same(
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


def weighed(hit: Hit, weights: Mapping[str, float]) -> float:
    parts = ((hit.parts.get(name, 0.0), weight) for name, weight in weights.items())
    return sum(part * weight for part, weight in parts) / sum(weights.values())
