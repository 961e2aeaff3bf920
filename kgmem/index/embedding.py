"""Texts as vectors: the embedder held to what it promises."""

from collections.abc import Sequence

import numpy as np

from kgmem.errors import KgmemError, ServiceError
from kgmem.graph.points import IndexedNode
from kgmem.index.vector_points import embedded, point_of
from kgmem.ports import Embedder, VectorPoint, Vectors


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
    nodes: Sequence[IndexedNode], embedder: Embedder
) -> list[VectorPoint]:
    """What the index keeps of the nodes. Raises ServiceError."""
    vectors = embed(embedder, [embedded(node) for node in nodes])
    return [
        point_of(node, vector.tolist())
        for node, vector in zip(nodes, vectors, strict=True)
    ]
