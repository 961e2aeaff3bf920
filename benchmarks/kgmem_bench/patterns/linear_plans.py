"""Plans without patterns, to measure patterns against: learned runs, copied as they
are or with the asked text's values in them.

The nearest run is the newest one of the task with the most similar text: 2 lcs /
(words of both), the longest common subsequence counted in words. Values go in as recall
puts them into a run that no pattern stands for (`kgmem.paths.refill`). No runs are
merged, nothing is repeated or left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from kgmem import PlanStep, Step
from kgmem.lab import TaskRuns, fold_app, folds, refilled

Path = tuple[PlanStep, ...]


@dataclass(frozen=True, slots=True)
class NearestCopied:
    """The nearest run as it is."""

    tasks: Sequence[TaskRuns]

    def plan(self, text: str, app: str | None) -> Path | None:
        """None if no run of the app was learned."""
        near = _nearest_first(self.tasks, text, app)
        return as_path(near[0].runs[0].steps) if near else None


@dataclass(frozen=True, slots=True)
class NearestFilled:
    """The nearest run with the asked text's values."""

    tasks: Sequence[TaskRuns]

    def plan(self, text: str, app: str | None) -> Path | None:
        """None if no run of the app was learned."""
        return next(_filled_paths(self.tasks, text, app), None)


@dataclass(frozen=True, slots=True)
class AnyFilled:
    """All learned runs with the asked text's values, each a way to go: no plan that
    anybody could follow, but the most that choosing among single runs can give."""

    tasks: Sequence[TaskRuns]

    def plan(self, text: str, app: str | None) -> Path | None:
        """One choice with the nearest run's way first; None if no run of the app was
        learned."""
        ways = [_as_way(path) for path in _filled_paths(self.tasks, text, app)]
        if not ways:
            return None
        first, *others = ways
        return (first[0].model_copy(update={"branches": tuple(others)}), *first[1:])


def _filled_paths(
    tasks: Sequence[TaskRuns], text: str, app: str | None
) -> Iterator[Path]:
    for task in _nearest_first(tasks, text, app):
        for run in task.runs:
            yield as_path(refilled(run.steps, task.text, text).steps)


def _nearest_first(
    tasks: Sequence[TaskRuns], text: str, app: str | None
) -> list[TaskRuns]:
    there = [t for t in tasks if fold_app(t.app) == fold_app(app) and t.runs]
    return sorted(there, key=lambda task: -dice(task.text, text))


def as_path(steps: Sequence[Step]) -> Path:
    """The recorded steps as ones to follow."""
    return tuple(_as_planned(n, step) for n, step in enumerate(steps, 1))


def dice(a: str, b: str) -> float:
    """2 lcs / (words of both), 0..1."""
    one, other = folds(a), folds(b)
    total = len(one) + len(other)
    return 2 * LCSseq.similarity(one, other) / total if total else 1.0


def _as_planned(n: int, step: Step) -> PlanStep:
    return PlanStep(
        n=n,
        action=step.action,
        target=step.target,
        value=step.value,
        params=step.params,
    )


def _as_way(path: Path) -> Path:
    """As one way of a choice."""
    return tuple(step.model_copy(update={"need": "alternative"}) for step in path)
