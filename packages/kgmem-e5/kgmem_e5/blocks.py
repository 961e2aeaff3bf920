"""Numbers of 4 bit in blocks that share a scale: how words are stored."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

BLOCK = 32
"""Numbers of a block."""
BLOCK_BYTES = 2 + BLOCK // 2
"""A scale in half precision, then bytes that hold numbers i (low) and i + 16 (high)."""


def unpacked(rows: npt.NDArray[np.uint8]) -> Floats:
    """The numbers along the last axis."""
    blocks = rows.reshape(*rows.shape[:-1], -1, BLOCK_BYTES)
    scales = blocks[..., :2].copy().view(np.float16).astype(np.float32)
    packed = blocks[..., 2:]
    numbers = np.concatenate([packed & 15, packed >> 4], axis=-1).astype(np.float32)
    return ((numbers - 8) * scales).reshape(*rows.shape[:-1], -1)
