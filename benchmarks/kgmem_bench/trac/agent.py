"""Does a task as it was walked: each step with its pages' addresses."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kgmem_bench.pages.driver import ActKind, View
from kgmem_bench.pages.episode import Done, do
from kgmem_bench.trac.episodes import TracEpisode
from kgmem_bench.trac.goals import Standing

APP = "Trac"


@dataclass(frozen=True, slots=True)
class Walk:
    """A recorded walk."""

    run: dict[str, Any]
    """As `Memory.learn` takes it."""
    standing: Standing

    @property
    def steps(self) -> Sequence[dict[str, Any]]:
        """Of the walk, detours included."""
        steps: Sequence[dict[str, Any]] = self.run["steps"]
        return steps


class Doable(Protocol):
    """Something to do, and how its element is found."""

    @property
    def kind(self) -> ActKind:
        """What to do."""

    @property
    def value(self) -> str | None:
        """What to enter or choose."""

    def find(self, view: View) -> int:
        """The place of its element in the view. Raises LookupError."""


def walk(episode: TracEpisode, moves: Sequence[Doable]) -> Walk:
    """Do what a person does, and record it. Raises LookupError where something is not
    on the page."""
    steps: list[dict[str, Any]] = []
    start = episode.driver.url
    for move in moves:
        view = episode.driver.view()
        before = episode.driver.url
        done, _ = do(episode, view, move.find(view), move.kind, move.value)
        steps.append(recorded(done, before, episode.driver.url))
    run = {
        "task": episode.task,
        "app": APP,
        "url": start,
        "outcome": "success",
        "steps": steps,
    }
    return Walk(run, episode.standing())


def recorded(done: Done, before: str, after: str) -> dict[str, Any]:
    """The act as a step of a trajectory, with the addresses before and after it."""
    step = done.step()
    step["page_before"]["url"] = before
    if step["page_after"] is not None:
        step["page_after"]["url"] = after
    return step
