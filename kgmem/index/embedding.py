"""Texts as vectors: the embedder held to what it promises."""

import logging
from collections.abc import Mapping, MutableMapping, Sequence

import numpy as np

from kgmem.errors import KgmemError, ServiceError, TextsRefused
from kgmem.index.vector_points import embedded, outbox_id, point_of
from kgmem.ports import Embedder, Row, VectorPoint, Vectors

log = logging.getLogger(__name__)


def embed(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    """float32 of shape (len(texts), dimensions). Raises ServiceError for
    anything that the embedder did wrong."""
    try:
        vectors = np.asarray(embedder.embed(texts), dtype=np.float32)
    except KgmemError:
        raise
    except Exception as error:  # foreign code: whatever it raises
        raise ServiceError(
            f"the embedder {embedder.model} failed: {error!r}"
        ) from error
    if vectors.shape != (len(texts), embedder.dimensions):
        raise ServiceError(
            f"the embedder {embedder.model} gave {vectors.shape} for "
            f"{len(texts)} texts of {embedder.dimensions} dimensions"
        )
    if not np.isfinite(vectors).all():
        raise ServiceError(f"the embedder {embedder.model} gave NaN or infinity")
    return vectors


def embedded_points(
    rows: Sequence[Row], embedder: Embedder, refusals: MutableMapping[str, str]
) -> list[VectorPoint]:
    """Those of the rows whose texts the embedder takes; why it does not take the others
    is noted in `refusals`, by outbox row."""
    refused: Mapping[int, str] = {}
    try:
        vectors = embed(embedder, [embedded(row) for row in rows])
    except TextsRefused as error:
        vectors, refused = error.vectors, error.refused
    for n, row in enumerate(rows):
        refusals.pop(outbox_id(row), None)
        if n in refused:
            refusals[outbox_id(row)] = refused[n]
            log.warning("a text is refused: %s: %s", outbox_id(row), refused[n])
    return [
        point_of(row, vector.tolist())
        for n, (row, vector) in enumerate(zip(rows, vectors, strict=True))
        if n not in refused
    ]
