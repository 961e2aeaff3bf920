"""Points of one shard of Qdrant Edge: written if none is newer, and listed."""

from collections.abc import Sequence

import qdrant_edge as edge

from kgmem.backends.vectors.edge_requests import struct
from kgmem.backends.vectors.edge_shard import translated
from kgmem.backends.vectors.points import VERSION
from kgmem.ports import VectorPoint

PAGE = 1_000
"""Points per page when all versions of a space are listed."""


def write_points(
    shard: edge.EdgeShard, version: int, points: Sequence[VectorPoint], dimensions: int
) -> None:
    """Upsert points of one version. The condition is asked of points that exist;
    new ones are always written."""
    not_newer = edge.FieldCondition(VERSION, range=edge.RangeFloat(lte=version))
    structs = [struct(point, dimensions) for point in points]
    with translated("upsert"):
        shard.update(
            edge.UpdateOperation.upsert_points(
                structs, condition=edge.Filter(must=[not_newer])
            )
        )


def listed(shard: edge.EdgeShard, chosen: edge.Filter | None) -> dict[str, int]:
    """Version by point id, of the points that pass the filter."""
    found: dict[str, int] = {}
    offset = None
    while True:
        page, offset = shard.scroll(
            edge.ScrollRequest(
                offset=offset, limit=PAGE, filter=chosen, with_payload=[VERSION]
            )
        )
        found.update((str(p.id), (p.payload or {})[VERSION]) for p in page)
        if offset is None:
            return found
