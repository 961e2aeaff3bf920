"""Tasks as a recall reads them: what each says, then what its runs came to."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

from kgmem.graph.path_tally import Paths, paths_of
from kgmem.ports import Row


class TaskWords(NamedTuple):
    """A task by what it says."""

    task_id: str
    text: str
    app: str | None = None


class KnownTask(NamedTuple):
    """What is read of each task that may be like the one that is asked for."""

    task_id: str
    text: str
    app: str | None = None
    intent: str | None = None
    domain: str | None = None

    @classmethod
    def of(cls, row: Row) -> "KnownTask":
        """The task in a row of the query `neighbourhood`."""
        return cls(
            row["task_id"], row["text"], row["app"], row["intent"], row["domain"]
        )


@dataclass(frozen=True, slots=True)
class TaskSummary:
    """How often a task was done and how, and the ids of its newest runs."""

    runs: int = 0
    wins: int = 0
    losses: int = 0
    verified: int = 0
    """Successes that not the agent alone says."""
    replay_wins: int = 0
    replay_losses: int = 0
    replay_verified: int = 0
    paths: str | None = None
    """What came of each of its paths, as text: see `tallies`."""
    successes: Sequence[str] = ()
    failures: Sequence[str] = ()
    others: Sequence[str] = ()

    @classmethod
    def of(cls, row: Row) -> "TaskSummary":
        """The summary in a row of the query `recall_details`; what it lacks is none."""
        return cls(**{name: row[name] for name in _TOLD if row[name] is not None})

    @property
    def tallies(self) -> Paths:
        """What came of each of its paths, by the path's key."""
        return paths_of(self.paths)

    @property
    def newest(self) -> tuple[str, ...]:
        """Ids of its runs: successes, failures, then those that say neither."""
        return (*self.successes, *self.failures, *self.others)


_TOLD = tuple(field.name for field in fields(TaskSummary))
