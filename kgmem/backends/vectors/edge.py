"""Vectors in process: Qdrant Edge, one folder per collection and generation.

What survives what (`durability`):
- `process`: a write survives the death of the process, and a power cut, from the next
  `flush` on: there is no log, since the graph's outbox names each point until then. A
  flush comes by itself every FLUSH_EVERY points, and at `close`.
- `power`: each `upsert` and `delete` returns after its data were synced.

Its files are mapped into memory: where the disk is too full to create, open or write
them, VectorsUnavailable is raised before, see `room`.

Every search is exact: the engine then scores just the points that pass the filter.
Its approximate search loses most of them under a narrow filter, and building its
graph (`optimize`) holds all threads for seconds, so neither is ever used.
"""

import threading
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any, Literal

import qdrant_edge as edge

from kgmem.backends.vectors.edge_lock import FolderLock
from kgmem.backends.vectors.edge_owner import Owner
from kgmem.backends.vectors.edge_requests import (
    listed,
    of_space,
    requests_of,
    scoring,
    write_points,
)
from kgmem.backends.vectors.edge_shard import (
    ShardDamaged,
    close_all,
    open_shard,
    remove,
    set_aside,
    translated,
)
from kgmem.backends.vectors.points import (
    COLLECTIONS,
    DENSE,
    SPACE,
    VERSION,
    assemble,
    batches,
    check_ids,
    check_point,
    dense_of,
    numbers,
    slug,
)
from kgmem.backends.vectors.room import Free, check_room, free_bytes, holes
from kgmem.errors import (
    InvalidInput,
    MemoryClosed,
    VectorsUnavailable,
)
from kgmem.ports import (
    Collection,
    Found,
    Generation,
    VectorPoint,
    VectorQuery,
)

Durability = Literal["process", "power"]

FLUSH_EVERY = 10_000
"""Points, at most, that a killed process leaves to be written again."""
NEW_FOLDER = 40_000_000
"""Bytes that a new folder may take at once: 37 MB were seen where the file system gives
mapped pages as soon as they are read, 0.3 MB elsewhere."""
WRITTEN_TWICE = 3
"""In a folder of an earlier version a vector stands in a log, too: 2.2 to 2.6 times its
size was seen, with POINT_BYTES for the rest."""
POINT_BYTES = 4_096
"""Keywords, payload and sparse vector of a point, in the log and in its files."""


