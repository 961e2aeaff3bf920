"""Texts aligned to columns: as the plain table of all pairs says."""

import math

from hypothesis import given
from hypothesis import strategies as st

from kgmem.generalize.wording.align_words import NEIGHBOURS, WordColumn, aligned
from kgmem.generalize.wording.units import Unit


def _units(text: str) -> list[Unit]:
    return [Unit(word, 0, 0, "word") for word in text.split()]


def _plainly(text: list[Unit], columns: list[WordColumn]) -> list[int | None]:
    """The same over every unit and every column."""
    most = max((len(c.places) for c in columns), default=0) or 1
    n, m = len(text), len(columns)
    best = [[0.0] * (m + 1) for _ in range(n + 1)]
    paired = [[-math.inf] * (m + 1) for _ in range(n + 1)]
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            column = columns[j - 1]
            worth = column.unit.weight * (1 + len(column.places) / most) / 2
            if column.unit.fold == text[i - 1].fold and worth > 0:
                before = max(best[i - 1][j - 1], paired[i - 1][j - 1] + NEIGHBOURS)
                paired[i][j] = worth + before
            best[i][j] = max(best[i - 1][j], paired[i][j], best[i][j - 1])
    found: list[int | None] = [None] * n
    i, j, after_match = n, m, False
    while i and j:
        if after_match or best[i][j] > max(best[i - 1][j], best[i][j - 1]):
            found[i - 1] = j - 1
            i, j = i - 1, j - 1
            after_match = paired[i][j] + NEIGHBOURS >= best[i][j]
        elif best[i][j] == best[i - 1][j]:
            i -= 1
        else:
            j -= 1
    return found


_word = st.sampled_from(["open", "the", "a", "mail", "of", "ann", ",", "天", "气", "7"])
_text = st.lists(_word, max_size=14).map(" ".join).map(_units)


@given(_text, _text, st.lists(st.integers(0, 4), min_size=14, max_size=14))
def test_aligned_as_the_table_of_all_pairs_says(
    text: list[Unit], profile: list[Unit], support: list[int]
) -> None:
    columns = [
        WordColumn(unit, dict.fromkeys(range(support[n % 14]), 0))
        for n, unit in enumerate(profile)
    ]

    assert aligned(text, columns) == _plainly(text, columns)
