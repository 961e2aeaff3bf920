"""Which words of a task its neighbours share: the words of a template, not values."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kgmem.generalize.likeness import View, common, likeness, line
from kgmem.generalize.sketch import VALUE, Sketch
from kgmem.model.anchor_words import POLAR
from kgmem.model.similarity import Calibration
from kgmem.ports import Vectors

ROUNDS = 2
"""Times that neighbours are compared and asked."""
NEAR = 0.4
"""Least likeness of a neighbour that is asked."""
NEARLY_BEST = 0.85
"""And of its likeness to that of the nearest: a task's own kind, not the next one."""
MOST_ASKED = 8
"""Neighbours that are asked: so many that a value which some of them have too does
not pass for a word of the template."""
MOST_MERGED = 16
"""Units of a kind that say together what it is told by."""
MOST_ALIKE = 4
"""Tasks with the same sketch that are asked."""
UNKNOWN = 0.2
"""Support of a token that nobody was asked about; it counts like one neighbour."""
POLAR_SUPPORT = 0.8
"""The same of a word that turns a request into its opposite: seldom a value."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Tasks with one sketch."""

    sketch: Sketch
    members: tuple[str, ...]
    """Ids, ascending."""
    vector: Vectors | None
    """Of the first member's text."""


def merge(units: Sequence[Unit]) -> Unit:
    """Units of one kind as one: the words and steps that most of them share, and
    something that stands for the values between."""
    if len(units) == 1:
        return units[0]
    members = tuple(sorted(key for unit in units for key in unit.members))
    lead = max(units, key=lambda unit: (bool(unit.sketch.path), len(unit.members)))
    sample = units[:: -(-len(units) // MOST_MERGED)]
    words = _shared_by_most(lead.sketch.words, [u.sketch.words for u in sample])
    paths = [unit.sketch.path for unit in sample if unit.sketch.path]
    path = _shared_by_most(lead.sketch.path, paths)
    return Unit(Sketch(words, path, lead.sketch.intents), members, lead.vector)


def _shared_by_most(
    tokens: tuple[str, ...], others: Sequence[tuple[str, ...]]
) -> tuple[str, ...]:
    having = Counter(place for other in others for place in common(tokens, other))
    told: list[str] = []
    for place, token in enumerate(tokens):
        kept = token if 2 * having[place] > len(others) else VALUE
        if kept != VALUE or told[-1:] != [VALUE]:
            told.append(kept)
    return tuple(told)


Neighbours = Sequence[Sequence[int]]
"""For each unit the numbers of others that may be like it."""


def views(
    units: Sequence[Unit], neighbours: Neighbours, calibration: Calibration | None
) -> list[View]:
    """Each unit as its neighbours show it; at first all that differs is a value.

    Time is linear in the number of neighbours.
    """
    seen = [_view(unit, _nothing(unit.sketch)) for unit in units]
    for _ in range(ROUNDS):
        known = _likenesses(seen, neighbours, calibration)
        seen = [
            _view(unit, _supports(number, units, _asked(number, units, known[number])))
            for number, unit in enumerate(units)
        ]
    return seen


_Supports = tuple[tuple[Sequence[float], float], tuple[Sequence[float], float]]
"""Of the tokens of the words and of the path, with evidence."""


def _view(unit: Unit, supports: _Supports) -> View:
    sketch = unit.sketch
    words, path = supports
    return View(
        sketch,
        line(sketch.words, *words),
        line(sketch.path, *path) if sketch.path else None,
        unit.vector,
    )


def _nothing(sketch: Sketch) -> _Supports:
    return ([0.0] * len(sketch.words), 0.0), ([0.0] * len(sketch.path), 0.0)


def _likenesses(
    seen: Sequence[View], neighbours: Neighbours, calibration: Calibration | None
) -> list[dict[int, float]]:
    """For each unit its neighbours' likeness, where it is enough to be asked."""
    known: list[dict[int, float]] = [{} for _ in seen]
    for one, others in enumerate(neighbours):
        for other in others:
            if one < other:
                value = likeness(seen[one], seen[other], calibration)
                if value >= NEAR:
                    known[one][other] = known[other][one] = value
    return known


def _asked(
    number: int, units: Sequence[Unit], known: Mapping[int, float]
) -> list[tuple[int, float]]:
    """Numbers and likenesses of the neighbours that are asked, best first; ties in an
    order that has nothing to do with the words."""
    ranked = sorted(
        known.items(), key=lambda one: (-round(one[1], 3), units[one[0]].members[0])
    )
    has_its_like = len(units[number].members) > 1
    best = 1.0 if has_its_like or not ranked else ranked[0][1]
    return [one for one in ranked[:MOST_ASKED] if one[1] >= NEARLY_BEST * best]


def _supports(
    number: int, units: Sequence[Unit], asked: Sequence[tuple[int, float]]
) -> _Supports:
    """Share of those asked that have a token, each counted by its likeness."""
    unit = units[number]
    alike = min(len(unit.members) - 1, MOST_ALIKE)
    return (
        _shares(
            unit.sketch.words,
            alike,
            [(units[other].sketch.words, value) for other, value in asked],
        ),
        _shares(
            unit.sketch.path,
            alike,
            [
                (units[other].sketch.path, value)
                for other, value in asked
                if units[other].sketch.path
            ],
        ),
    )


def _shares(
    tokens: tuple[str, ...], alike: int, others: Sequence[tuple[tuple[str, ...], float]]
) -> tuple[list[float], float]:
    having: Counter[int] = Counter()
    for other, value in others:
        for place in common(tokens, other):
            having[place] += value  # type: ignore[assignment]
    total = 1.0 + alike + sum(value for _, value in others)
    return [
        (_before(token) + alike + having[place]) / total
        for place, token in enumerate(tokens)
    ], 1.0 - 1.0 / total


def _before(token: str) -> float:
    return POLAR_SUPPORT if token in POLAR else UNKNOWN
