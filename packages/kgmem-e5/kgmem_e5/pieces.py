"""Cuts a text into pieces of a vocabulary, the likeliest way under a unigram model."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

SPACE = "\u2581"
"""What stands for a space within pieces."""
LONGEST = 16
"""Characters of the longest piece."""
FACTOR = np.uint64(0x9E3779B97F4A7C15)
SHIFT = np.uint64(29)
PENALTY = 10.0
"""How much less likely than any piece a character is that is in none."""

_spaces = re.compile(" {2,}")


@dataclass(frozen=True, slots=True)
class Pieces:
    """The vocabulary. A piece is known by its row among the sorted hashes, so that the
    file is mapped into memory and no table is built at the start."""

    keys: npt.NDArray[np.uint64]
    """Hashes of the pieces, sorted."""
    scores: npt.NDArray[np.float32]
    """Log-probability of each."""
    rewritten: Mapping[int, str]
    """By code point, what replaces it: full-width letters, ligatures, controls."""
    lowest: float
    """Log-probability of a character that is in no piece."""
    begin: int
    """Row of what stands before each text,"""
    end: int
    """behind it,"""
    unknown: int
    """and for a character that is in no piece."""

    @classmethod
    def open(cls, folder: Path) -> Self:
        keys = np.load(folder / "keys.npy", mmap_mode="r")
        scores = np.load(folder / "scores.npy", mmap_mode="r")
        text = (folder / "rewritten.json").read_text(encoding="utf-8")
        rewritten = {int(point): said for point, said in json.loads(text).items()}
        lowest, others = float(scores.min()) - PENALTY, range(len(keys), len(keys) + 3)
        return cls(keys, scores, rewritten, lowest, *others)

    def cut(self, text: str) -> list[int]:
        """Rows of the text's pieces, without those for its begin and end."""
        written = points(self.written(text))
        size = len(written)
        best, back = [0.0] + [-1e30] * size, [(0, self.unknown)] * (size + 1)
        for start, end, score, row in self._found(written):
            if (total := best[start] + score) > best[end]:
                best[end], back[end] = total, (start, row)
        rows, at = [], size
        while at:
            at, row = back[at]
            rows.append(row)
        return rows[::-1]

    def written(self, text: str) -> str:
        """The text as its pieces are spelt."""
        text = _spaces.sub(" ", text.translate(self.rewritten)).replace(" ", SPACE)
        return text if text.startswith(SPACE) else SPACE + text

    def _found(
        self, written: npt.NDArray[np.uint64]
    ) -> Iterator[tuple[int, int, float, int]]:
        """The pieces, and each character as an unknown one, by where they begin: that
        and the end, the log-probability, the row."""
        hashes = hashed(written)
        rows = np.searchsorted(self.keys, hashes).clip(max=len(self.keys) - 1)
        lengths, starts = np.nonzero(self.keys[rows] == hashes)
        rows, each = rows[lengths, starts], np.arange(len(written))
        columns = (
            np.append(each, starts),
            np.append(each + 1, starts + lengths + 1),
            np.append(np.full(len(each), self.lowest), self.scores[rows]),
            np.append(np.full(len(each), self.unknown), rows),
        )
        order = np.argsort(columns[0], kind="stable")
        return zip(*(column[order].tolist() for column in columns), strict=True)


def points(text: str) -> npt.NDArray[np.uint64]:
    """Code points of a text; half a surrogate pair counts as a question mark."""
    data = text.encode("utf-32-le", "replace")
    return np.frombuffer(data, np.uint32).astype(np.uint64)


def hashed(written: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Of shape (LONGEST, characters): hash of the piece of each length, less one, at
    each character. Past the end there are zeros, which no piece has."""
    size = len(written)
    padded = np.concatenate([written, np.zeros(LONGEST, np.uint64)])
    hashes = np.empty((LONGEST, size), np.uint64)
    value = np.zeros(size, np.uint64)
    for length in range(LONGEST):
        value = (value + padded[length : length + size]) * FACTOR
        value ^= value >> SHIFT
        hashes[length] = value
    return hashes
