"""Texts of one kind -> templates with slots, and each text's values.

What a run uses is a value, with exact borders. Other values stand between the units
that all texts share. A text for which neither tells is read by the templates of those
for which they do.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kgmem.generalize.plain import Grounding, TaskRuns, Wordings
from kgmem.generalize.wording.anchors import GroupFrame, frame
from kgmem.generalize.wording.gaps import holds_values, pieces
from kgmem.generalize.wording.group_values import agreed
from kgmem.generalize.wording.slot_roles import (
    TextValue,
    assigned,
    is_entered,
    roles_of,
    sorts_of,
)
from kgmem.generalize.wording.told import (
    TextWithValues,
    ValueSpan,
    read,
    with_lists,
    with_repeats,
    without_constants,
    wordings_of,
)
from kgmem.generalize.wording.units import Unit, units

MAX_ALIGNED = 24
"""Texts in which shared units are looked for; the others are compared with these."""


@dataclass(frozen=True, slots=True)
class _Text:
    """A text cut into units."""

    task: TaskRuns
    grounded: tuple[Grounding, ...]
    units: tuple[Unit, ...]

    @property
    def has_runs(self) -> bool:
        """Is it known what its runs use?"""
        return bool(self.task.runs or self.grounded)

    def grounding(self, unit: Unit) -> Grounding | None:
        """What the unit is in the runs, if it is a value of theirs."""
        return None if unit.value is None else self.grounded[unit.value]


@dataclass(frozen=True, slots=True)
class _Found:
    """A value, in units of a text."""

    slot: str
    start: int
    end: int
    is_list: bool = False


def induce(
    group: Sequence[TaskRuns], grounded: Mapping[str, Sequence[Grounding]]
) -> Wordings:
    """The templates of a group of texts of one kind, and what fills their slots.

    `grounded` by task id: spans that do not overlap. A member's template, filled with
    its values, gives its text again up to `normalize`. Near-linear in the number of
    texts.
    """
    shapes: dict[tuple[tuple[str, str], ...], list[_Text]] = defaultdict(list)
    values = agreed([(task, grounded.get(task.task_id, ())) for task in group])
    for task, mine in zip(group, values, strict=True):
        text = _Text(task, mine, units(task.text, [one.span for one in mine]))
        shapes[tuple((unit.kind, unit.fold) for unit in text.units)].append(text)
    alike = sorted(shapes.values(), key=lambda texts: -len(texts))
    found, doubtful = _found(alike)
    told = [
        [_told(text, values) for text in texts]
        for texts, values in zip(alike, found, strict=True)
    ]
    sure = [one for n, same in enumerate(told) if n not in doubtful for one in same]
    others = [one for n in sorted(doubtful) for one in told[n]]
    known = with_repeats([*sure, *read(others, sure)])
    return wordings_of(with_lists(without_constants(known)))


def _told(text: _Text, found: Sequence[_Found]) -> TextWithValues:
    places = (_place(text, one) for one in found)
    return TextWithValues(
        text.task, tuple(sorted(places, key=lambda place: place.span))
    )


def _place(text: _Text, found: _Found) -> ValueSpan:
    first, last = text.units[found.start], text.units[found.end - 1]
    grounding = text.grounding(first) if first is last else None
    if grounding is None:
        return ValueSpan(found.slot, (first.start, last.end), is_list=found.is_list)
    return ValueSpan(
        found.slot,
        grounding.span,
        is_exact=True,
        is_entered=is_entered(grounding),
        sorts=sorts_of(text.task, grounding),
        items=grounding.items,
        is_list=bool(grounding.items),
    )


def _found(
    alike: Sequence[Sequence[_Text]],
) -> tuple[list[list[_Found]], set[int]]:
    """The values of each shape, given with its texts, and the shapes that may have
    more."""
    shapes = [texts[0] for texts in alike]
    framed = frame([shape.units for shape in shapes], MAX_ALIGNED)
    found = _used(shapes, framed)
    if len(shapes) > 1 and not framed.says_something():
        return found, {n for n, values in enumerate(found) if not values}
    doubtful = {n for n in range(len(shapes)) if n not in framed.rows and not found[n]}
    for number in range(len(framed.columns) + 1):
        gap = _Gap(number, framed, alike)
        if gap.is_used:
            doubtful |= gap.doubtful()
        else:
            gap.add_pieces(found)
    return found, doubtful


def _used(shapes: Sequence[_Text], framed: GroupFrame) -> list[list[_Found]]:
    """What the runs of each shape use."""
    roles = [roles_of(shape.task, shape.grounded) for shape in shapes]
    units = [
        [
            (at, unit.value)
            for at, unit in enumerate(shape.units)
            if unit.value is not None
        ]
        for shape in shapes
    ]
    values = [
        [TextValue(roles[n][value], framed.place(n, at)) for at, value in units[n]]
        for n in range(len(shapes))
    ]
    return [
        [
            _Found(f"used{slot}", at, at + 1)
            for slot, (at, _) in zip(slots, mine, strict=True)
        ]
        for slots, mine in zip(assigned(values), units, strict=True)
    ]


class _Gap:
    """What stands between two shared units, shape by shape."""

    def __init__(
        self, number: int, framed: GroupFrame, alike: Sequence[Sequence[_Text]]
    ) -> None:
        self._number = number
        self._alike = alike
        self._places = {
            n: framed.gap(n, number, alike[n][0].units) for n in framed.rows
        }
        self._contents = {
            n: alike[n][0].units[slice(*place)] for n, place in self._places.items()
        }
        self._values = {
            n: [unit for unit in content if unit.value is not None]
            for n, content in self._contents.items()
        }
        self.is_used = any(self._values.values())

    def doubtful(self) -> set[int]:
        """Shapes that say something where others have values of runs. Where those are
        lists, a run that uses no item says nothing but that: `Select nothing`."""
        only_lists = all(
            self._is_list(n, unit) for n in self._values for unit in self._values[n]
        )
        return {
            n
            for n, content in self._contents.items()
            if holds_values(content)
            and not self._values[n]
            and not (only_lists and self._alike[n][0].has_runs)
        }

    def add_pieces(self, found: Sequence[list[_Found]]) -> None:
        """Of a gap without values of runs, what else varies."""
        has_runs = any(texts[0].has_runs for texts in self._alike)
        texts = [len(self._alike[n]) for n in self._contents]
        values = pieces(list(self._contents.values()), texts, has_runs)
        for n, mine in zip(self._contents, values, strict=True):
            at = self._places[n][0]
            found[n] += [
                _Found(f"gap{self._number}.{p.slot}", at + p.start, at + p.end)
                for p in mine
            ]

    def _is_list(self, number: int, unit: Unit) -> bool:
        grounding = self._alike[number][0].grounding(unit)
        return grounding is not None and bool(grounding.items)
