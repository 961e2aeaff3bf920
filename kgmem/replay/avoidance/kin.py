"""Tasks of one kind, whose runs are compared: those in memory, and those to be read."""

from collections.abc import Iterable, Mapping

from kgmem.graph.runs.avoidance import EACH
from kgmem.paths.failing.blame import Lessons
from kgmem.paths.failing.signs import Attempt
from kgmem.replay.recent import Recent

Attempts = Recent[list[Attempt]]
"""Newest runs, by space and task id."""


class Kin:
    """Tasks of one kind, as of the moment it is made."""

    def __init__(
        self,
        space: str,
        ids: tuple[str, ...],
        attempts: Attempts,
        lessons: Recent[Lessons],
    ) -> None:
        self._key = space, frozenset(ids)
        self._attempts = attempts
        self._lessons = lessons
        self._drops = attempts.drops, lessons.drops  # before anything is read
        self._known = {key: attempts.peek((space, key)) for key in ids}

    @property
    def unread(self) -> list[str]:
        """Tasks whose runs have to be read."""
        return [key for key, runs in self._known.items() if runs is None]

    @property
    def params(self) -> dict[str, object]:
        """What `GraphStore.details` needs to read them."""
        return {"kin": self.unread, "each": EACH}

    def lessons(self, read: Iterable[Attempt]) -> Lessons:
        """What the runs teach, given those that had to be read."""
        known = self._lessons.peek(self._key)
        if known is None:
            known = self.compare(read)
            self._lessons.put(self._key, known, self._drops[1])
        return known

    def compare(self, read: Iterable[Attempt]) -> Lessons:
        """What the runs teach, given those that had to be read."""
        new = by_task(self.unread, read)
        keep(self._attempts, self._key[0], new, self._drops[0])
        told = self._known | new
        return Lessons(one for runs in told.values() for one in runs or ())


def by_task(tasks: Iterable[str], found: Iterable[Attempt]) -> dict[str, list[Attempt]]:
    """The runs that were found of each of these tasks."""
    runs: dict[str, list[Attempt]] = {key: [] for key in tasks}
    for one in found:
        runs[one.task_id].append(one)
    return runs


def keep(
    attempts: Attempts, space: str, runs: Mapping[str, list[Attempt]], drops: int
) -> None:
    """Keep runs that were read when there had been so many `drops`."""
    for key, listed in runs.items():
        attempts.put((space, key), listed, drops)
