"""The folder of one Qdrant Edge shard: created whole, opened, or set aside.

A shard is built under another name and renamed when it is complete, so a process
that dies while creating leaves nothing that looks like a shard.
"""

import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import qdrant_edge as edge

from kgmem.backends.vectors.folders import sync_folder
from kgmem.backends.vectors.points import (
    DENSE,
    KEYWORDS,
    SPACE,
    SPARSE,
)
from kgmem.errors import (
    KgmemError,
    MemoryLocked,
    VectorsUnavailable,
)
from kgmem.ports import (
    Collection,
)

HNSW = edge.HnswIndexConfig(m=16, ef_construct=200, full_scan_threshold=10_000)
"""Kept in the shard's config for whoever moves it to a server; searches here are
exact and never build the graph."""

_OS_ERROR = re.compile(r"(?:os error|code:) (\d+)")
_MISSING_FILE = "2"


class ShardDamaged(VectorsUnavailable):
    """The engine can't load the files of this folder."""


def open_shard(folder: Path, dimensions: int) -> edge.EdgeShard:
    """The shard of this folder with all its indexes; created if it is not there.

    Raises ShardDamaged for files that can't be loaded, MemoryLocked if another
    holder has it open, VectorsUnavailable for a lack of rights, room or handles.
    """
    if not folder.exists():
        _create(folder, dimensions)
    shard = _load(folder)
    _add_missing_indexes(shard)
    return shard


def set_aside(folder: Path) -> Path:
    """Rename a damaged folder, which is kept for inspection; returns its new path."""
    number = 1
    while (aside := folder.with_name(f"{folder.name}.damaged-{number}")).exists():
        number += 1
    with translated(f"moving {folder} aside"):
        folder.rename(aside)
    return aside


def remove(folder: Path) -> None:
    """Delete a shard's folder; none there is no error."""
    with translated(f"removing {folder}"):
        if folder.exists():
            shutil.rmtree(folder)


@contextmanager
def translated(doing: str) -> Iterator[None]:
    """Turn whatever the engine or the file system raises into VectorsUnavailable."""
    try:
        yield
    except KgmemError:
        raise
    except BaseException as error:
        # Edge raises bare Exception, and a panic derives from BaseException.
        if not isinstance(error, Exception) and not _is_panic(error):
            raise
        raise VectorsUnavailable(
            f"vector store failed at {doing}: {error}; check the disk, then run "
            "`kgmem repair`"
        ) from error


def _is_panic(error: BaseException) -> bool:
    return type(error).__name__ == "PanicException"


def _create(folder: Path, dimensions: int) -> None:
    unfinished = folder.with_name(f"{folder.name}.new")
    remove(unfinished)
    with translated(f"creating {folder}"):
        unfinished.mkdir(parents=True)
        shard = edge.EdgeShard.create(str(unfinished), _config(dimensions))
        _add_missing_indexes(shard)
        shard.close()
        unfinished.rename(folder)
        sync_folder(folder.parent)


def _config(dimensions: int) -> edge.EdgeConfig:
    return edge.EdgeConfig(
        vectors={DENSE: edge.EdgeVectorParams(dimensions, edge.Distance.Cosine)},
        sparse_vectors={
            SPARSE: edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf)
        },
        hnsw_config=HNSW,
        # The default starts several threads per shard, which share nothing: calls
        # come one at a time and a shard has one segment.
        max_search_threads=1,
        # A point that is not flushed still stands in the graph's outbox: a log of the
        # shard's own would hold each vector a second time.
        wal_enabled=False,
    )


def _add_missing_indexes(shard: edge.EdgeShard) -> None:
    with translated("creating payload indexes"):
        there = shard.info().payload_schema
        for key in KEYWORDS:
            if key not in there:
                schema = edge.KeywordIndexParams(is_tenant=key == SPACE)
                shard.update(edge.UpdateOperation.create_field_index(key, schema))


def _load(folder: Path) -> edge.EdgeShard:
    try:
        return edge.EdgeShard.load(str(folder))
    except BaseException as error:
        # Edge raises bare Exception, and a panic derives from BaseException.
        if not isinstance(error, Exception) and not _is_panic(error):
            raise
        raise _load_error(folder, str(error)) from error


def _load_error(folder: Path, message: str) -> KgmemError:
    """Only damage may lead to a new folder: a lock or a full disk passes."""
    if "WouldBlock" in message:
        return MemoryLocked(f"another process has {folder} open; close it first")
    codes = set(_OS_ERROR.findall(message))
    if codes - {_MISSING_FILE}:
        return VectorsUnavailable(
            f"{folder} can't be opened: {message}; free what is lacking (rights, disk "
            "space, open files) and try again"
        )
    return ShardDamaged(f"{folder} is damaged: {message}; run `kgmem repair`")


def close_all(shards: Mapping[Collection, edge.EdgeShard]) -> None:
    """Close each of them, also where one fails."""
    with ExitStack() as closing:
        for shard in shards.values():
            closing.callback(_close, shard)


def _close(shard: edge.EdgeShard) -> None:
    with translated("close"):
        shard.close()  # syncs log and data, as flush does
