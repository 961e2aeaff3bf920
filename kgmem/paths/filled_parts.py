"""The parts of a path whose slots are filled."""

from dataclasses import dataclass
from functools import cached_property

from kgmem.model.plan import PlanStep
from kgmem.paths.fits import Look, look


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
