"""Which shared units are words of a template, and which are in values by accident."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kgmem.generalize.wording.align_words import (
    Texts,
    WordColumn,
    common_columns,
    placed,
)
from kgmem.generalize.wording.units import Unit
from kgmem.language.vocabulary import word_set
from kgmem.matching.anchor_words import (
    LIGHT,
    is_content,
    is_han,
)
from kgmem.tuning import tuned

_TUNED = tuned("generalize.wording.anchors")

MOST = _TUNED["most"]
"""Share of a group that may be looked at without the others,"""
MUCH_MORE = _TUNED["much_more"]
"""if it has so many times more in common."""
MAX_ROUNDS = 8
"""Times that accidents are looked for: without one, others may show as such."""
CONJUNCTIONS = word_set("conjunction")
SEPARATORS = CONJUNCTIONS | frozenset(",、;")
"""What stands between the items of an enumeration."""
LEANING = word_set("leaning")
"""Words that stand with what follows them; none parts two values."""
ALONE = _TUNED["alone"]
"""A run of shared units between two values needs so much strength."""
BESIDE_NOTHING = _TUNED["beside_nothing"]
"""And so much if in some text one of its sides is empty."""


@dataclass(frozen=True, slots=True)
class GroupFrame:
    """What the texts of a group share."""

    columns: tuple[WordColumn, ...]
    rows: dict[int, tuple[int, ...]]
    """By number of a text that has all of it: where it stands there."""

    def gap(self, number: int, n: int, text: Sequence[Unit]) -> tuple[int, int]:
        """Start and end of what the text of this number has before the n-th shared
        unit; behind all of them for n = their number."""
        row = (-1, *self.rows[number], len(text))
        return row[n] + 1, row[n + 1]

    def says_something(self) -> bool:
        """Is more shared than marks and articles?"""
        return any(
            not (c.unit.kind == "mark" or c.unit.fold in LIGHT) for c in self.columns
        )

    def place(self, number: int, at: int) -> int | None:
        """The same number for units of different texts that stand in the same gap, or
        are shared; None for a text that lacks a shared unit."""
        row = self.rows.get(number)
        if row is None:
            return None
        return bisect_left(row, at) + bisect_right(row, at)


def frame(texts: Texts, n: int) -> GroupFrame:
    """What `texts` share; it is looked for in the first `n` of them.

    What all share, unless most share much more without some that say it otherwise.
    """
    seen = texts[:n]
    columns = _shared(seen, len(seen))
    enough = math.ceil(MOST * len(seen))
    if enough < len(seen):
        of_most = _shared(seen, enough)
        if _said(of_most, seen) > MUCH_MORE * _said(columns, seen):
            columns = of_most
    return _framed(texts, placed(texts, columns))


def _said(columns: Sequence[WordColumn], texts: Texts) -> float:
    """Weight of the shared units in all texts that have all of them."""
    weight = sum(column.unit.weight for column in columns)
    return weight * len(_framed(texts, columns).rows)


def _shared(texts: Texts, enough: int) -> list[WordColumn]:
    """What `enough` of the texts share, without accidents."""
    candidates = common_columns(texts, enough)
    for _ in range(MAX_ROUNDS):
        candidates = placed(texts, candidates)
        shared = [n for n, c in enumerate(candidates) if len(c.places) >= enough]
        columns = placed(texts, [candidates[n] for n in shared])
        accidents = {shared[n] for n in _accidents(_framed(texts, columns), texts)}
        if not accidents:
            break
        candidates = [c for n, c in enumerate(candidates) if n not in accidents]
    return columns


def _framed(texts: Texts, columns: Sequence[WordColumn]) -> GroupFrame:
    rows = {
        number: tuple(column.places[number] for column in columns)
        for number in range(len(texts))
        if all(number in column.places for column in columns)
    }
    return GroupFrame(tuple(columns), rows)


def _accidents(framed: GroupFrame, texts: Texts) -> set[int]:
    """Numbers of the columns that are no words of a template."""
    found: set[int] = set()
    words = [column.unit for column in framed.columns]
    for run in _runs(framed, texts):
        left, right = (_contents(framed, n, texts) for n in (run.start, run.stop))
        if _is_accident([words[n] for n in run], left, right):
            found.update(run)
            continue
        rows = [(texts[n], row) for n, row in framed.rows.items()]
        if _mostly(
            _goes_on(text, row[run.start])
            for (text, row), content in zip(rows, left, strict=True)
            if content
        ):
            found.add(run.start)
        if _mostly(
            _begins_before(text, row[run.stop - 1] + 1)
            for (text, row), content in zip(rows, right, strict=True)
            if content
        ):
            found.add(run.stop - 1)
    return found


def _goes_on(text: Sequence[Unit], at: int) -> bool:
    """Does the value before go on in the shared unit at this place?"""
    before, after = _cut(text, at)
    return 0 < after <= before


def _begins_before(text: Sequence[Unit], at: int) -> bool:
    """Does the value at this place begin in the shared unit before?"""
    before, after = _cut(text, at)
    return 0 < before <= after


def _cut(text: Sequence[Unit], at: int) -> tuple[int, int]:
    """Units before and after of the word or name that is cut before this unit; zero
    if none is."""
    if at >= len(text) or not text[at].joined:
        return 0, 0
    start = next(n for n in range(at - 1, -1, -1) if not text[n].joined)
    end = next((n for n in range(at, len(text)) if not text[n].joined), len(text))
    return at - start, end - at


def _contents(framed: GroupFrame, n: int, texts: Texts) -> list[Sequence[Unit]]:
    """What each text has in the n-th gap."""
    return [texts[k][slice(*framed.gap(k, n, texts[k]))] for k in framed.rows]


def _runs(framed: GroupFrame, texts: Texts) -> Iterator[range]:
    """Columns that stand side by side in all texts, as ranges."""
    start = 0
    for n in range(1, len(framed.columns) + 1):
        if n == len(framed.columns) or any(_contents(framed, n, texts)):
            yield range(start, n)
            start = n


def _is_accident(
    run: Sequence[Unit],
    left: Sequence[Sequence[Unit]],
    right: Sequence[Sequence[Unit]],
) -> bool:
    """Do values stand on both sides, and is it too little to part them?"""
    if not (_hold_values(left) and _hold_values(right)):
        return False
    strength = sum(map(_strength, run))
    if strength < ALONE:
        return True
    return strength < BESIDE_NOTHING and not all((*left, *right))


def _strength(unit: Unit) -> float:
    """How much a shared unit says against an accident; of most words 0..1."""
    if unit.kind == "mark":
        return 0.0
    if unit.fold in SEPARATORS:
        return 0.0
    if is_han(unit.fold):
        return 0.5 if is_content(unit.fold) else 1.0
    return 0.0 if unit.fold in LEANING else 1.0


def _hold_values(contents: Iterable[Sequence[Unit]]) -> bool:
    return any(not unit.is_empty for content in contents for unit in content)


def _mostly(answers: Iterable[bool]) -> bool:
    """Is more than half of them yes?"""
    given = list(answers)
    return 2 * sum(given) > len(given)
