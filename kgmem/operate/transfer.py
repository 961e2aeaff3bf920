"""A whole memory into a file and back: the graph is moved, the index is made anew."""

import time
from collections.abc import Callable
from pathlib import Path

from kgmem.graph.spaces.exporting import export, is_packed, new_file
from kgmem.graph.spaces.importing import import_file
from kgmem.graph.spaces.verifying import Digest
from kgmem.graph.store import GraphStore
from kgmem.index.projection import Projection
from kgmem.model.transfer import ExportReport, ImportReport

Progress = Callable[[int, int | None], None]


def export_memory(
    store: GraphStore,
    projection: Projection,
    space: str,
    path: Path,
    *,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> ExportReport:
    """Write all of a space into the file `path`; see `export` and `new_file`."""
    began = time.perf_counter()
    current = projection.generation
    vectors = {
        "model": current.model,
        "dimensions": current.dimensions,
        "generation": current.number,
    }
    with new_file(path, overwrite=overwrite) as file:
        done = export(
            store, space, file, vectors, packed=is_packed(path), progress=progress
        )
    return ExportReport(
        path=str(path),
        space=space,
        runs=done.nodes.get("Experience", 0),
        nodes=done.nodes,
        relationships=done.relationships,
        size=path.stat().st_size,
        seconds=time.perf_counter() - began,
    )


def import_memory(
    store: GraphStore,
    projection: Projection,
    space: str,
    path: Path,
    wording: Digest,
    progress: Progress | None = None,
) -> ImportReport:
    """Take up an export, then index what is new; see `import_file`."""
    began = time.perf_counter()
    done = import_file(store, space, path, wording, progress)
    drained = projection.drain(force=True, progress=progress)
    return ImportReport(
        path=str(path),
        space=space,
        stored=done.stored,
        existing=done.existing,
        skipped=done.skipped,
        relationships=done.relationships,
        recounted=done.recounted,
        vectors="pending" if drained.failure else "indexed",
        seconds=time.perf_counter() - began,
    )
