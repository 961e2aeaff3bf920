"""Writes the vocabulary as it is looked up: sorted by the hashes of its pieces."""

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kgmem_e5.pieces import hashed, points
from making.weights import Pieces, Weights

SPECIAL = 4
"""The first pieces mark begins and ends; no text contains them."""


def write(weights: Weights, folder: Path) -> None:
    """`words.npy` in the order of `keys.npy`, then the special ones; see `Pieces`."""
    pieces = weights.pieces
    keys = _keys(pieces)
    order = np.argsort(keys[SPECIAL:]) + SPECIAL
    if len(np.unique(keys[order])) != len(order):
        raise ValueError("two pieces have the same hash: take another factor")
    special = [pieces.begin, pieces.end, pieces.unknown]
    np.save(folder / "keys.npy", keys[order])
    np.save(folder / "scores.npy", pieces.scores[order])
    np.save(folder / "words.npy", weights.rows[[*order, *special]])
    rewritten = json.dumps(pieces.rewritten, ensure_ascii=False, separators=(",", ":"))
    (folder / "rewritten.json").write_text(rewritten + "\n", encoding="utf-8")


def _keys(pieces: Pieces) -> npt.NDArray[np.uint64]:
    texts = [text.decode() for text in pieces.texts]
    lengths = np.array([len(text) for text in texts])
    keys = np.zeros(len(texts), np.uint64)
    for length in np.unique(lengths).tolist():
        at = np.flatnonzero(lengths == length)
        joined = points("".join(texts[i] for i in at))
        keys[at] = hashed(joined)[length - 1, ::length]
    return keys
