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
    texts = [embedded(node) for node in nodes]
    every = [*dict.fromkeys(text for own in texts for text in own)]
    vectors = dict(zip(every, embed(embedder, every), strict=True))
    return [
        point_of(node, middle([vectors[text] for text in own]))
        for node, own in zip(nodes, texts, strict=True)
    ]


def middle(vectors: Sequence[Sequence[float] | Vectors]) -> list[float]:
    """The unit vector of their sum; of one, that itself."""
    if len(vectors) == 1:
        return list(map(float, vectors[0]))
    total = np.asarray(vectors, dtype=np.float32).sum(axis=0)
    made: list[float] = (total / (np.linalg.norm(total) or 1.0)).tolist()
    return made