class EdgeIndex:
    """The VectorIndex of an embedded memory; one process at a time.

    Raises MemoryLocked if another holder has `path` open.
    """

    name = "edge"
    exclusive = True

    def __init__(
        self,
        path: Path,
        *,
        durability: Durability = "process",
        lock: FolderLock | None = None,
        free: Free = free_bytes,
    ) -> None:
        """`lock` is shared with an index of the same folder; see `beside`."""
        self._path = path
        self._free = free
        self._durability = durability
        self._mutex = threading.RLock()
        self._generation: Generation | None = None
        self._shards: dict[Collection, edge.EdgeShard] = {}
        self._unflushed = dict.fromkeys(COLLECTIONS, 0)
        self._recovered: list[str] = []
        self._closed = False
        self._lock = lock or FolderLock(path)
        self._lock.hold(self, None)
        self._owner: Owner | None = None

    @property
    def store(self) -> str:
        """The id of the folder, which goes with it wherever it is moved."""
        return f"edge:{self._owned().store}"

    def use(self, generation: Generation) -> dict[Collection, int]:
        """Open or create the folders of this generation; the points that they hold.

        Raises OtherMemory if the folder is another memory's.
        """
        with self._mutex:
            self._check_open()
            self._owned().claim(generation.memory)
            if generation != self._generation:
                opened = self._open_all(generation)
                self._release_shards()
                self._shards, self._generation = opened, generation
                self._lock.hold(self, generation)
            with translated("counting points"):
                return {c: s.info().points_count for c, s in self._shards.items()}

    def publish(self) -> None:
        """Does nothing: no other tool can open the folder meanwhile."""

    def waiting_settings(self) -> Sequence[str]:
        """None: a folder has no settings of its own."""
        return ()

    def _owned(self) -> Owner:
        """Whose the folder is; read at the first use, since it may be too full."""
        self._owner = self._owner or Owner(self._path)
        return self._owner

    def beside(self) -> "EdgeIndex":
        """Another index on this folder, which uses a generation of its own."""
        with self._mutex:
            self._check_open()
            return EdgeIndex(
                self._path,
                durability=self._durability,
                lock=self._lock,
                free=self._free,
            )

    def drop(self, generation: Generation) -> None:
        """Delete the folders of a generation; if it was in use, none is afterwards.

        Raises InvalidInput if an index beside this one uses it.
        """
        with self._mutex:
            self._check_open()
            if self._lock.used_by_another(self, generation):
                raise InvalidInput("another index uses this generation; close it first")
            if generation == self._generation:
                self._release_shards()
            for collection in COLLECTIONS:
                remove(self._folder(collection, generation))

    def upsert(self, collection: Collection, points: Sequence[VectorPoint]) -> None:
        """Write points; one that is there with a higher version stays."""
        with self._mutex:
            shard, dimensions = self._shard(collection)
            for point in points:
                check_point(point, dimensions)
            for batch in batches(points, dimensions):
                self._check_room(sum(len(group) for _, group in batch), dimensions)
                for version, group in batch:
                    write_points(shard, version, group, dimensions)
                    self._unflushed[collection] += len(group)
                self._flush_if_due(collection)

    def delete(self, collection: Collection, point_ids: Sequence[str]) -> None:
        """Remove points; one that is not there is no error."""
        with self._mutex:
            shard, _ = self._shard(collection)
            check_ids(point_ids)
            if point_ids:
                self._check_room(len(point_ids), 0)
                with translated("delete"):
                    shard.update(edge.UpdateOperation.delete_points(list(point_ids)))
                self._unflushed[collection] += len(point_ids)
                self._flush_if_due(collection)

    def search(
        self, collection: Collection, queries: Sequence[VectorQuery]
    ) -> list[Found]:
        """Answers in the order of the queries, from one call of the engine."""
        with self._mutex:
            shard, dimensions = self._shard(collection)
            requests = requests_of(queries, dimensions)
            with translated("search"):
                answers = shard.query_batch(edge.QueryBatchRequest(requests))
        return assemble(queries, answers)

    def dense(
        self, collection: Collection, space: str, point_ids: Sequence[str]
    ) -> dict[str, Sequence[float]]:
        """Dense unit vectors by point id; what the space lacks is missing."""
        check_ids(point_ids)
        with self._mutex:
            shard, _ = self._shard(collection)
            with translated("reading vectors"):
                found = shard.retrieve(list(point_ids), [SPACE], [DENSE])
        return dense_of(found, space)

    def cosines(
        self,
        collection: Collection,
        space: str,
        vector: Sequence[float],
        point_ids: Sequence[str],
    ) -> dict[str, float]:
        """By point id the cosine to this vector; what the space lacks is missing."""
        check_ids(point_ids)
        with self._mutex:
            shard, dimensions = self._shard(collection)
            if not point_ids:
                return {}
            request = scoring(space, numbers(vector, dimensions), point_ids)
            with translated("comparing vectors"):
                found = shard.query(request)
        return {str(point.id): point.score for point in found}

    def versions(self, collection: Collection, space: str) -> dict[str, int]:
        """Version by point id, of all points of a space."""
        with self._mutex:
            shard, _ = self._shard(collection)
            with translated("listing versions"):
                return listed(shard, of_space(space))

    def held(self, collection: Collection, point_ids: Sequence[str]) -> dict[str, int]:
        """Version by point id, of those of these points that are there."""
        check_ids(point_ids)
        with self._mutex:
            shard, _ = self._shard(collection)
            with translated("reading versions"):
                found = shard.retrieve(list(point_ids), [VERSION], False)
        return {str(p.id): (p.payload or {})[VERSION] for p in found}

    def count(self, collection: Collection, space: str) -> int:
        """How many points a space has."""
        with self._mutex:
            shard, _ = self._shard(collection)
            with translated("counting"):
                return int(shard.count(edge.CountRequest(filter=of_space(space))))

    def outside(self, collection: Collection, spaces: Sequence[str]) -> list[str]:
        """Ids of the points of all other spaces."""
        with self._mutex:
            shard, _ = self._shard(collection)
            others = edge.Filter(
                must_not=[edge.FieldCondition(SPACE, edge.MatchAny(list(spaces)))]
            )
            with translated("listing other spaces"):
                return list(listed(shard, others if spaces else None))

    def flush(self) -> None:
        """Return when everything written would survive a power cut."""
        with self._mutex:
            self._check_open()
            for collection in self._shards:
                self._flush(collection)

    def capabilities(self) -> dict[str, Any]:
        """`recovered` lists damaged folders that were moved aside and replaced by
        empty ones: their points have to be embedded again."""
        with self._mutex:
            current = self._generation
            return {
                "name": self.name,
                "version": metadata.version("qdrant-edge-py"),
                "path": str(self._path),
                "durability": self._durability,
                "generation": current.number if current else None,
                "model": current.model if current else None,
                "search": "exact",
                "idf": "space",
                "recovered": list(self._recovered),
            }

    def close(self) -> None:
        """Flush and release it; a second call does nothing."""
        with self._mutex:
            if not self._closed:
                self._closed = True
                try:
                    self._release_shards()
                finally:
                    self._lock.let_go(self)

    def _check_open(self) -> None:
        if self._closed:
            raise MemoryClosed("the vector store was closed; open the memory again")

    def _shard(self, collection: Collection) -> tuple[edge.EdgeShard, int]:
        self._check_open()
        if self._generation is None:
            raise VectorsUnavailable("no generation is in use; call use() first")
        return self._shards[collection], self._generation.dimensions

    def _folder(self, collection: Collection, generation: Generation) -> Path:
        return self._path / collection / f"{generation.number}-{slug(generation)}"

    def _open_all(self, generation: Generation) -> dict[Collection, edge.EdgeShard]:
        opened: dict[Collection, edge.EdgeShard] = {}
        try:
            for collection in COLLECTIONS:
                opened[collection] = self._open(collection, generation)
        except BaseException:
            close_all(opened)
            raise
        return opened

    def _open(self, collection: Collection, generation: Generation) -> edge.EdgeShard:
        folder = self._folder(collection, generation)
        check_room(self._path, _needed(folder), f"the {collection}", self._free)
        try:
            return open_shard(folder, generation.dimensions)
        except ShardDamaged:
            self._recovered.append(str(set_aside(folder)))
            check_room(self._path, NEW_FOLDER, f"the {collection}", self._free)
            return open_shard(folder, generation.dimensions)

    def _check_room(self, points: int, dimensions: int) -> None:
        each = POINT_BYTES + WRITTEN_TWICE * 4 * dimensions
        check_room(self._path, points * each, f"{points} vectors", self._free)

    def _release_shards(self) -> None:
        shards, self._shards, self._generation = self._shards, {}, None
        self._unflushed = dict.fromkeys(COLLECTIONS, 0)
        self._lock.hold(self, None)
        close_all(shards)

    def _flush_if_due(self, collection: Collection) -> None:
        if self._durability == "power" or self._unflushed[collection] >= FLUSH_EVERY:
            self._flush(collection)

    def _flush(self, collection: Collection) -> None:
        with translated("flush"):
            self._shards[collection].flush()
        self._unflushed[collection] = 0


def _needed(folder: Path) -> int:
    """Bytes that opening it may take: some file systems fill the holes of what is
    read ahead, which the files of dense vectors are."""
    if not folder.exists():
        return NEW_FOLDER
    return holes(folder.glob("segments/*/vector_storage-*/**/*.mmap"))
