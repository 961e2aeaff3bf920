"""An embedder that costs next to nothing, so that large memories can be measured."""

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from kgmem.lab import SimilarityScale, Vectors

DIMENSIONS = 384
"""As the offline default has, so that searching costs the same."""
SCALE = SimilarityScale(
    ((0.35, 0.0), (0.45, 0.3), (0.55, 0.7), (0.75, 0.95), (1.0, 1.0))
)
"""By eye: tasks of one kind share their wording, hence most of their words."""

_PIECE = re.compile(r"[a-z]+|[\u4e00-\u9fff]")


class SyntheticEmbedder:
    """Embedder whose vectors are sums of fixed random vectors of a text's words and
    Chinese characters: texts of one wording lie close together."""

    model = "synthetic-words-1"
    dimensions = DIMENSIONS
    calibration: SimilarityScale | None = SCALE

    def embed(self, texts: Sequence[str]) -> Vectors:
        """float32 of shape (len(texts), 384)."""
        made = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for row, text in zip(made, texts, strict=True):
            for piece in _PIECE.findall(text.casefold()) or [text]:
                row += _direction(piece)
        norms = np.linalg.norm(made, axis=1, keepdims=True)
        vectors: Vectors = made / np.maximum(norms, 1e-6)
        return vectors


@lru_cache(1 << 14)
def _direction(piece: str) -> Vectors:
    """A random direction that is the same in every process."""
    seed = int.from_bytes(blake2b(piece.encode(), digest_size=8).digest(), "big")
    vector = np.random.default_rng(seed).standard_normal(DIMENSIONS)
    return vector.astype(np.float32)
