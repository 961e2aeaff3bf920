"""What is computed of few numbers, for which a whole library would be carried along;
tests compare each with SciPy's."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def isotonic(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The nearest values, by weighted squares, that never fall: neighbours that do are
    pooled (Ayer and others 1955)."""
    pools: list[tuple[float, float, int]] = []
    for value, weight in zip(values, weights, strict=True):
        pool = (value, weight, 1)
        while pools and pools[-1][0] >= pool[0]:
            mean, heavy, count = pools.pop()
            both = heavy + pool[1]
            mean = (mean * heavy + pool[0] * pool[1]) / both
            pool = (mean, both, count + pool[2])
        pools.append(pool)
    return [mean for mean, _, count in pools for _ in range(count)]


def best_pairs(worth: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Rows and columns in pairs of the highest worth together, each in one pair at
    most: the assignment problem, by shortest augmenting paths (Jonker and Volgenant
    1987)."""
    if worth.shape[0] > worth.shape[1]:
        return sorted((row, column) for column, row in best_pairs(worth.T))
    cost = -worth
    rows, columns = cost.shape
    u, v = np.zeros(rows), np.zeros(columns)
    row_of = np.full(columns, -1)
    for first in range(rows):
        shortest, before = np.full(columns, np.inf), np.full(columns, -1)
        done = np.zeros(columns, dtype=bool)
        row, column, so_far = first, -1, 0.0
        while row >= 0:
            along = so_far + cost[row] - u[row] - v
            nearer = ~done & (along < shortest)
            shortest[nearer], before[nearer] = along[nearer], row
            open_ones = np.where(done, np.inf, shortest)
            column = int(open_ones.argmin())
            so_far = float(open_ones[column])
            done[column] = True
            row = int(row_of[column])
        u[first] += so_far
        left = done & (row_of >= 0)
        u[row_of[left]] += so_far - shortest[left]
        v[done] -= so_far - shortest[done]
        while column >= 0:
            row = int(before[column])
            row_of[column] = row
            given = np.flatnonzero((row_of == row) & (np.arange(columns) != column))
            column = int(given[0]) if row != first else -1
    return sorted((int(row), n) for n, row in enumerate(row_of) if row >= 0)


def average_link(distances: NDArray[np.float64], most: float) -> list[int]:
    """For each the first of its group: groups are joined, the nearest first, while the
    mean distance of their members is `most` at most."""
    apart = distances.copy()
    np.fill_diagonal(apart, np.inf)
    count = len(apart)
    sizes, group = np.ones(count), np.arange(count)
    for _ in range(count - 1):
        one, other = divmod(int(apart.argmin()), count)
        if apart[one, other] > most:
            break
        share = sizes[one] / (sizes[one] + sizes[other])
        apart[one] = apart[:, one] = share * apart[one] + (1 - share) * apart[other]
        apart[one, one] = np.inf
        apart[other] = apart[:, other] = np.inf
        sizes[one] += sizes[other]
        group[group == other] = one
    return group.tolist()
