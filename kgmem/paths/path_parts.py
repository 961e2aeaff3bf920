"""How the steps of a pattern belong together: alone, in a loop, as ways of a choice;
and the same with their slots filled."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from kgmem.model.pattern import PatternStep
from kgmem.model.plan import PlanStep
from kgmem.paths.fits import Look, look


@dataclass(frozen=True, slots=True)
class Loop:
    """Neighbours that are repeated together."""

    slot: str
    steps: tuple[PatternStep, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Ways that exclude each other."""

    ways: tuple[tuple["PatternStep | Loop", ...], ...]
    """Most supported first."""


Part = PatternStep | Loop | Choice


@dataclass(frozen=True)
class Filled:
    """A step whose slots are filled; its plan step is not numbered yet."""

    n: int
    """Of the pattern's step."""
    step: PlanStep

    @cached_property
    def look(self) -> Look | None:
        """Of its target; a plan needs none."""
        return look(self.step.target) if self.step.target else None


@dataclass(frozen=True, slots=True)
class Rounds:
    """What a loop comes to."""

    rounds: tuple[tuple["Filled", ...], ...]
    in_any_order: bool
    """A list's items need not be taken in the text's order."""


@dataclass(frozen=True, slots=True)
class ChosenWays:
    """What a choice comes to."""

    ways: tuple[tuple["Filled | Rounds", ...], ...]
    """Most supported first."""


FilledPart = Filled | Rounds | ChosenWays


def parts_of(steps: Sequence[PatternStep]) -> tuple[Part, ...]:
    """The steps of a path, told as its parts."""
    found: list[Part] = []
    for choice, group in _grouped(steps, choice_of):
        found += _loops(group) if choice is None else [_choice(group)]
    return tuple(found)


def choice_of(step: PatternStep) -> str | None:
    """The number of the choice that the step is part of; None for none."""
    return step.branch.partition(".")[0] if step.branch else None


def _choice(steps: Sequence[PatternStep]) -> Choice:
    ways = [group for _, group in _grouped(steps, lambda step: step.branch)]
    ways.sort(key=lambda way: -max(step.support for step in way))
    return Choice(tuple(tuple(_loops(way)) for way in ways))


def _loops(steps: Sequence[PatternStep]) -> list[PatternStep | Loop]:
    found: list[PatternStep | Loop] = []
    for slot, group in _grouped(steps, lambda step: step.repeat_for):
        found += group if slot is None else [Loop(slot, tuple(group))]
    return found


def _grouped(
    steps: Sequence[PatternStep], key: Callable[[PatternStep], str | None]
) -> Iterator[tuple[str | None, list[PatternStep]]]:
    for value, group in groupby(steps, key):
        yield value, list(group)
