"""Runs as the units that `writeback` takes, one JSON object a line."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from kgmem.errors import NotFound
from kgmem.graph.runs.heads import RunHead, heads_of_runs, runs_oldest_first
from kgmem.graph.runs.whole import experience
from kgmem.graph.spaces.exporting import is_packed, new_file, stream_into
from kgmem.graph.spaces.lines import line_of, pages
from kgmem.graph.store import GraphStore
from kgmem.learn.units.json_lines import session_to_unit, step_to_unit
from kgmem.model.base import Json
from kgmem.model.experience import Experience
from kgmem.model.trajectory import Trajectory
from kgmem.model.transfer import ExportReport

Unit = dict[str, Json]


def export_units(
    store: GraphStore,
    space: str,
    path: Path,
    *,
    overwrite: bool = False,
    progress: Callable[[int, int | None], None] | None = None,
) -> ExportReport:
    """Write the runs of a space into the file `path` as units, oldest run first:
    written back in this order, they give the same newest runs."""
    began, runs = time.perf_counter(), 0
    ids = runs_oldest_first(store, space)
    with (
        new_file(path, overwrite=overwrite) as file,
        stream_into(file, packed=is_packed(path)) as stream,
    ):
        for lines in run_lines(store, space, ids):
            stream.write(lines)
            runs += 1
            if progress:
                progress(runs, len(ids))
    return ExportReport(
        path=str(path),
        format="units",
        space=space,
        runs=runs,
        size=path.stat().st_size,
        seconds=time.perf_counter() - began,
    )


def run_lines(store: GraphStore, space: str, runs: Sequence[str]) -> Iterator[bytes]:
    """For each of these runs the lines of its step units and, last, of its session
    unit; one that was forgotten meanwhile is left out."""
    for ids in pages(runs):
        heads = heads_of_runs(store, ids)
        for key in (one for one in ids if one in heads):
            try:
                run = experience(store, space, key)
            except NotFound:
                continue
            yield b"".join(map(line_of, units_of(run, heads[key])))


def units_of(run: Experience, head: RunHead) -> Iterator[Unit]:
    """The units of one run."""
    moment = run.steps[0].at if run.steps else None
    for n, step in enumerate(run.steps, 1):
        step_id = f"{run.source_task_id}-{n}"
        unit = step_to_unit(step, task_text=run.task, step_id=step_id, at=moment)
        yield {**unit, "session_id": run.source_task_id}
    trajectory = Trajectory(
        task=run.task,
        outcome=run.outcome,
        steps=run.steps,
        domain=head.domain,
        url=head.url,
    )
    yield {**session_to_unit(trajectory, run.source_task_id), **head.beside}
