"""What tells whether anything was written since an answer was given.

A version is read before an answer is made; the answer may be given again to whoever
reads the same version. It holds all that a recall reads: the graph, and the vectors.
"""

from collections.abc import Sequence
from typing import Protocol

from kgmem.errors import KgmemError
from kgmem.graph.changes import Changes
from kgmem.graph.points import KINDS, Waiting
from kgmem.graph.query_files import query
from kgmem.graph.recalled.noting import NO_SPACE
from kgmem.index.projection import Projection
from kgmem.ports import CypherEngine

MOST_SPACES = 10_000
"""Of which it is remembered what was seen."""
LOOKED_AT = 512
"""Rows of the outbox that are looked at; of a space with more, nothing is kept."""


class Versions(Protocol):
    """Tells versions of spaces."""

    def of(self, space: str) -> str | None:
        """The version of a space; None where an answer would not hold: vectors are
        still to come. Raises StoreUnavailable."""


class Writes(Protocol):
    """Counts what is written through it."""

    writes: int


class OwnVersions:
    """Of a graph that this process alone writes into: no look at it is needed."""

    def __init__(self, engine: Writes, projection: Projection) -> None:
        self._engine, self._projection = engine, projection

    def of(self, space: str) -> str | None:
        """See `Versions`."""
        return f"{self._engine.writes}.{self._projection.puts}"


class SharedVersions:
    """Of a graph into which other processes write, too: a round trip and, after each
    change, another look at whether its vectors are there."""

    def __init__(
        self, engine: CypherEngine, changes: Changes, projection: Projection
    ) -> None:
        self._engine, self._changes = engine, changes
        self._projection = projection
        self._settled: dict[str, str] = {}
        """By space the version of which all vectors were seen."""
        self._seen: dict[str, set[tuple[str, str]]] = {}
        """By space, rows of the outbox whose vectors were."""

    def of(self, space: str) -> str | None:
        """See `Versions`."""
        places = self._changes.places_of(space, NO_SPACE)
        rows = self._engine.read(query("versions_of_places"), {"places": places})
        found = sorted((row["place"], row["version"]) for row in rows)
        version = ".".join(f"{place}={n}" for place, n in found)
        if self._settled.get(space) != version:
            if not self._all_indexed(space):
                return None
            self._projection.note_vectors(space)  # else no fact is looked for
            self._settled[space] = version
            while len(self._settled) > MOST_SPACES:
                oldest = next(iter(self._settled))
                del self._settled[oldest]
                self._seen.pop(oldest, None)
        return version

    def _all_indexed(self, space: str) -> bool:
        """Has the index all that the outbox of the space names?"""
        rows = self._projection.graph.waiting(LOOKED_AT + 1, space)
        if len(rows) > LOOKED_AT or self._projection.mismatch:
            return False
        stamps = {(row.outbox_id, row.stamp) for row in rows}
        seen = self._seen.get(space, set()) & stamps
        new = [row for row in rows if (row.outbox_id, row.stamp) not in seen]
        try:
            there = all(
                self._are_held(kind, [row for row in new if row.kind == kind])
                for kind in {row.kind for row in new}
            )
        except KgmemError:
            return False
        if there or space in self._settled:
            self._seen[space] = stamps if there else seen
        return there

    def _are_held(self, name: str, rows: Sequence[Waiting]) -> bool:
        kind = KINDS[name]
        ids = [row.point_id for row in rows]
        known = {one.point_id: one for one in self._projection.graph.points(kind, ids)}
        held = self._projection.index.held(kind.collection, ids)
        return all(
            held.get(row.point_id, -1) >= known[row.point_id].version
            if row.point_id in known
            else row.point_id not in held
            for row in rows
        )
