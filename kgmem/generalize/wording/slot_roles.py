"""Which values of different texts fill the same slot: those that do the same in their
runs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from kgmem.generalize.plain import Grounding, TaskRuns, Use
from kgmem.model.trajectory import Element, Step
from kgmem.model.values.numeric import best_pairs
from kgmem.tuning import tuned

_TUNED = tuned("generalize.wording.slot_roles")

SAME_PLACE = _TUNED["same_place"]
"""What it counts that two values stand in the same place of the wording; to do
exactly the same in the run counts 1."""
ALIKE = _TUNED["alike"]
"""Values that are less alike fill different slots."""

_GIVEN = ("value", "params.", "url.", "path.")

Role = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextValue:
    """A value of one text."""

    roles: frozenset[Role]
    place: int | None
    """The same number for values that stand in the same place of the wording."""


def steps_of(task: TaskRuns) -> Sequence[Step]:
    """The steps of the newest run, which `Use.step` counts; none without a run."""
    return task.runs[0].steps if task.runs else ()


def roles_of(task: TaskRuns, grounded: Sequence[Grounding]) -> list[frozenset[Role]]:
    """What each value does in the run, told in several ways, so that runs that differ
    a little still have most of them in common."""
    steps = steps_of(task)
    seen: Counter[Role] = Counter()
    nth = []
    for step in steps:
        nth.append(seen[action_of(step)])
        seen[action_of(step)] += 1
    return [
        frozenset(role for use in one.uses for role in _roles(steps, nth, use))
        for one in grounded
    ]


def _roles(steps: Sequence[Step], nth: Sequence[int], use: Use) -> Iterator[Role]:
    part = part_of(use)
    if not 0 <= use.step < len(steps):
        yield "step", str(use.step), part
        return
    step = steps[use.step]
    does = (*action_of(step), part)
    yield "action", *does
    yield "nth", *does, str(nth[use.step])
    if step.target is not None:
        yield "element", *_sort(step, step.target, use)
        yield "name", *does, _own_name(step, use)


def action_of(step: Step) -> Role:
    """Action and, of a tool's call, the tool."""
    return step.action, str(step.params.get("name", ""))


def part_of(use: Use) -> str:
    """The part that the use fills, without numbers at its end: items of one list
    fill the same."""
    return use.part.rstrip("0123456789.")


def _own_name(step: Step, use: Use) -> str:
    """The element's id, or its label if the value is not in that."""
    target = step.target
    if target is None:
        return ""
    own = (target.test_id, target.attributes.get("id"), target.attributes.get("name"))
    label = target.label() if use.part in ("value", "") else ""
    return next(filter(None, own), label)


def is_entered(grounding: Grounding) -> bool:
    """Is it typed, chosen from a list or handed to a tool, rather than clicked?"""
    return any(use.part.startswith(_GIVEN) for use in grounding.uses if use.step >= 0)


def sorts_of(task: TaskRuns, grounding: Grounding) -> frozenset[Role]:
    """What is done with it, to which sorts of elements."""
    steps = steps_of(task)
    return frozenset(
        _sort(step, step.target, use)
        for use in grounding.uses
        if 0 <= use.step < len(steps)
        if (step := steps[use.step]).target is not None
    )


def _sort(step: Step, target: Element, use: Use) -> Role:
    return (*action_of(step), part_of(use), target.role or target.tag or "")


@dataclass
class _Slot:
    roles: set[Role] = field(default_factory=set)
    places: set[int] = field(default_factory=set)

    def likeness(self, value: TextValue) -> float:
        """0 .. 1 + SAME_PLACE."""
        same = len(self.roles & value.roles) / max(len(value.roles), 1)
        return same + SAME_PLACE * (value.place in self.places)

    def take(self, value: TextValue) -> None:
        """Count the value among the slot's."""
        self.roles |= value.roles
        if value.place is not None:
            self.places.add(value.place)


def assigned(texts: Sequence[Sequence[TextValue]]) -> list[list[int]]:
    """For each text's values, in order, the number of the slot that each fills; no
    two of one text fill the same.

    Texts with most values come first; each is matched as a whole (the assignment
    problem, Kuhn 1955).
    """
    slots: list[_Slot] = []
    found: list[list[int]] = [[] for _ in texts]
    for n in sorted(range(len(texts)), key=lambda n: -len(texts[n])):
        found[n] = _matched(slots, texts[n])
        for slot, value in zip(found[n], texts[n], strict=True):
            slots[slot].take(value)
    return found


def _matched(slots: list[_Slot], values: Sequence[TextValue]) -> list[int]:
    """Slots for one text's values; new ones are added."""
    likeness = np.array([[s.likeness(v) for s in slots] for v in values])
    chosen: dict[int, int] = {}
    if likeness.size:
        pairs = best_pairs(likeness)
        chosen = {
            value: slot for value, slot in pairs if likeness[value, slot] >= ALIKE
        }
    for n in range(len(values)):
        if n not in chosen:
            chosen[n] = len(slots)
            slots.append(_Slot())
    return [chosen[n] for n in range(len(values))]
