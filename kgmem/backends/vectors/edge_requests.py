"""Points and queries in the words of Qdrant Edge; points of a shard, written if none
is newer, and listed."""

from collections.abc import Sequence
from typing import Any

import qdrant_edge as edge

from kgmem.backends.vectors.edge_shard import translated
from kgmem.backends.vectors.points import (
    DENSE,
    SPACE,
    SPARSE,
    VERSION,
    asked,
    checked,
    conditions,
    numbers,
    payload,
)
from kgmem.ports import (
    Sparse,
    VectorPoint,
    VectorQuery,
)

PAGE = 1_000
"""Points per page when all versions of a space are listed."""


def _struct(point: VectorPoint, dimensions: int) -> edge.Point:
    vectors: dict[str, Any] = {DENSE: numbers(point.dense, dimensions)}
    if point.sparse.indices:
        vectors[SPARSE] = _sparse(point.sparse)
    return edge.Point(point.point_id, vectors, payload(point))


def _sparse(sparse: Sparse) -> edge.SparseVector:
    return edge.SparseVector(list(sparse.indices), list(sparse.values))


def requests_of(
    queries: Sequence[VectorQuery], dimensions: int
) -> list[edge.QueryRequest]:
    return [
        _request(query, vector)
        for query in checked(queries, dimensions)
        for vector in asked(query)
    ]


def _request(query: VectorQuery, vector: str) -> edge.QueryRequest:
    nearest: Any = query.dense
    if vector == SPARSE and query.sparse is not None:
        nearest = _sparse(query.sparse)
    return edge.QueryRequest(
        query.limit,
        query=edge.Query.Nearest(nearest, using=vector),
        filter=edge.Filter(must=[_any(*pair) for pair in conditions(query)]),
        params=_params(query, vector),
    )


def scoring(
    space: str, vector: list[float], point_ids: Sequence[str]
) -> edge.QueryRequest:
    """The scores of these points alone: a tenth of what reading their vectors takes."""
    among = edge.HasIdCondition(set(point_ids))
    return edge.QueryRequest(
        len(point_ids),
        query=edge.Query.Nearest(vector, using=DENSE),
        filter=edge.Filter(must=[_any(SPACE, [space]), among]),
        params=edge.SearchParams(exact=True),
    )


def _params(query: VectorQuery, vector: str) -> edge.SearchParams:
    """Exact; how rare a token is, is counted within the space alone, so that no
    other tenant's words move a score."""
    if vector == DENSE:
        return edge.SearchParams(exact=True)
    corpus = edge.Filter(must=[_any(SPACE, [query.space])])
    return edge.SearchParams(exact=True, idf=edge.IdfParams(corpus))


def _any(key: str, values: list[str]) -> edge.FieldCondition:
    # One value is the usual case, and MatchAny takes half as long again for it.
    match = edge.MatchValue(values[0]) if len(values) == 1 else edge.MatchAny(values)
    return edge.FieldCondition(key, match=match)


def of_space(space: str) -> edge.Filter:
    return edge.Filter(must=[_any(SPACE, [space])])


def write_points(
    shard: edge.EdgeShard, version: int, points: Sequence[VectorPoint], dimensions: int
) -> None:
    """Upsert points of one version. The condition is asked of points that exist;
    new ones are always written."""
    not_newer = edge.FieldCondition(VERSION, range=edge.RangeFloat(lte=version))
    structs = [_struct(point, dimensions) for point in points]
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
