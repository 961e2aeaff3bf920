"""Texts as vectors: the embedder held to what it promises."""

import logging
from collections.abc import Mapping, MutableMapping, Sequence

import numpy as np

from kgmem.errors import KgmemError, ServiceError, TextsRefused
from kgmem.graph.points import IndexedNode
from kgmem.index.vector_points import embedded, point_of
from kgmem.ports import Embedder, VectorPoint, Vectors

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
    nodes: Sequence[IndexedNode], embedder: Embedder, refusals: MutableMapping[str, str]
) -> list[VectorPoint]:
    """Those of the nodes whose texts the embedder takes; why it does not take others
    is noted in `refusals`, by outbox row."""
    refused: Mapping[int, str] = {}
    try:
        vectors = embed(embedder, [embedded(node) for node in nodes])
    except TextsRefused as error:
        vectors, refused = error.vectors, error.refused
    for n, node in enumerate(nodes):
        refusals.pop(node.outbox_id, None)
        if n in refused:
            refusals[node.outbox_id] = refused[n]
            log.warning("a text is refused: %s: %s", node.outbox_id, refused[n])
    return [
        point_of(node, vector.tolist())
        for n, (node, vector) in enumerate(zip(nodes, vectors, strict=True))
        if n not in refused
    ]
