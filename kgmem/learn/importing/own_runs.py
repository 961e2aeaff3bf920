"""kgmem's own form of runs, as `kgmem learn` reads it."""

from collections.abc import Iterator, Mapping

from kgmem.learn.importing.importer import ImportedRun
from kgmem.learn.importing.source import Source
from kgmem.model.imported import RefusedPart
from kgmem.model.trajectory import Trajectory

FIELDS = frozenset(Trajectory.model_fields)


class OwnRuns:
    """Reads runs as mappings of a trajectory's fields."""

    name = "kgmem"
    title = "kgmem's own runs"

    def recognizes(self, source: Source) -> str | None:
        first = source.first
        if isinstance(first.get("task"), str) and first.keys() <= FIELDS:
            return "its first run has task, and no field that kgmem does not know"
        return None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        for record in source.records():
            if isinstance(record, RefusedPart):
                yield record
            elif isinstance(record[1], Mapping):
                yield ImportedRun({"source": "agent", **record[1]}, record[0])
            else:
                yield RefusedPart(place=record[0], reason="a run is an object")


importer = OwnRuns()
