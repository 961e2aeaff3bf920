"""Tasks with their runs, as generalizing takes them, made from samples."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from kgmem import Trajectory
from kgmem.lab import MAX_RUNS, Embedder, RunSteps, TaskRuns, task_id

SPACE = "bench"
Vectors = Mapping[str, tuple[float, ...]]
"""Of unit length, by text; none at all to do without."""


def embedded(texts: Iterable[str], embedder: Embedder | None) -> Vectors:
    """The vector of each text, embedded as tasks are on learning."""
    distinct = list(dict.fromkeys(texts)) if embedder else []
    if embedder is None or not distinct:
        return {}
    rows = embedder.embed([" ".join(text.split()) for text in distinct])
    return {text: tuple(row.tolist()) for text, row in zip(distinct, rows, strict=True)}


def tasks_of(runs: Iterable[Trajectory], vectors: Vectors) -> list[TaskRuns]:
    """One task for each wording of an app, in order of appearance; of its runs those
    that come first count as the newest."""
    alike: dict[str, list[Trajectory]] = defaultdict(list)
    for run in runs:
        alike[id_of(run)].append(run)
    return [
        TaskRuns(
            task_id=key,
            text=found[0].task,
            app=found[0].app,
            runs=tuple(_steps(run) for run in found[:MAX_RUNS] if run.steps),
            vector=vectors.get(found[0].task),
        )
        for key, found in alike.items()
    ]


def id_of(run: Trajectory) -> str:
    """The id of the run's task."""
    return task_id(SPACE, run.app, run.task)


def _steps(run: Trajectory) -> RunSteps:
    return RunSteps(str(run.source_task_id), run.steps)
