"""A page agent with a memory: recall, follow the plan, else explore, and learn. It
talks to the memory through the public SDK alone."""

from dataclasses import dataclass
from typing import Any

from kgmem import Followed, Memory, Recollection
from kgmem_bench.pages.attempt import Attempt, Ending, stopped
from kgmem_bench.pages.clocks import CallClock
from kgmem_bench.pages.episode import Episode, Verdict
from kgmem_bench.pages.replay import EpisodeDriver, followed


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent on the pages of one app."""

    memory: Memory
    app: str
    clock: CallClock

    def attempt(self, episode: Episode, *, reports: bool) -> Attempt:
        """Do the task by memory alone, as far as that goes. `reports`: tell the
        memory how it went."""
        recollection = self._recall(episode)
        plan, route = recollection.plan, recollection.route
        if plan is None or not recollection.is_followed:
            return stopped(0, _why_not(recollection), route)
        page = EpisodeDriver(episode)
        done = followed(self.memory, self.clock, plan, page, reports=reports)
        return _attempt(done, page.verdict, route)

    def learn(self, run: dict[str, Any]) -> None:
        """Keep a run."""
        with self.clock.timing("learn"):
            self.memory.learn({**run, "app": self.app})

    def generalize(self) -> None:
        """Let the memory see what its runs have in common."""
        with self.clock.timing("generalize"):
            self.memory.generalize()

    def _recall(self, episode: Episode) -> Recollection:
        seen = episode.driver.view()
        with self.clock.timing("recall"):
            return self.memory.recall(
                episode.task, app=self.app, elements=seen.elements
            )


def _attempt(done: Followed, verdict: Verdict | None, route: str) -> Attempt:
    if verdict is not None:
        ending: Ending = "succeeded" if verdict.succeeded else "wrong"
        return Attempt(ending, done.actions, route)
    if done.outcome == "stopped":
        return stopped(done.actions, done.reason or "", route)
    return Attempt("unfinished", done.actions, route, "all steps are done")


def _why_not(recollection: Recollection) -> str:
    return "; ".join(recollection.reasons) or "no plan"
