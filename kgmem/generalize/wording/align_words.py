"""Texts aligned on their units, one after another to a growing profile (progressive
alignment, as in Feng and Doolittle 1987)."""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from kgmem.generalize.wording.units import Unit
from kgmem.pace import breathe
from kgmem.tuning import tuned

_TUNED = tuned("generalize.wording.align_words")

MAX_COLUMNS = 1_200
"""Columns of a profile; beyond, units of a single text are dropped."""
NEIGHBOURS = _TUNED["neighbours"]
"""What a match is worth more where the units before match as well."""


@dataclass(slots=True)
class WordColumn:
    """A unit of the profile, and where it stands in the texts that have it."""

    unit: Unit
    places: dict[int, int] = field(default_factory=dict)
    """Index into a text's units by the text's number."""


Texts = Sequence[Sequence[Unit]]


def common_columns(texts: Texts, enough: int) -> list[WordColumn]:
    """The units that `enough` texts have, in an order that (nearly) fits them; not
    all are in each text where that order has them."""
    support = Counter(key for text in texts for key in {_key(unit) for unit in text})
    return _profile(texts, {key for key, n in support.items() if n >= enough})


def placed(texts: Texts, columns: Sequence[WordColumn]) -> list[WordColumn]:
    """The columns with the places that they have in `texts`."""
    fresh = [WordColumn(column.unit) for column in columns]
    sought = _Sought.of(columns)
    for number, text in enumerate(texts):
        for place, column in enumerate(sought.aligned(text)):
            if column is not None:
                fresh[column].places[number] = place
    return fresh


def aligned(text: Sequence[Unit], columns: Sequence[WordColumn]) -> list[int | None]:
    """For each unit its column, or None: the best alignment, in which columns that
    many texts have count more, and neighbours that stay neighbours.

    Time grows with the pairs that match, memory with the units that match any.
    """
    breathe()
    return _Sought.of(columns).aligned(text)


_Key = tuple[str, bool]


def _key(unit: Unit) -> _Key:
    return unit.fold, unit.value is not None


@dataclass(frozen=True, slots=True)
class _Sought:
    """Columns that texts are aligned to."""

    size: int
    by_key: Mapping[_Key, Mapping[int, float]]
    """The columns that a unit may be put into, in their order, and what each is
    worth."""

    @classmethod
    def of(cls, columns: Sequence[WordColumn]) -> "_Sought":
        """The columns as they are now; places that they get later don't count."""
        most = max((len(column.places) for column in columns), default=0) or 1
        by_key: dict[_Key, dict[int, float]] = {}
        for j, column in enumerate(columns):
            worth = column.unit.weight * (1 + len(column.places) / most) / 2
            if worth > 0:
                by_key.setdefault(_key(column.unit), {})[j] = worth
        return cls(len(columns), by_key)

    def aligned(self, text: Sequence[Unit]) -> list[int | None]:
        """See `aligned`."""
        found: list[int | None] = [None] * len(text)
        best, paired = self._tables(text)
        i, j, after_match = len(text), self.size, False
        while i and j:
            here, above = best[i], best[i - 1]
            if after_match or here[j] > max(above[j], here[j - 1]):
                found[i - 1] = j - 1
                i, j = i - 1, j - 1
                after_match = paired[i].get(j, -math.inf) + NEIGHBOURS >= above[j]
            elif here is above or here[j] == above[j]:
                i -= 1
            else:
                j -= 1
        return found

    def _tables(
        self, text: Sequence[Unit]
    ) -> tuple[list[list[float]], list[Mapping[int, float]]]:
        """Best worth of the first i units and j columns: at all, a row that is the
        one before where nothing is gained; and, by j, with the last of both paired,
        where that is the best or may be with the next."""
        row, pairs = [0.0] * (self.size + 1), _NOTHING
        best, paired = [row], [pairs]
        for unit in text:
            columns = self.by_key.get((unit.fold, unit.value is not None))
            if columns is None:
                pairs = _NOTHING
            else:
                row, pairs = _with_row(row, pairs, columns)
            best.append(row)
            paired.append(pairs)
        return best, paired


_NOTHING: Mapping[int, float] = {}


def _with_row(
    best: list[float], paired: Mapping[int, float], columns: Mapping[int, float]
) -> tuple[list[float], Mapping[int, float]]:
    """The next row, of a unit that may be put into these columns. A row never falls,
    so what a pair gains is gained from its column on, up to where more is known."""
    row = best
    pairs: dict[int, float] = {}
    for j, worth in columns.items():
        whole = worth + best[j]
        if j in paired and paired[j] + NEIGHBOURS > best[j]:
            whole = worth + (paired[j] + NEIGHBOURS)
        known = row[j + 1]
        if whole > known:
            row = list(best) if row is best else row
            end = bisect_left(row, whole, j + 1)
            row[j + 1 : end] = [whole] * (end - j - 1)
        if whole + NEIGHBOURS >= known:
            pairs[j + 1] = whole
    return row, pairs


def _profile(texts: Texts, wanted: Collection[_Key]) -> list[WordColumn]:
    """The wanted units of every text in one order, short texts first: they say the
    least by accident."""
    columns: list[WordColumn] = []
    for number in sorted(range(len(texts)), key=lambda n: len(texts[n])):
        text = texts[number]
        places = [n for n, unit in enumerate(text) if _key(unit) in wanted]
        columns = _merged(columns, number, text, places)
        if len(columns) > MAX_COLUMNS:
            columns = [column for column in columns if len(column.places) > 1]
    return columns


def _merged(
    columns: Sequence[WordColumn],
    number: int,
    text: Sequence[Unit],
    places: Sequence[int],
) -> list[WordColumn]:
    merged: list[WordColumn] = []
    done = 0
    found = aligned([text[place] for place in places], columns)
    for place, column in zip(places, found, strict=True):
        if column is None:
            merged.append(WordColumn(text[place], {number: place}))
            continue
        columns[column].places[number] = place
        merged += columns[done : column + 1]
        done = column + 1
    return [*merged, *columns[done:]]
