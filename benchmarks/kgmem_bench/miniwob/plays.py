"""One row for each time that somebody did a task, or tried."""

from dataclasses import dataclass
from typing import Literal

from kgmem_bench.miniwob.explored import Explored
from kgmem_bench.pages.attempt import Attempt, Ending

Phase = Literal["A", "B", "C1", "C3", "D", "E", "F"]
Arm = Literal["no memory", "kgmem", "script, XPath", "script, id", "script, place"]


@dataclass(frozen=True, slots=True)
class Play:
    """A task done, or tried, by one of the arms."""

    phase: Phase
    arm: Arm
    seed: int
    ending: Ending
    """Of what was done by heart, before any exploring."""
    actions: int
    """The same."""
    exploring: int = 0
    """Actions of the explorer, where nothing was known or it failed."""
    shortening: int = 0
    """Actions for a shorter path, of a new path that is learned."""
    route: str = ""
    reason: str = ""
    setting: str = ""
    """E: the change of the page. F: what the memory holds."""
    shown: bool = True
    """C: does the page show, or take, what the text says that no learned one did?"""

    @property
    def was_started(self) -> bool:
        """Was anything done by heart?"""
        return self.actions > 0

    @property
    def total(self) -> int:
        """All actions up to a success, or to giving up."""
        return self.actions + self.exploring


def by_heart(
    phase: Phase,
    arm: Arm,
    seed: int,
    attempt: Attempt,
    setting: str = "",
    *,
    shown: bool = True,
) -> Play:
    """A row for an attempt after which nobody explores."""
    return Play(
        phase,
        arm,
        seed,
        attempt.ending,
        attempt.actions,
        route=attempt.route,
        reason=attempt.reason,
        setting=setting,
        shown=shown,
    )


def without_memory(phase: Phase, found: Explored) -> Play:
    """A row for exploring from the start."""
    ending: Ending = "succeeded" if found.run else "unfinished"
    return Play(phase, "no memory", found.seed, ending, 0, exploring=found.actions)
