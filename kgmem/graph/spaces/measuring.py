"""What a graph tells of how well it serves: runs, replays, first explorations."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kgmem.graph.store import GraphStore
from kgmem.ports import Row

SAMPLE = 50
"""Newest runs whose sizes are looked at."""


@dataclass(frozen=True, slots=True)
class RunsMeasured:
    """Counts over the runs of a space; what was replayed counts patterns, too."""

    total: int
    recent: int
    replayed: int
    worn: int
    """Of those, what failed more often than not;"""
    foretold: int
    """Runs of whose task a pattern told the path before they were learned,"""
    as_foretold: int
    """and those of them that went it."""


@dataclass(frozen=True, slots=True)
class Amount:
    """How many told a measure, and the sum of what they told."""

    n: int = 0
    total: float = 0.0

    def or_else(self, measured: float | None) -> "Amount":
        """What was told or, where nothing was, what is measured of one."""
        return self if self.n or measured is None else Amount(1, measured)


@dataclass(frozen=True, slots=True)
class ReplaysTold:
    """Reports of one outcome on one origin, or a single one."""

    outcome: str
    origin: tuple[str, str] | None
    """Kind and id; None where the outcome is neither success nor failure."""
    replays: int
    actions: Amount
    seconds: Amount


@dataclass(frozen=True, slots=True)
class Explored:
    """What the first explorations of a kind took, on average; None: not told."""

    actions: float | None
    seconds: float | None
    app: str | None


class Measuring:
    """Reads it, in a handful of round trips."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    def runs(self, space: str, since_ms: int) -> RunsMeasured:
        """Counts of all runs; `recent` are those that were recorded since then."""
        read = self._store.read
        [of_runs] = read("runs_measured", space=space, since=since_ms)
        [of_patterns] = read("patterns_measured", space=space)
        more = {name: of_runs[name] + of_patterns[name] for name in of_patterns}
        return RunsMeasured(**{**of_runs, **more})

    def sizes(self, space: str) -> list[int]:
        """Bytes of the newest runs' steps, as JSON."""
        found = self._store.read("newest_runs", space=space, limit=SAMPLE)
        ids = [row["experience_id"] for row in found]
        rows = self._store.read("steps_of_runs", space=space, ids=ids) if ids else []
        sizes = dict.fromkeys(ids, 0)
        for row in rows:
            sizes[row["experience_id"]] += _size(row["step"])
        return list(sizes.values())

    def replays(self, space: str) -> list[ReplaysTold]:
        """What was reported of plans, and what the run that was learned of one tells in
        its place."""
        rows = self._store.read("replays_measured", space=space)
        ids = [row["run"] for row in rows if row["run"]]
        runs = {
            row["id"]: row
            for row in (
                self._store.read("runs_of_replays", space=space, ids=ids) if ids else ()
            )
        }
        return [_told(row, runs.get(row["run"])) for row in rows]

    def explored(
        self, space: str, origins: Iterable[tuple[str, str]]
    ) -> dict[tuple[str, str], Explored]:
        """By the origin of a plan; those without an exploration are missing."""
        listed = sorted(set(origins))
        found: dict[tuple[str, str], Explored] = {}
        for kind, name in (
            ("pattern", "explored_of_patterns"),
            ("experience", "explored_of_runs"),
        ):
            ids = [key for one, key in listed if one == kind]
            rows = self._store.read(name, space=space, ids=ids) if ids else ()
            for row in rows:
                found[kind, row["id"]] = Explored(
                    row["steps"], _seconds(row["ms"]), row["app"]
                )
        return found


def _size(step: Mapping[str, object]) -> int:
    known = {name: value for name, value in step.items() if value is not None}
    return len(json.dumps(known, ensure_ascii=False, default=str).encode())


def _told(row: Row, run: Row | None) -> ReplaysTold:
    origin = (row["origin_kind"], row["origin_id"]) if row["origin_id"] else None
    actions = Amount(row["with_actions"], row["actions"])
    seconds = Amount(row["timed"], row["ms"] / 1e3)
    if run is not None and row["replays"] == 1:
        actions = actions.or_else(run["steps"])
        seconds = seconds.or_else(_seconds(run["ms"]))
    return ReplaysTold(row["outcome"], origin, row["replays"], actions, seconds)


def _seconds(ms: float | None) -> float | None:
    return None if ms is None else ms / 1e3
