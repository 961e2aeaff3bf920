"""Tasks with what became of their runs, as a recall reads them."""

from collections.abc import Mapping
from dataclasses import dataclass

from kgmem.graph.known_tasks import TaskSummary
from kgmem.graph.read_rows import StoredRun


@dataclass(frozen=True, slots=True)
class RunsOfTask:
    """A task by its runs."""

    summary: TaskSummary
    runs: Mapping[str, StoredRun]
    """By id, those that the summary names."""
