"""multilingual-e5-small on onnxruntime: texts into vectors."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import accumulate, groupby
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
"""Pieces of all texts of a run, about: more are hardly faster and take more memory."""


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
        for run in _runs(sorted(windows, key=_size)):
            for (number, rows), mean in zip(run, self._means(run), strict=True):
                sums[number] += mean * np.float32(len(rows) - 2)
        sums /= np.linalg.norm(sums, axis=1, keepdims=True)
        return sums

    def _windows(self, text: str) -> Iterator[list[int]]:
        pieces = self._pieces
        rows = pieces.cut(text)
        for start in range(0, len(rows), WINDOW):
            yield [pieces.begin, *rows[start : start + WINDOW], pieces.end]

    def _means(self, run: list[Window]) -> list[Floats]:
        """The mean of the states of each; those that have as many pieces, which stand
        together, see themselves at once."""
        sizes = np.array([*map(_size, run)], np.int64)
        ends = np.cumsum(sizes)
        is_last = np.append(np.diff(sizes), 1) > 0
        given = {
            "words": unpacked(self._words[np.concatenate([rows for _, rows in run])]),
            "places": np.concatenate(
                [np.arange(size, dtype=np.int64) for size in sizes]
            ),
            "groups": np.column_stack([ends, sizes])[is_last],
        }
        states: Floats = self._session.run(None, given)[0]
        return [own.mean(axis=0) for own in np.split(states, ends[:-1])]


def _runs(windows: list[Window]) -> Iterator[list[Window]]:
    """So many at once that they have about AT_ONCE pieces."""
    until = accumulate(map(_size, windows))
    parts = groupby(zip(until, windows, strict=True), lambda one: one[0] // AT_ONCE)
    return ([window for _, window in part] for _, part in parts)


def _size(window: Window) -> int:
    return len(window[1])
