"""The floor under a recall: its own calls to the two stores, and nothing else."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from kgmem.lab import (
    Collection,
    CypherEngine,
    Found,
    Params,
    Row,
    VectorIndex,
    VectorQuery,
)


@dataclass(slots=True)
class Calls:
    """What one recall asked of the stores."""

    searches: list[tuple[Collection, Sequence[VectorQuery]]] = field(
        default_factory=list
    )
    cosines: list[tuple[Collection, str, Sequence[float], Sequence[str]]] = field(
        default_factory=list
    )
    reads: list[tuple[str, Params | None]] = field(default_factory=list)
    rows: int = 0
    """Rows that the reads gave."""


@dataclass(frozen=True, slots=True)
class Floor:
    """What the same calls took on their own, in milliseconds."""

    vectors_ms: float
    graph_ms: float
    cpu_ms: float
    """Of the processor; what else the machine does counts less in it."""
    rows: int

    @property
    def ms(self) -> float:
        return self.vectors_ms + self.graph_ms


class Recorder:
    """Stands before both stores and, while asked to, notes what they are asked."""

    def __init__(self) -> None:
        self._calls: Calls | None = None

    @contextmanager
    def noting(self) -> Iterator[Calls]:
        """The calls that are made while the block runs."""
        self._calls = calls = Calls()
        try:
            yield calls
        finally:
            self._calls = None

    def engine(self, engine: CypherEngine) -> CypherEngine:
        """The engine behind this recorder."""
        return cast(CypherEngine, _NotedEngine(self, engine))

    def index(self, index: VectorIndex) -> VectorIndex:
        """The index behind this recorder."""
        return cast(VectorIndex, _NotedIndex(self, index))

    def note_read(self, query: str, params: Params | None, rows: int) -> None:
        if self._calls is not None:
            self._calls.reads.append((query, params))
            self._calls.rows += rows

    def note_search(
        self, collection: Collection, queries: Sequence[VectorQuery]
    ) -> None:
        if self._calls is not None:
            self._calls.searches.append((collection, queries))

    def note_cosines(
        self,
        collection: Collection,
        space: str,
        vector: Sequence[float],
        point_ids: Sequence[str],
    ) -> None:
        if self._calls is not None:
            self._calls.cosines.append((collection, space, vector, point_ids))


class _NotedEngine:
    def __init__(self, recorder: Recorder, engine: CypherEngine) -> None:
        self._recorder, self._engine = recorder, engine

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def read(self, query: str, params: Params | None = None) -> list[Row]:
        rows = self._engine.read(query, params)
        self._recorder.note_read(query, params, len(rows))
        return rows


class _NotedIndex:
    def __init__(self, recorder: Recorder, index: VectorIndex) -> None:
        self._recorder, self._index = recorder, index

    def __getattr__(self, name: str) -> Any:
        return getattr(self._index, name)

    def search(
        self, collection: Collection, queries: Sequence[VectorQuery]
    ) -> list[Found]:
        self._recorder.note_search(collection, queries)
        return self._index.search(collection, queries)

    def cosines(
        self,
        collection: Collection,
        space: str,
        vector: Sequence[float],
        point_ids: Sequence[str],
    ) -> dict[str, float]:
        self._recorder.note_cosines(collection, space, vector, point_ids)
        return self._index.cosines(collection, space, vector, point_ids)


def floor(calls: Calls, index: VectorIndex, engine: CypherEngine) -> Floor:
    """Run the calls again, on the bare stores."""
    start, cpu = time.perf_counter(), time.process_time()
    for collection, queries in calls.searches:
        index.search(collection, queries)
    for asked in calls.cosines:
        index.cosines(*asked)
    middle = time.perf_counter()
    rows = sum(len(engine.read(query, params)) for query, params in calls.reads)
    end = time.perf_counter()
    cpu = time.process_time() - cpu
    return Floor((middle - start) * 1e3, (end - middle) * 1e3, cpu * 1e3, rows)
