"""Does a task by memory, or as it was walked: each step with its pages' addresses."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from kgmem import Memory, Recollection
from kgmem_bench.pages.clocks import CallClock
from kgmem_bench.pages.driver import ActKind, View
from kgmem_bench.pages.episode import Done, do
from kgmem_bench.pages.replay import EpisodeDriver, followed
from kgmem_bench.pages.script import Locator, find
from kgmem_bench.trac.episodes import TracEpisode
from kgmem_bench.trac.goals import Standing

APP = "Trac"
FOLLOWED = frozenset({"direct_replay"})
"""Routes whose plan is followed. An adaptive one wants somebody who can adapt it …"""
TRUSTED = FOLLOWED | {"adaptive_replay"}
"""… or who takes it as it is."""

Ending = Literal["done", "wrong", "handed over", "declined", "undone"]
"""done: the goal is reached; wrong: the database is neither as it was nor as it should
be; handed over: stopped on the way, nothing in the database is different; declined:
nothing was done at all; undone: all steps were done and nothing came of it."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of one attempt."""

    ending: Ending
    actions: int
    route: str = ""
    """As the memory advised; empty where none was asked."""
    reason: str = ""
    """Why it declined or stopped."""


def ending(now: Standing, actions: int, is_stopped: bool) -> Ending:
    """How an attempt ended, by how things stand after it."""
    if now == "reached":
        return "done"
    if now != "untouched":
        return "wrong"
    if not actions:
        return "declined"
    return "handed over" if is_stopped else "undone"


# Walking ------------------------------------------------------------------------------


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


# By memory ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent in Trac that does what it remembers, and nothing else."""

    memory: Memory
    clock: CallClock
    followed: frozenset[str] = FOLLOWED
    settles: bool = False
    """Does it say that the plan does what it is not known to do?"""

    def attempt(self, episode: TracEpisode) -> Attempt:
        """Do the task by memory, as far as that goes."""
        recollection = self._recall(episode)
        plan, route = recollection.plan, recollection.route
        if plan is None or route not in self.followed:
            why = "; ".join(recollection.reasons) or "no plan"
            return Attempt("declined", 0, route, why)
        if self.settles:
            plan = plan.settled()
        page = EpisodeDriver(episode)
        done = followed(self.memory, self.clock, plan, page, reports=False)
        is_stopped = done.outcome == "stopped"
        how = ending(episode.standing(), done.actions, is_stopped)
        return Attempt(how, done.actions, route, done.reason or "")

    def learn(self, run: dict[str, Any]) -> None:
        """Keep a run."""
        with self.clock.timing("learn"):
            self.memory.learn(run)

    def _recall(self, episode: TracEpisode) -> Recollection:
        seen = episode.driver.view()
        with self.clock.timing("recall"):
            return self.memory.recall(
                episode.task, app=APP, url=episode.driver.url, elements=seen.elements
            )


# By a script --------------------------------------------------------------------------


def play(episode: TracEpisode, steps: Sequence[dict[str, Any]], by: Locator) -> Attempt:
    """Do the recorded steps word for word, whatever the task says."""
    for actions, step in enumerate(steps):
        view = episode.driver.view()
        index = find(view, step["target"], by)
        if index is None:
            how = ending(episode.standing(), actions, is_stopped=True)
            return Attempt(how, actions, reason=f"step {actions + 1}: not there")
        do(episode, view, index, step["action"], step["value"])
    return Attempt(ending(episode.standing(), len(steps), False), len(steps))
