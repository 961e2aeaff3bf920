"""What both vector backends store for a point, and how an answer is put together.

A stored payload is `{**payload, "space", "kind", "version"}`; the three can't be
overwritten by a caller's keys, since they carry isolation and the version guard.
"""

import hashlib
import re
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, get_args

import numpy as np

from kgmem.errors import InvalidInput
from kgmem.ports import (
    Collection,
    Found,
    Generation,
    VectorHit,
    VectorPoint,
    VectorQuery,
)

DENSE, SPARSE = "dense", "sparse"
SPACE, KIND, VERSION = "space", "kind", "version"
COLLECTIONS: tuple[Collection, ...] = get_args(Collection)

KEYWORDS = (SPACE, KIND, "app", "source")
"""Payload keys with a keyword index, made before data.

Any other key can be filtered too, but slower, as the payload of each candidate is
read (10k candidates: 5 ms instead of 1). Few, because each costs a new Edge folder
some 36 syncs of the disk.
"""

FLOATS_PER_BATCH = 400_000
"""About 8 MB of JSON: a quarter of what a Qdrant server accepts in one request."""


def slug(generation: Generation) -> str:
    """The model's id for use in file and collection names.

    Ends in a digest of model and dimensions: ids that differ only in characters
    that a name can't carry don't meet in one folder.
    """
    readable = re.sub(r"[^a-z0-9]+", "-", generation.model.lower()).strip("-")[:40]
    identity = f"{generation.model}\n{generation.dimensions}"
    digest = hashlib.sha256(identity.encode()).hexdigest()[:8]
    return f"{readable}-{digest}" if readable else digest


_UUID = re.compile("[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")


def check_ids(point_ids: Iterable[str]) -> None:
    """Raise InvalidInput for an id that is no UUID."""
    for point_id in point_ids:
        if isinstance(point_id, str) and _UUID.fullmatch(point_id):
            continue  # as all of ours are written; others take ten times as long
        try:
            uuid.UUID(point_id)
        except (ValueError, AttributeError, TypeError) as error:
            raise InvalidInput(f"point_id {point_id!r} is not a UUID") from error


def check_point(point: VectorPoint, dimensions: int) -> None:
    """Raise InvalidInput for what an engine would refuse late or store unfindable."""
    check_ids([point.point_id])
    if not point.space:
        raise InvalidInput(f"point {point.point_id}: space is empty")
    for key, value in point.payload.items():
        if isinstance(value, bool):
            # Edge stores a bool, then never matches it, without a word.
            raise InvalidInput(
                f"point {point.point_id}: payload {key!r} is a bool; store a keyword"
            )
    numbers(point.dense, dimensions)


def checked(queries: Sequence[VectorQuery], dimensions: int) -> list[VectorQuery]:
    """The queries with plain numbers for vectors, each of which is looked at once.

    Raises InvalidInput for one that would search across spaces or fail late.
    """
    plain: dict[int, list[float]] = {}
    for query in queries:
        _check(query)
        if query.dense is not None and id(query.dense) not in plain:
            plain[id(query.dense)] = numbers(query.dense, dimensions)
    return [
        query if query.dense is None else replace(query, dense=plain[id(query.dense)])
        for query in queries
    ]


def _check(query: VectorQuery) -> None:
    if not query.space:
        raise InvalidInput("query: space is empty")
    for key in query.where:
        if not key.isidentifier():
            # Engines read a dot or bracket as a path into nested payload.
            raise InvalidInput(f"query: {key!r} in where is not a plain payload key")


def numbers(dense: Sequence[float], dimensions: int) -> list[float]:
    """`dense` as plain floats of float32 precision.

    Raises InvalidInput for another length than the generation's, NaN or infinity.
    """
    vector = np.asarray(dense, dtype=np.float32)
    if vector.shape != (dimensions,):
        raise InvalidInput(
            f"dense has shape {vector.shape}; this generation has {dimensions} "
            "dimensions"
        )
    if not np.isfinite(vector).all():
        raise InvalidInput("dense holds NaN or infinity")
    plain: list[float] = vector.tolist()
    return plain


def payload(point: VectorPoint) -> dict[str, Any]:
    """What is stored beside the vectors."""
    given = {
        key: value if isinstance(value, str | int | float) else list(value)
        for key, value in point.payload.items()
    }
    own = {SPACE: point.space, KIND: point.kind, VERSION: point.version}
    return {**given, **own}


def batches(
    points: Sequence[VectorPoint], dimensions: int
) -> Iterator[list[tuple[int, list[VectorPoint]]]]:
    """Points by ascending version, in batches that one request can carry.

    Each batch is a list of (version, points). Ascending, so that of two points with
    one id the higher version is written last.
    """
    size = max(1, FLOATS_PER_BATCH // dimensions)
    ordered = sorted(points, key=lambda point: point.version)
    for start in range(0, len(ordered), size):
        batch = ordered[start : start + size]
        yield [
            (version, list(group))
            for version, group in groupby(batch, key=lambda point: point.version)
        ]


def asked(query: VectorQuery) -> tuple[str, ...]:
    """Names of the vectors to search; none where nothing can be found."""
    choices = [query.kinds, *query.where.values()]
    if query.limit < 1 or not all(choices):
        return ()
    dense = (DENSE,) if query.dense is not None else ()
    sparse = (SPARSE,) if query.sparse is not None and query.sparse.indices else ()
    return (*dense, *sparse)


def conditions(query: VectorQuery) -> Iterator[tuple[str, list[str]]]:
    """(payload key, values of which one must match); all must hold, space first."""
    yield SPACE, [query.space]
    yield KIND, list(query.kinds)
    for key, value in query.where.items():
        yield key, [value] if isinstance(value, str) else list(value)


def dense_of(records: Iterable[Any], space: str) -> dict[str, Sequence[float]]:
    """Dense vectors by id of the engine's records that belong to `space`."""
    return {
        str(record.id): record.vector[DENSE]
        for record in records
        if record.payload[SPACE] == space
    }


def assemble(
    queries: Sequence[VectorQuery], lists: Iterable[Iterable[Any]]
) -> list[Found]:
    """One Found per query from the points of each list, in the order of `asked`."""
    answers = iter(lists)
    return [
        Found(**{name: _best_first(name, next(answers)) for name in asked(query)})
        for query in queries
    ]


def _best_first(name: str, points: Iterable[Any]) -> tuple[VectorHit, ...]:
    """Equal scores by id; no sparse hit that shares no token with the query."""
    is_dense = name == DENSE
    found = ((-score, str(p.id)) for p in points if (score := p.score) > 0 or is_dense)
    return tuple(VectorHit(key, -score) for score, key in sorted(found))
