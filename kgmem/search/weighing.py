"""What searches of people are asked with, and how their hits are weighed."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from kgmem.errors import InvalidInput
from kgmem.model.fact import Hit
from kgmem.model.values.arguments import moment, share, shown

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


def weighed(hits: Sequence[Hit], weights: Mapping[str, float]) -> list[Hit]:
    """The hits with the mean of their parts by these weights as score; their part of
    time is their place between the oldest and the newest."""
    times = [hit.at.timestamp() for hit in hits if hit.at]
    first, last = min(times, default=0.0), max(times, default=0.0)
    found = []
    for hit in hits:
        parts = dict(hit.parts)
        if hit.at:
            parts["time"] = (hit.at.timestamp() - first) / (last - first or 1.0)
        counted = (parts.get(name, 0.0) * weight for name, weight in weights.items())
        score = sum(counted) / sum(weights.values())
        found.append(hit.model_copy(update={"score": score, "parts": parts}))
    return found
