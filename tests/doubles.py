"""Small working stand-ins for the slow or remote parts."""

import zlib
from collections.abc import Sequence

import numpy as np

from kgmem.errors import ServiceError
from kgmem.model.values.similarity import SimilarityScale
from kgmem.ports import Vectors


class WordEmbedder:
    """Words (and single Han characters) hashed into a unit vector; calibrated."""

    dimensions = 64
    calibration: SimilarityScale | None = SimilarityScale(((0.0, 0.0), (1.0, 1.0)))

    def __init__(self, model: str = "words-1") -> None:
        self.model = model
        self.calls: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.calls.append(list(texts))
        made = [self._one(text) for text in texts]
        return np.array(made, dtype=np.float32).reshape(len(made), self.dimensions)

    def _one(self, text: str) -> Vectors:
        vector = np.full(self.dimensions, 1e-3, dtype=np.float32)
        spaced = "".join(f" {c} " if "\u4e00" <= c <= "\u9fff" else c for c in text)
        for word in spaced.lower().split():
            vector[zlib.crc32(word.strip(".,!").encode()) % self.dimensions] += 1
        return vector / np.linalg.norm(vector)


class SwitchableEmbedder(WordEmbedder):
    """One that can be made to fail, as a service that is down would."""

    down = False

    def embed(self, texts: Sequence[str]) -> Vectors:
        if self.down:
            raise ServiceError("the embedding service does not answer")
        return super().embed(texts)
