"""The ways that tasks of a pattern were done, each with what came of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any

from kgmem.ports import Row
from kgmem.serving import GraphStore, decayed_lower_bound, paths_of

MOST_RUNS = 3
"""Runs of a path that are named."""
LOOKED_AT = 200
"""Members whose paths are counted, those of most runs."""
PathPart = int | str
"""A step of a path: the number of the pattern's step that it is an instance of, or its
own name."""


@dataclass(slots=True)
class WayEvidence:
    """What came of one path over all tasks of a pattern."""

    parts: tuple[PathPart, ...]
    tasks: set[str] = field(default_factory=set)
    wins: int = 0
    losses: int = 0
    verified: int = 0
    followed: bool = False
    """Are runs that took it behind the pattern's steps?"""
    runs: list[str] = field(default_factory=list)
    """Ids of some successes that took it."""

    @property
    def lower_bound(self) -> float:
        """10 % quantile of its success rate."""
        return decayed_lower_bound(self.wins, self.losses)

    def add(self, task: str, tally: Any, behind: frozenset[str]) -> None:
        """What came of it for one task."""
        self.tasks.add(task)
        self.wins += tally.all_wins
        self.losses += tally.replay_losses
        self.verified += tally.all_verified
        self.followed |= not behind.isdisjoint(tally.runs)
        self.runs = [*self.runs, *tally.runs][:MOST_RUNS]


def ways_of(store: GraphStore, space: str, pattern_id: str) -> list[WayEvidence]:
    """The ways that its tasks were done, the best evidence first."""
    asked = {"space": space, "pattern_id": pattern_id, "limit": LOOKED_AT}
    taken = [
        (row["task_id"], tally, frozenset(row["behind"]))
        for row in store.read("listed_paths", **asked)
        for tally in paths_of(row["paths"]).values()
        if tally.runs
    ]
    ids = [tally.runs[0] for _, tally, _ in taken]
    parts = path_parts(store.read("listed_path_steps", space=space, ids=ids))
    found: dict[tuple[PathPart, ...], WayEvidence] = {}
    for task, tally, behind in taken:
        way = parts.get(tally.runs[0], ())
        found.setdefault(way, WayEvidence(way)).add(task, tally, behind)
    return sorted(found.values(), key=lambda way: (-way.lower_bound, str(way.parts)))


def path_parts(rows: Iterable[Row]) -> dict[str, tuple[PathPart, ...]]:
    """By run, its steps as the pattern has them; a step that is repeated counts once:
    another value may take it more often."""
    found: dict[str, tuple[PathPart, ...]] = {}
    for run, steps in groupby(rows, key=itemgetter("experience_id")):
        parts = (row["name"] if row["step"] is None else row["step"] for row in steps)
        found[run] = tuple(part for part, _ in groupby(parts))
    return found
