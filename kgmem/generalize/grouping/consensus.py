"""Which words of a task its neighbours share: the words of a template, not values."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kgmem.generalize.grouping.likeness import (
    Rarity,
    Supports,
    TaskView,
    common,
    likeness,
    line,
)
from kgmem.generalize.grouping.sketch import VALUE, Sketch, is_mask
from kgmem.matching.anchor_words import POLAR
from kgmem.model.values.similarity import SimilarityScale
from kgmem.ports import Vectors
from kgmem.tuning import tuned

_TUNED = tuned("generalize.grouping.consensus")

ROUNDS = 2
"""Times that neighbours are compared and asked."""
NEAR = _TUNED["near"]
"""Least likeness of a neighbour that is asked."""
NEARLY_BEST = _TUNED["nearly_best"]
"""And as a share of the nearest one's: a task's own kind, not the next one."""
MOST_ASKED = 8
"""Neighbours that are asked."""
MOST_ALIKE = 4
"""Tasks with the same sketch that are asked; they agree on everything."""
PRIOR_WEIGHT = 2.0
"""What is believed of a token before anybody is asked counts like so many of them."""
UNKNOWN = _TUNED["unknown"]
"""Support that a token is believed to have …"""
SURE = _TUNED["sure"]
"""… and one that is seldom a value: what stands for a value, and words that turn a
request into its opposite."""
MOST_MERGED = 16
"""Units of a kind that say together what it is told by."""


@dataclass(frozen=True, slots=True)
class TaskGroup:
    """Tasks with one sketch, or of one kind."""

    sketch: Sketch
    members: tuple[str, ...]
    """Ids, ascending."""
    vector: Vectors | None
    """Of the first one's text."""


Neighbours = Sequence[Sequence[int]]
"""For each unit the numbers of others that may be like it."""


def views(
    units: Sequence[TaskGroup],
    neighbours: Neighbours,
    calibration: SimilarityScale | None,
    rarity: Rarity,
) -> list[TaskView]:
    """Each unit as its neighbours show it; at first all that differs is a value.

    Time is linear in the number of neighbours.
    """
    seen = [_unasked(unit, rarity) for unit in units]
    for _ in range(ROUNDS):
        known = _likenesses(seen, neighbours, calibration)
        seen = [
            _view(
                unit,
                [(units[n], value) for n, value in _asked(unit, units, found)],
                rarity,
            )
            for unit, found in zip(units, known, strict=True)
        ]
    return seen


def _unasked(unit: TaskGroup, rarity: Rarity) -> TaskView:
    words, path = unit.sketch.words, unit.sketch.path
    return TaskView(
        unit.sketch,
        line(words, Supports([0.0] * len(words)), rarity),
        line(path, Supports([0.0] * len(path)), rarity) if path else None,
        unit.vector,
    )


def _likenesses(
    seen: Sequence[TaskView],
    neighbours: Neighbours,
    calibration: SimilarityScale | None,
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
    unit: TaskGroup, units: Sequence[TaskGroup], known: Mapping[int, float]
) -> list[tuple[int, float]]:
    """Numbers and likenesses of the neighbours that are asked, best first; ties in an
    order that has nothing to do with the words."""
    ranked = sorted(
        known.items(), key=lambda one: (-round(one[1], 3), units[one[0]].members[0])
    )
    has_its_like = len(unit.members) > 1
    best = 1.0 if has_its_like or not ranked else ranked[0][1]
    return [one for one in ranked[:MOST_ASKED] if one[1] >= NEARLY_BEST * best]


def _view(
    unit: TaskGroup, asked: Sequence[tuple[TaskGroup, float]], rarity: Rarity
) -> TaskView:
    """The unit as those who are asked show it; each counts by its likeness."""
    alike = min(len(unit.members) - 1, MOST_ALIKE)
    words, path = unit.sketch.words, unit.sketch.path
    texts = [(other.sketch.words, value) for other, value in asked]
    paths = [(o.sketch.path, value) for o, value in asked if o.sketch.path]
    return TaskView(
        unit.sketch,
        line(words, _supports(words, alike, texts), rarity),
        line(path, _supports(path, alike, paths), rarity) if path else None,
        unit.vector,
    )


def _supports(
    tokens: tuple[str, ...],
    alike: int,
    others: Sequence[tuple[tuple[str, ...], float]],
) -> Supports:
    having = [0.0] * len(tokens)
    for other, value in others:
        for place in common(tokens, other):
            having[place] += value
    asked = alike + sum(value for _, value in others)
    shares = [
        (PRIOR_WEIGHT * _before(token) + alike + support) / (PRIOR_WEIGHT + asked)
        for token, support in zip(tokens, having, strict=True)
    ]
    return Supports(shares, asked / (PRIOR_WEIGHT + asked))


def _before(token: str) -> float:
    """The support that a token is believed to have before anybody is asked."""
    return SURE if token in POLAR or is_mask(token) else UNKNOWN


# --- kinds as units ---------------------------------------------------------------


def merge(units: Sequence[TaskGroup]) -> TaskGroup:
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
    poles = frozenset(one for unit in units for one in unit.sketch.poles)
    opposites = frozenset(one for unit in units for one in unit.sketch.opposites)
    told = replace(
        lead.sketch, words=words, path=path, poles=poles, opposites=opposites
    )
    return TaskGroup(told, members, lead.vector)


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
