"""Plans from patterns that were learned from the given tasks and nothing else."""

from collections.abc import Sequence

from kgmem.lab import (
    PatternBook,
    SimilarityScale,
    TaskRuns,
    Unfit,
    generalize_tasks,
    unfold,
)
from kgmem_bench.patterns.linear_plans import Path


class PatternPlans:
    """What generalizing, matching and unfolding make of a text."""

    def __init__(
        self,
        tasks: Sequence[TaskRuns],
        calibration: SimilarityScale | None = None,
    ) -> None:
        built = generalize_tasks(tasks, calibration=calibration)
        self._book = PatternBook(built.patterns)

    def plan(self, text: str, app: str | None) -> Path | None:
        """The steps of the pattern that the text fits; None if there is none, or a
        slot has no value that its steps can hold."""
        match = next(iter(self._book.ranked(text, app, 1)), None)
        if match is None or match.unbound:
            return None
        pattern = match.pattern
        planned = unfold(pattern.steps, pattern.slots, match.bindings)
        return None if isinstance(planned, Unfit) else planned
