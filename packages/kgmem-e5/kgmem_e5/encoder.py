"""multilingual-e5-small on onnxruntime: texts into vectors."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import groupby
from pathlib import Path

import numpy as np

from kgmem_e5.blocks import Floats, unpacked
from kgmem_e5.pieces import Pieces

Window = tuple[int, list[int]]
"""The number of a text; rows of pieces with begin and end."""

WIDTH = 384
WINDOW = 510
"""Pieces that the encoder takes at once, between begin and end."""
AT_ONCE = 512
"""Pieces of all texts of one run: more are hardly faster and take more memory."""


class E5:
    """The encoder; opening it takes some 50 ms and 40 MB. Threads may share one."""

    def __init__(self, *, threads: int = 1) -> None:
        import onnxruntime  # the build imports this package without it

        folder = Path(str(files("kgmem_e5_data")))
        self._pieces = Pieces.open(folder)
        self._words = np.load(folder / "words.npy", mmap_mode="r")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # it keeps what the longest text took
        options.enable_mem_pattern = False
        self._session = onnxruntime.InferenceSession(
            folder / "encoder.onnx", options, providers=["CPUExecutionProvider"]
        )

    def embed(self, texts: Sequence[str], prefix: str = "query: ") -> Floats:
        """Rows of length 1, shape (len(texts), 384).

        A text has the same row whatever else is asked with it. A long text has the mean
        of its windows.
        """
        windows = [
            (number, rows)
            for number, text in enumerate(texts)
            for rows in self._windows(prefix + text)
        ]
        sums = np.zeros((len(texts), WIDTH), np.float32)
        for alike in _alike(windows):
            means = self._means([rows for _, rows in alike])
            for (number, rows), mean in zip(alike, means, strict=True):
                sums[number] += mean * np.float32(len(rows) - 2)
        sums /= np.linalg.norm(sums, axis=1, keepdims=True)
        return sums

    def _windows(self, text: str) -> Iterator[list[int]]:
        pieces = self._pieces
        rows = pieces.cut(text)
        for start in range(0, len(rows), WINDOW):
            yield [pieces.begin, *rows[start : start + WINDOW], pieces.end]

    def _means(self, alike: list[list[int]]) -> Floats:
        """The mean of the states of each; all have as many pieces."""
        words = unpacked(self._words[np.array(alike)])
        states: Floats = self._session.run(None, {"words": words})[0]
        means: Floats = states.mean(axis=1)
        return means


def _alike(windows: list[Window]) -> Iterator[list[Window]]:
    """Windows of one length, as many as fit into a run."""
    for size, found in groupby(sorted(windows, key=_size), _size):
        alike, most = list(found), max(1, AT_ONCE // size)
        for start in range(0, len(alike), most):
            yield alike[start : start + most]


def _size(window: Window) -> int:
    return len(window[1])
