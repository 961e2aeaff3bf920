"""What the failed runs that a recall has read warn of."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from kgmem.graph.read_rows import StoredRun
from kgmem.model.plan import Avoidance
from kgmem.paths.avoid_text import avoidance_of
from kgmem.paths.blame import Lessons
from kgmem.paths.signs import Attempt

MAX_WARNINGS = 20
"""Avoidances that are handed back, the worst ones."""


def avoidances(
    failed: Iterable[StoredRun],
    succeeded: Sequence[StoredRun],
    *,
    task: str | None = None,
) -> list[Avoidance]:
    """What the failed runs did that successes of the same task did not, worst first,
    told in the language of `task` (None: of theirs)."""
    kinds: dict[str, list[Attempt]] = defaultdict(list)
    for run in [*succeeded, *failed]:
        kinds[run.experience.task_id].append(_attempt(run))
    found = [
        avoidance_of(finding, task or attempts[0].task)
        for attempts in kinds.values()
        if any(one.outcome == "failure" for one in attempts)
        for finding in Lessons(attempts).blamed()
    ]
    return sorted(found, key=lambda one: (-one.score, one.message))[:MAX_WARNINGS]


def merged(known: Sequence[Avoidance], found: Sequence[Avoidance]) -> list[Avoidance]:
    """Stored ones and those found on the way, worst first; of the same thing, the one
    that more runs speak for."""
    best: dict[object, Avoidance] = {}
    for one in [*known, *found]:
        label = one.element.label() if one.element else None
        key = (one.action, label, one.value_shape, one.cause)
        other = best.get(key)
        if other is None or _runs(one) > _runs(other):
            best[key] = one
    ordered = sorted(best.values(), key=lambda one: (-one.score, one.message))
    return ordered[:MAX_WARNINGS]


def _runs(one: Avoidance) -> int:
    return one.failures + one.successes


def _attempt(run: StoredRun) -> Attempt:
    """A stored run as it is compared with others."""
    told = run.experience
    return Attempt(
        told.experience_id,
        told.task_id,
        told.task,
        told.app,
        told.outcome,
        told.steps,
        run.recorded_at,
    )
