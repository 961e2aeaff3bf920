"""Tasks as a recall reads them: what each says, then what its runs came to, and what
came of each of its paths. Evidence belongs to a path, and no other path is credited
with it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from itertools import chain, zip_longest
from typing import NamedTuple

from kgmem.model.base import to_json
from kgmem.ports import Row

MAX_PATHS = 8
"""Paths of a task that are kept apart, those with the best evidence and the newest."""
MAX_RUNS = 3
"""Newest successes of one path."""


@dataclass(frozen=True, slots=True)
class PathTally:
    """What came of one path: of the runs that took it, and of its replays."""

    wins: int = 0
    verified: int = 0
    """Of the wins, those that not the agent alone says."""
    replay_wins: int = 0
    replay_losses: int = 0
    replay_verified: int = 0
    runs: tuple[str, ...] = ()
    """Ids of its newest successes, newest first."""

    @property
    def all_wins(self) -> int:
        """Successes, replays among them."""
        return self.wins + self.replay_wins

    @property
    def all_verified(self) -> int:
        """Of them, the verified ones."""
        return min(max(0, self.verified + self.replay_verified), self.all_wins)

    def with_run(self, experience_id: str, verified: int) -> "PathTally":
        """With one more success."""
        return replace(
            self,
            wins=self.wins + 1,
            verified=self.verified + verified,
            runs=(experience_id, *self.runs)[:MAX_RUNS],
        )

    def with_replays(self, wins: int, losses: int, verified: int) -> "PathTally":
        """With so many more replays, or fewer."""
        return replace(
            self,
            replay_wins=self.replay_wins + wins,
            replay_losses=self.replay_losses + losses,
            replay_verified=self.replay_verified + verified,
        )


Paths = Mapping[str, PathTally]
"""By the path's key, the one with the newest success first."""


@lru_cache(maxsize=4096)
def paths_of(text: str | None) -> Paths:
    """The tallies in a property of a task."""
    told = json.loads(text) if text else {}
    return {
        key: PathTally(**{**one, "runs": tuple(one["runs"])})
        for key, one in told.items()
    }


def paths_text(paths: Paths) -> str:
    """The property's text: the newest path and those with the best evidence."""
    newest = next(iter(paths), None)
    ranked = sorted(paths, key=lambda key: (key != newest, *_standing(paths[key])))
    kept = set(ranked[:MAX_PATHS])
    return to_json({key: asdict(one) for key, one in paths.items() if key in kept})


def with_success(paths: Paths, key: str, experience_id: str, verified: int) -> Paths:
    """The tallies with one more success of a path."""
    taken = paths.get(key, PathTally()).with_run(experience_id, verified)
    return {key: taken, **{k: one for k, one in paths.items() if k != key}}


def with_replays(
    paths: Paths, key: str | None, wins: int, losses: int, verified: int
) -> Paths:
    """The tallies with so many more replays of a path, or fewer."""
    if key is None or key not in paths:
        return paths
    return {**paths, key: paths[key].with_replays(wins, losses, verified)}


def with_replays_of(paths: Paths, before: Paths) -> Paths:
    """The tallies of the runs that count by now, with the replays that were counted;
    a path whose runs do not count keeps them, for when they do again."""
    replays = {
        key: replace(one, wins=0, verified=0, runs=()) for key, one in before.items()
    }
    told = {
        key: replace(
            replays.get(key, one), wins=one.wins, verified=one.verified, runs=one.runs
        )
        for key, one in paths.items()
    }
    rest = (key for key in replays if key not in paths and replays[key] != PathTally())
    return told | {key: replays[key] for key in rest}


def newest_of_each(paths: Paths) -> Iterator[str]:
    """Ids of successes: the newest of each path, then the one before it of each; the
    path with the best evidence goes first."""
    ranked = sorted(paths.values(), key=_standing)
    rounds: Iterator[Sequence[str | None]] = zip_longest(*(one.runs for one in ranked))
    return (key for key in chain.from_iterable(rounds) if key is not None)


def _standing(one: PathTally) -> tuple[int, int]:
    return -one.all_verified, -one.all_wins


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
    masked: str | None = None
    """The text without its values; None where it was stored before this was."""

    @classmethod
    def of(cls, row: Row) -> "KnownTask":
        """The task in a row of the queries `near_…`."""
        return cls(**{name: row[name] for name in cls._fields})


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
        """The summary in a row of `details_tasks`; what it lacks is none."""
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
