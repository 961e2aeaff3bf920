"""Hot runs: the steps of the runs that were read last, at hand without the graph.

Only steps are kept, with a stamp of the run: they change with nothing but a report on
it, which changes the stamp, too. Everything else of a run (whether it is there, its
statistics, its stamp) is read each time, so that what another process wrote, counted
or forgot holds at once.
"""

import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kgmem.graph.changes import Change
from kgmem.model.trajectory import Step

LONGEST = 200
"""Steps of the longest run that is kept; a longer one is read each time."""


@dataclass(frozen=True, slots=True)
class HotRun:
    """The steps of one run, all of them."""

    experience_id: str
    task_id: str
    stamp: str
    """See `stamp_of`."""
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """What is kept of some tasks' runs, as of one moment."""

    epoch: int
    """Tells whether anything was dropped since."""
    runs: Mapping[str, HotRun]
    """By experience id."""

    @property
    def stamps(self) -> dict[str, str]:
        """By experience id: steps of runs with these stamps need not be read."""
        return {key: run.stamp for key, run in self.runs.items()}

    def steps(self, experience_id: str, run: Mapping[str, object]) -> tuple[Step, ...]:
        """The steps of the run with these properties; none if they are not kept."""
        kept = self.runs.get(experience_id)
        return kept.steps if kept and kept.stamp == stamp_of(run) else ()


def stamp_of(run: Mapping[str, object]) -> str:
    """What tells a run's steps from those that it had before, by its properties: each
    report counts as a use, and a run that was learned anew was recorded later. The
    query `details_steps` makes the same text."""
    return f"{run['recorded_at']}:{run['uses']}"


class HotRuns:
    """The `size` runs that were read last, of all spaces; thread-safe. A second index
    by task goes with them, which cachetools' LRUCache would have to be taught.

    A run that another process forgot is dropped as soon as this one looks at the graph
    (`note`), and is shown only if the graph has it.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._runs: OrderedDict[tuple[str, str], HotRun] = OrderedDict()
        """By space and experience id; the one that was read last is the last."""
        self._of_tasks: dict[tuple[str, str], dict[str, HotRun]] = {}
        """The same by space and task id, and then by experience id."""
        self._lock = threading.Lock()
        self._epoch = 0
        self._hits = self._misses = 0

    def held(self, space: str, task_ids: Collection[str] = ()) -> Held:
        """What is kept of the runs of these tasks."""
        with self._lock:
            found: dict[str, HotRun] = {}
            for key in task_ids:
                found |= self._of_tasks.get((space, key), {})
            return Held(self._epoch, found)

    def keep(
        self,
        space: str,
        held: Held,
        hits: Collection[str],
        read: Sequence[HotRun],
        alive: Collection[str],
    ) -> None:
        """Take up what a recall read after it was given `held`.

        `hits` are the ids of runs whose steps came from there, `read` the others;
        what was held and is not `alive` is gone from the graph, or from what recall
        looks at.
        """
        with self._lock:
            self._hits += len(hits)
            self._misses += len(read)
            for key in held.runs.keys() - set(alive):
                self._take_out(space, key)
            if held.epoch != self._epoch:
                return  # something was forgotten meanwhile, perhaps one of these
            for key in hits:
                if (space, key) in self._runs:
                    self._runs.move_to_end((space, key))
            for run in _short(read):
                self._put_in(space, run)
                self._runs.move_to_end((space, run.experience_id))
            while len(self._runs) > self.size:
                self._take_out(*next(iter(self._runs)))

    def drop(self, space: str, experience_ids: Iterable[str]) -> None:
        """Forget these runs, and whatever of them is being read right now."""
        with self._lock:
            self._epoch += 1
            for key in experience_ids:
                self._take_out(space, key)

    def _put_in(self, space: str, run: HotRun) -> None:
        self._take_out(space, run.experience_id)
        self._runs[space, run.experience_id] = run
        self._of_tasks.setdefault((space, run.task_id), {})[run.experience_id] = run

    def _take_out(self, space: str, experience_id: str) -> None:
        run = self._runs.pop((space, experience_id), None)
        if run is None:
            return
        of_task = self._of_tasks[space, run.task_id]
        del of_task[experience_id]
        if not of_task:
            del self._of_tasks[space, run.task_id]

    def note(self, change: Change) -> None:
        """Runs of a space may be gone, here or in another process: forget all steps."""
        if change.touches():
            with self._lock:
                gone = [key for owner, key in self._runs if owner == change.space]
            self.drop(change.space, gone)

    def stats(self) -> dict[str, int]:
        """Runs kept and fitting, and of the runs with steps that recalls asked for,
        how many were kept and how many were read."""
        with self._lock:
            return {
                "size": len(self._runs),
                "capacity": self.size,
                "hits": self._hits,
                "misses": self._misses,
            }


def _short(runs: Iterable[HotRun]) -> list[HotRun]:
    return [run for run in runs if 0 < len(run.steps) <= LONGEST]
