"""Hashed character n-grams: an embedder that needs nothing but numpy.

It knows spelling, not meaning: good for tasks in the same words, blind between
languages and to paraphrase.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from kgmem.backends import calibration as fitted
from kgmem.model.base import normalize
from kgmem.model.values.similarity import SimilarityScale
from kgmem.ports import Vectors

NAME = "ngram"
VERSION = "1"
"""Goes up with any change of the vectors."""
DIMENSIONS = 512
LENGTHS = (1, 2, 3)
LONGEST = 20_000
"""Characters of a text that are embedded."""

Hashes = npt.NDArray[np.uint64]

# Odd constants of splitmix64 (Steele, Lea and Flood 2014): they mix well.
_STEP, _MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)
_SHIFT, _HALF, _SIGN = np.uint64(29), np.uint64(32), np.uint64(40)


class NgramEmbedder:
    """Embedder over counts of n-grams: 1 + log(count), each n-gram with a bucket and
    a sign from its hash (Weinberger et al. 2009), so that collisions cancel out."""

    def __init__(self, *, centered: bool = True) -> None:
        """`centered=False`: without the fitted constants, to fit them."""
        constants = fitted.load(NAME) if centered else None
        self.model = f"{NAME}-{VERSION}{constants.processing if constants else ''}"
        self.dimensions = DIMENSIONS
        self.calibration: SimilarityScale | None = (
            constants.scale_for(VERSION) if constants else None
        )
        self._means = constants.means if constants else {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        """float32 of shape (len(texts), 512)."""
        counted = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(counted, texts, strict=True):
            _count_into(row, text)
        return fitted.center(fitted.unit(counted), texts, self._means)


def _count_into(row: npt.NDArray[np.float32], text: str) -> None:
    codes = _codes(text)
    grams = np.concatenate([_grams(codes, length) for length in LENGTHS])
    distinct, counts = np.unique(grams, return_counts=True)
    mixed = distinct * _MIX
    mixed ^= mixed >> _HALF
    signs = np.where(mixed >> _SIGN & np.uint64(1), 1.0, -1.0)
    buckets = (mixed % np.uint64(len(row))).astype(np.intp)
    np.add.at(row, buckets, (signs * (1 + np.log(counts))).astype(np.float32))


def _codes(text: str) -> Hashes:
    """Code points of the normalized text between two spaces."""
    padded = f" {normalize(text[:LONGEST])} "
    data = padded.encode("utf-32-le", "replace")
    return np.frombuffer(data, dtype=np.uint32).astype(np.uint64)


def _grams(codes: Hashes, length: int) -> Hashes:
    """Hashes of all n-grams of one length.

    Those shorter than 3 only with a Han character: single letters say nothing.
    """
    count = max(len(codes) - length + 1, 0)
    hashes = np.full(count, length, dtype=np.uint64)
    for offset in range(length):
        hashes = (hashes ^ codes[offset : offset + count]) * _STEP
        hashes ^= hashes >> _SHIFT
    if length >= 3:
        return hashes
    han = (codes >= 0x4E00) & (codes <= 0x9FFF)
    telling = [han[offset : offset + count] for offset in range(length)]
    return hashes[np.logical_or.reduce(telling)]
