"""learned runs -> patterns -> repairs -> warnings -> names: what follows.

Each stage is a failure of its own: the runs are stored, and whoever learned them is
told so. What a stage left undone, the batch job makes up for.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from kgmem.graph.known_tasks import TaskWords
from kgmem.graph.rows import RunToStore
from kgmem.learn.afterwards import Afterwards

PATTERNS, REPAIRS, WARNINGS, NAMES = "patterns", "repairs", "warnings", "names"
"""The stages, as they are told of."""

Runs = Sequence[tuple[RunToStore, bool]]
"""Stored runs, and whether each is new."""


@dataclass(frozen=True, slots=True)
class Following:
    """The stages that follow learned runs, each by what does it."""

    afterwards: Afterwards
    join_patterns: Callable[[Runs], Sequence[str | None]]
    """Joins runs to their patterns; the pattern that each belongs to."""
    is_young: Callable[[str, str | None], bool]
    """Has the kind of a run of a space, by its pattern if it has one, few runs?"""
    count: Callable[[str, int, Sequence[str]], None]
    """Told of so many new runs of a space, and of the tasks among them whose kinds have
    few: these are generalized soon, and enough of all start the batch job."""
    replace_repair: Callable[[RunToStore], None]
    """Puts the record of a run in the place of its repair's."""
    learn_warnings: Callable[[str, Sequence[RunToStore], Collection[str]], None]
    """Notes what runs of a space teach to avoid, given the tasks that nobody had done
    before."""
    link_names: Callable[[str, Sequence[TaskWords]], None]
    """Links tasks of a space to what they name."""

    def __call__(self, runs: Runs, made: Collection[str] = ()) -> Sequence[str | None]:
        """Let everything follow, given the ids of tasks that nobody had done before;
        the pattern that each run belongs to."""
        found = self._patterns(runs)
        for (run, new), pattern in zip(runs, found, strict=True):
            is_walked = run.trajectory.outcome == "success" and run.trajectory.steps
            is_young = new and is_walked and self.is_young(run.space, pattern)
            self.count(run.space, int(new), (run.task_id,) if is_young else ())
            if new:
                self._repairs(run)
        for space, mine in _new_by_space(runs).items():
            with self.afterwards.stage(space, WARNINGS):
                theirs = [run for run, _ in runs if run.space == space]
                self.learn_warnings(space, theirs, made)
            with self.afterwards.stage(space, NAMES):
                self.link_names(space, _tasks(mine))
        return found

    def _patterns(self, runs: Runs) -> Sequence[str | None]:
        with self.afterwards.stage(runs[0][0].space, PATTERNS):
            return self.join_patterns(runs)
        return [None] * len(runs)

    def _repairs(self, run: RunToStore) -> None:
        if run.trajectory.plan_id:
            with self.afterwards.stage(run.space, REPAIRS):
                self.replace_repair(run)


def _new_by_space(runs: Runs) -> Mapping[str, Sequence[RunToStore]]:
    spaces = sorted({run.space for run, new in runs if new})
    return {
        space: [run for run, new in runs if new and run.space == space]
        for space in spaces
    }


def _tasks(runs: Sequence[RunToStore]) -> list[TaskWords]:
    """The tasks of these runs, each once."""
    tasks = {
        run.task_id: TaskWords(run.task_id, run.trajectory.task, run.trajectory.app)
        for run in runs
    }
    return list(tasks.values())
