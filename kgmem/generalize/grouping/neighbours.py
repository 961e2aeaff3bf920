"""Which tasks may be alike: a few candidates for each, found without comparing all.

Up to EXHAUSTIVE tasks, the nearest of all. Beyond, the neighbours in several sorted
orders (the sorted-neighbourhood method, Hernández and Stolfo 1995): by words from the
front and from the back, by their most frequent words, and by path; vectors then bring
no candidates. Time and memory grow with n log n.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt
from rapidfuzz import process
from rapidfuzz.distance import Indel

from kgmem.generalize.grouping.consensus import TaskGroup
from kgmem.ports import Vectors
from kgmem.tuning import tuned

_TUNED = tuned("generalize.grouping.neighbours")

EXHAUSTIVE = 3_000
"""Tasks of which all pairs are looked at."""
NEAREST = 16
"""Of each task the nearest by words, by path and by meaning, so many of each."""
WINDOW = 4
"""Beyond: the next so many in each order."""
BLOCK = 256
"""Rows compared at once."""
FREQUENT = 6
"""Words that many tasks have, by which tasks with different values come together."""
LEAST = _TUNED["least"]
"""Share of common tokens below which two tasks are no candidates."""

_Scores = npt.NDArray[np.float32]


def neighbours(units: Sequence[TaskGroup]) -> list[list[int]]:
    """For each unit the numbers of its candidates, ascending; symmetric."""
    pairs = _nearest(units) if len(units) <= EXHAUSTIVE else _sorted_pairs(units)
    found: list[set[int]] = [set() for _ in units]
    for one, other in pairs:
        found[one].add(other)
        found[other].add(one)
    return [sorted(others) for others in found]


# --- all pairs --------------------------------------------------------------------


def _nearest(units: Sequence[TaskGroup]) -> Iterator[tuple[int, int]]:
    words = [unit.sketch.words for unit in units]
    yield from _best(len(units), _overlap(words))
    running = [n for n, unit in enumerate(units) if unit.sketch.path]
    paths = [units[n].sketch.path for n in running]
    for one, other in _best(len(running), _overlap(paths)):
        yield running[one], running[other]
    meant = [n for n, unit in enumerate(units) if unit.vector is not None]
    for one, other in _best(len(meant), _cosines([units[n].vector for n in meant])):
        yield meant[one], meant[other]


_Rows = Callable[[int, int], _Scores]
"""Scores of the rows from the first to before the second with all columns."""


def _overlap(texts: Sequence[tuple[str, ...]]) -> _Rows:
    """2 lcs / (tokens of both)."""

    def rows(start: int, end: int) -> _Scores:
        return process.cdist(
            texts[start:end],
            texts,
            scorer=Indel.normalized_similarity,
            dtype=np.float32,
        )

    return rows


def _cosines(vectors: Sequence[Vectors | None]) -> _Rows:
    matrix = np.array(vectors, dtype=np.float32)

    def rows(start: int, end: int) -> _Scores:
        return matrix[start:end] @ matrix.T

    return rows


def _best(n: int, rows: _Rows) -> Iterator[tuple[int, int]]:
    """Each number with the NEAREST best others."""
    most = min(NEAREST, n - 1)
    for start in range(0, n if most > 0 else 0, BLOCK):
        end = min(start + BLOCK, n)
        scores = rows(start, end)
        scores[np.arange(end - start), np.arange(start, end)] = -1.0
        best = np.argpartition(-scores, most - 1, axis=1)[:, :most]
        for row, others in enumerate(best):
            for other in others:
                if scores[row, other] >= LEAST:
                    yield start + row, int(other)


# --- sorted orders ----------------------------------------------------------------


def _sorted_pairs(units: Sequence[TaskGroup]) -> Iterator[tuple[int, int]]:
    frequency = Counter(token for unit in units for token in set(unit.sketch.words))

    def most_frequent(unit: TaskGroup) -> tuple[str, ...]:
        ranked = sorted(set(unit.sketch.words), key=lambda t: (-frequency[t], t))
        return tuple(ranked[:FREQUENT])

    everywhere = range(len(units))
    running = [n for n in everywhere if units[n].sketch.path]
    yield from _windows(everywhere, lambda n: units[n].sketch.words)
    yield from _windows(everywhere, lambda n: units[n].sketch.words[::-1])
    yield from _windows(
        everywhere, lambda n: (most_frequent(units[n]), units[n].members)
    )
    yield from _windows(running, lambda n: (units[n].sketch.path, units[n].members))


def _windows(
    numbers: Sequence[int], key: Callable[[int], tuple[object, ...]]
) -> Iterator[tuple[int, int]]:
    order = sorted(numbers, key=key)
    for place, one in enumerate(order):
        for other in order[place + 1 : place + 1 + WINDOW]:
            yield one, other
