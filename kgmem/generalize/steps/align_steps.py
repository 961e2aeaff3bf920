"""Several sequences of steps in common columns: which step of one is which of
another.

Progressive partial-order alignment (C. Lee, C. Grasso, M. F. Sharlow, "Multiple
sequence alignment using partial order graphs", 2002): sequence after sequence is
aligned to the graph of those before. The graph is kept as its nodes in one order that
all sequences agree with; its edges are the pairs that follow each other in one.
"""

from collections.abc import Callable, Sequence

from kgmem.generalize.steps.loops import PathToken, are_rounds_alike
from kgmem.generalize.steps.same_step import ALIKE, similarity

Similarity = Callable[[PathToken, PathToken], float]


def align(sequences: Sequence[Sequence[PathToken]]) -> tuple[tuple[int, ...], ...]:
    """For each sequence the column of each of its tokens, ascending.

    Tokens of a column are alike; a sequence need not have a token in each. The first
    sequence comes first, then always the one that is most like those before. Time is
    the square of the number of sequences times that of their length.
    """
    alike = _memoized(token_similarity)
    order: list[int] = []
    columns: list[int] = []
    """Of each column a number that stays when others are put in between."""
    tokens: dict[int, PathToken] = {}
    places: dict[int, list[int]] = {}
    closeness = [0.0] * len(sequences)
    waiting = set(range(len(sequences)))
    while waiting:
        chosen = min(waiting, key=lambda i: (-closeness[i], i))
        waiting.remove(chosen)
        sequence = sequences[chosen]
        pairs = dict(_paired(sequence, [tokens[c] for c in columns], alike))
        places[chosen] = _take_in(sequence, pairs, columns, tokens)
        order.append(chosen)
        for i in waiting:
            found = _paired(sequences[i], sequence, alike)
            length = max(len(sequences[i]), len(sequence), 1)
            closeness[i] = max(closeness[i], len(found) / length)
    rank = {column: n for n, column in enumerate(columns)}
    return tuple(
        tuple(rank[column] for column in places[i]) for i in range(len(sequences))
    )


def token_similarity(a: PathToken, b: PathToken) -> float:
    """0 to 1; from `ALIKE` on they are the same step or the same loop."""
    if a.slot != b.slot or len(a.rounds[0]) != len(b.rounds[0]):
        return 0.0
    steps = [similarity(x, y) for x, y in zip(a.rounds[0], b.rounds[0], strict=True)]
    least = min(steps)
    if (
        a.slot is not None
        and least < ALIKE
        and are_rounds_alike(a.rounds[0], b.rounds[0])
    ):
        return ALIKE
    return least


def _memoized(similarity_of: Similarity) -> Similarity:
    known: dict[tuple[int, int], float] = {}

    def remembered(a: PathToken, b: PathToken) -> float:
        key = (id(a), id(b))  # the tokens outlive this
        if key not in known:
            known[key] = similarity_of(a, b)
        return known[key]

    return remembered


def _paired(
    sequence: Sequence[PathToken], columns: Sequence[PathToken], alike: Similarity
) -> list[tuple[int, int]]:
    """Places in both that are the same step, both ascending, with the greatest sum of
    similarities (S. B. Needleman, C. D. Wunsch, 1970, gaps free)."""
    n, m = len(sequence), len(columns)
    best = [[0.0] * (m + 1) for _ in range(n + 1)]
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            score = alike(sequence[i], columns[j])
            paired = score + best[i + 1][j + 1] if score >= ALIKE else 0.0
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    found: list[tuple[int, int]] = []
    i = j = 0
    while i < n and j < m:
        score = alike(sequence[i], columns[j])
        if score >= ALIKE and best[i][j] == score + best[i + 1][j + 1]:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return found


def _take_in(
    sequence: Sequence[PathToken],
    pairs: dict[int, int],
    columns: list[int],
    tokens: dict[int, PathToken],
) -> list[int]:
    """The columns of the sequence's tokens; those that are in none yet get new ones,
    right before the next column that the sequence shares."""
    taken: list[int] = []
    shared = {i: columns[j] for i, j in pairs.items()}
    end = len(columns)
    for i in range(len(sequence) - 1, -1, -1):
        if i in shared:
            end = columns.index(shared[i])
            taken.append(shared[i])
            continue
        column = len(tokens)
        tokens[column] = sequence[i]
        columns.insert(end, column)
        taken.append(column)
    return taken[::-1]
