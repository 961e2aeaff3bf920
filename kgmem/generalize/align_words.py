"""Texts aligned on their units, one after another to a growing profile (progressive
alignment, as in Feng and Doolittle 1987)."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from kgmem.generalize.units import Unit
from kgmem.pace import breathe

MAX_COLUMNS = 1_200
"""Columns of a profile; beyond, units of a single text are dropped."""
NEIGHBOURS = 0.3
"""What a match is worth more where the units before match as well."""


@dataclass(slots=True)
class Column:
    """A unit of the profile, and where it stands in the texts that have it."""

    unit: Unit
    places: dict[int, int] = field(default_factory=dict)
    """Index into a text's units by the text's number."""


Texts = Sequence[Sequence[Unit]]


def common_columns(texts: Texts, enough: int) -> list[Column]:
    """The units that `enough` texts have, in an order that (nearly) fits them; not
    all are in each text where that order has them."""
    support = Counter(key for text in texts for key in {_key(unit) for unit in text})
    return _profile(texts, {key for key, n in support.items() if n >= enough})


def placed(texts: Texts, columns: Sequence[Column]) -> list[Column]:
    """The columns with the places that they have in `texts`."""
    fresh = [Column(column.unit) for column in columns]
    for number, text in enumerate(texts):
        for place, column in enumerate(aligned(text, columns)):
            if column is not None:
                fresh[column].places[number] = place
    return fresh


def aligned(text: Sequence[Unit], columns: Sequence[Column]) -> list[int | None]:
    """For each unit its column, or None: the best alignment, in which columns that
    many texts have count more, and neighbours that stay neighbours.

    Time and memory grow with the product of both lengths.
    """
    breathe()
    match = _matches(text, columns)
    paired, best = _tables(match)
    found: list[int | None] = [None] * len(text)
    i, j, after_match = len(text), len(columns), False
    while i and j:
        if after_match or best[i, j] > max(best[i - 1, j], best[i, j - 1]):
            found[i - 1] = j - 1
            i, j = i - 1, j - 1
            after_match = paired[i, j] + NEIGHBOURS >= best[i, j]
        elif best[i, j] == best[i - 1, j]:
            i -= 1
        else:
            j -= 1
    return found


Numbers = npt.NDArray[np.float64]
_Key = tuple[str, bool]


def _matches(text: Sequence[Unit], columns: Sequence[Column]) -> Numbers:
    """What it is worth to put the i-th unit into the j-th column; 0: not allowed."""
    most = max((len(column.places) for column in columns), default=0) or 1
    worth = [c.unit.weight * (1 + len(c.places) / most) / 2 for c in columns]
    by_fold: dict[_Key, list[int]] = {}
    for j, column in enumerate(columns):
        by_fold.setdefault(_key(column.unit), []).append(j)
    match = np.zeros((len(text), len(columns)))
    for i, unit in enumerate(text):
        for j in by_fold.get(_key(unit), ()):
            match[i, j] = worth[j]
    return match


def _key(unit: Unit) -> _Key:
    return unit.fold, unit.value is not None


def _tables(match: Numbers) -> tuple[Numbers, Numbers]:
    """Best worth of the first i units and j columns: with the last of both paired,
    and at all."""
    rows, columns = match.shape
    paired = np.full((rows + 1, columns + 1), -np.inf)
    best = np.zeros((rows + 1, columns + 1))
    for i in range(1, rows + 1):
        before = np.maximum(best[i - 1, :-1], paired[i - 1, :-1] + NEIGHBOURS)
        paired[i, 1:] = np.where(match[i - 1] > 0, match[i - 1] + before, -np.inf)
        best[i] = np.maximum.accumulate(np.maximum(best[i - 1], paired[i]))
    return paired, best


def _profile(texts: Texts, wanted: Collection[_Key]) -> list[Column]:
    """The wanted units of every text in one order, short texts first: they say the
    least by accident."""
    columns: list[Column] = []
    for number in sorted(range(len(texts)), key=lambda n: len(texts[n])):
        text = texts[number]
        places = [n for n, unit in enumerate(text) if _key(unit) in wanted]
        columns = _merged(columns, number, text, places)
        if len(columns) > MAX_COLUMNS:
            columns = [column for column in columns if len(column.places) > 1]
    return columns


def _merged(
    columns: Sequence[Column], number: int, text: Sequence[Unit], places: Sequence[int]
) -> list[Column]:
    merged: list[Column] = []
    done = 0
    found = aligned([text[place] for place in places], columns)
    for place, column in zip(places, found, strict=True):
        if column is None:
            merged.append(Column(text[place], {number: place}))
            continue
        columns[column].places[number] = place
        merged += columns[done : column + 1]
        done = column + 1
    return [*merged, *columns[done:]]
