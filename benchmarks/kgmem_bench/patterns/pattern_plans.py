"""Plans from patterns that were learned from the given tasks and nothing else."""

from collections.abc import Sequence

from kgmem.lab import (
    PatternBook,
    SimilarityScale,
    TaskRuns,
    Unfit,
    fold_app,
    generalize_tasks,
    normalize,
    unfold,
)
from kgmem_bench.patterns.linear_plans import Path, as_path


class PatternPlans:
    """What generalizing, matching and unfolding make of a text."""

    def __init__(
        self,
        tasks: Sequence[TaskRuns],
        calibration: SimilarityScale | None = None,
        *,
        replays: bool = False,
    ) -> None:
        """With `replays`, a text that was learned word for word gets its own newest
        run, as recall does."""
        built = generalize_tasks(tasks, calibration=calibration)
        self._book = PatternBook(built.patterns)
        self._known = {
            (fold_app(task.app), normalize(task.text)): as_path(task.runs[0].steps)
            for task in tasks
            if replays and task.runs
        }

    def plan(self, text: str, app: str | None) -> Path | None:
        """The steps of the pattern that the text fits; None if there is none, or a
        slot has no value that its steps can hold."""
        known = self._known.get((fold_app(app), normalize(text)))
        return known or self._from_pattern(text, app)

    def _from_pattern(self, text: str, app: str | None) -> Path | None:
        match = self._book.match(text, app)
        if match is None or match.unbound:
            return None
        pattern = match.pattern
        planned = unfold(pattern.steps, pattern.slots, match.bindings)
        return None if isinstance(planned, Unfit) else planned
