"""Plans that recall gives, of a memory that has learned the given tasks."""

import weakref
from collections.abc import Iterator, Sequence
from tempfile import TemporaryDirectory

from kgmem import Memory, Trajectory
from kgmem.lab import Embedder, TaskRuns
from kgmem_bench.patterns.linear_plans import Path


class RecalledPlans:
    """What a memory answers, whatever the route: a run of the very words, a pattern,
    or the nearest run with the text's values."""

    def __init__(self, tasks: Sequence[TaskRuns], embedder: Embedder | None) -> None:
        folder = TemporaryDirectory(prefix="kgmem-bench-")
        self._memory = Memory.open(folder.name, embedder=embedder)
        weakref.finalize(self, _end, self._memory, folder)
        self._memory.learn_many(list(_runs(tasks)))
        self._memory.generalize()

    def plan(self, text: str, app: str | None) -> Path | None:
        """None where it would only be guided, or explore."""
        plan = self._memory.recall(text, app=app).plan
        return plan.steps if plan else None


def _end(memory: Memory, folder: "TemporaryDirectory[str]") -> None:
    memory.close()
    folder.cleanup()


def _runs(tasks: Sequence[TaskRuns]) -> Iterator[Trajectory]:
    for task in tasks:
        for n, run in enumerate(task.runs):
            yield Trajectory(
                task=task.text,
                app=task.app,
                outcome="success",
                source_task_id=f"{task.task_id}/{n}",
                steps=run.steps,
            )
