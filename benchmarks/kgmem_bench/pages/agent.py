"""A page agent with a memory: recall, follow the plan, else explore, and learn. It
talks to the memory through the public SDK alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kgmem import Located, Memory, Outcome, Plan, PlanStep, Recollection
from kgmem_bench.pages.attempt import Attempt, Ending, stopped
from kgmem_bench.pages.clocks import CallClock
from kgmem_bench.pages.driver import ElementDict
from kgmem_bench.pages.episode import Episode
from kgmem_bench.pages.replay import HandOver, Replay

FOLLOWED = frozenset({"direct_replay"})
"""Routes whose plan is followed. An adaptive one wants somebody who can adapt it, and
this agent can't."""
_OUTCOMES: dict[str, Outcome] = {
    "succeeded": "success",
    "declined": "unknown",
}


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
        if plan is None or route not in FOLLOWED:
            return stopped(0, _why_not(recollection), route)
        replay = Replay(episode, self._locate)
        failed: HandOver | None = None
        try:
            replay.follow(plan.steps)
        except HandOver as reason:
            failed = reason
        attempt = _attempt(replay, failed, route)
        if reports:
            self._report(plan, attempt, replay, failed)
        return attempt

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

    def _locate(self, step: PlanStep, elements: Sequence[ElementDict]) -> Located:
        with self.clock.timing("locate"):
            return self.memory.locate(step, elements)

    def _report(
        self, plan: Plan, attempt: Attempt, replay: Replay, failed: HandOver | None
    ) -> None:
        report = getattr(self.memory, "report", None)
        if report is None:
            return
        with self.clock.timing("report"):
            report(
                plan,
                _OUTCOMES.get(attempt.ending, "failure"),
                failed_step=failed.step.n if failed else None,
                reason=attempt.reason or None,
                located=replay.located,
                actions=attempt.actions,
            )


def _attempt(replay: Replay, failed: HandOver | None, route: str) -> Attempt:
    actions = len(replay.path)
    if failed is not None:
        return stopped(actions, str(failed), route)
    if replay.verdict is None:
        return Attempt("unfinished", actions, route, "all steps are done")
    ending: Ending = "succeeded" if replay.verdict.succeeded else "wrong"
    return Attempt(ending, actions, route)


def _why_not(recollection: Recollection) -> str:
    return "; ".join(recollection.reasons) or "no plan"
