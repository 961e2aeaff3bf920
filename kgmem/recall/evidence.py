"""How far outcomes support a path: the decayed Beta bound."""

import time
from collections.abc import Mapping
from typing import Any

from kgmem.graph.rows import StoredRun
from kgmem.model.experience import decayed_lower_bound

HALF_LIFE_DAYS = 90.0
"""An outcome counts half after so many days; the age from which the
specification cleans up unused runs."""
DAY_MS = 86_400_000


def decay(at_ms: int | None, now_ms: float | None = None) -> float:
    """Weight in 0..1 of an outcome of that moment."""
    if at_ms is None:
        return 1.0
    now = time.time() * 1000 if now_ms is None else now_ms
    return float(0.5 ** (max(0.0, now - at_ms) / DAY_MS / HALF_LIFE_DAYS))


def bound_of(task: Mapping[str, Any], newest: StoredRun | None) -> float:
    """10 % lower bound of the success rate of a task, its outcomes decayed by the
    age of its newest success."""
    weight = decay(newest.recorded_at if newest else None)
    return decayed_lower_bound(
        weight * (task["wins"] or 0), weight * (task["losses"] or 0)
    )


def mean_of(task: Mapping[str, Any]) -> float:
    """Posterior mean of the success rate, uniform prior: one win 0.67."""
    wins, losses = task["wins"] or 0, task["losses"] or 0
    return float((wins + 1) / (wins + losses + 2))
