"""What came of following a plan."""

from typing import Literal

from pydantic import Field

from kgmem.model.answer import Answer
from kgmem.model.base import Value
from kgmem.model.effect import EffectSeen
from kgmem.model.health import Located
from kgmem.model.plan import Plan
from kgmem.model.trajectory import Outcome, ReplayOutcome, Step, Trajectory, counts
from kgmem.replay.follow.causes import Cause, Stop, StopKind

EFFECT = "a check of the effect"
"""The judge of what was verified."""


class Followed(Value):
    """How far a plan was followed, and what is left of it."""

    outcome: Literal["success", "stopped", "failure", "absent"]
    """success: all was done, and no check speaks against it; stopped: handed over, see
    `remaining`; failure: all was done, but nothing landed, as the check says; absent:
    what was to be read is not there, `reason` says what was seen."""
    verified: bool = False
    """Did an independent check say so? Else a success is only claimed."""
    effects: tuple[EffectSeen, ...] = ()
    """What the checks of the effect came to that the runs of the plan carry."""
    plan: Plan = Field(repr=False)
    steps: tuple[Step, ...] = Field(default=(), repr=False)
    """What was done, as steps of a run."""
    already: tuple[int, ...] = ()
    """Steps of the plan that were left out: what they bring about was there."""
    located: dict[int, Located] = Field(default_factory=dict, repr=False)
    """Where elements were found, by the number of the plan's step."""
    failed_step: int | None = None
    why: StopKind | None = None
    cause: Cause | None = None
    """What a stop is reported as: `blocked`, `absent` and `refused` are nothing against
    the path, nor is `unknown`, where nothing was done wrong."""
    may_be_done: bool = False
    """Was the step at which it stopped tried, so that it may have had its effect? To do
    it once more may be too much."""
    answers: dict[str, Answer] = Field(default_factory=dict)
    """What was read, by its name."""
    reason: str | None = None
    unreported: str | None = None
    """Why the memory could not be told."""
    remaining: Plan | None = Field(default=None, repr=False)
    """What is left to do, from the step on at which it stopped."""

    @property
    def answer(self) -> Answer | None:
        """What was read, of several the last."""
        return next(reversed(self.answers.values()), None)

    @property
    def actions(self) -> int:
        """How often something was done to the page."""
        return len(self.steps)

    @property
    def done(self) -> int:
        """Steps of the plan that were done or left out, in order."""
        left = len(self.remaining.steps) if self.remaining else 0
        return len(self.plan.steps) - left

    @property
    def entered(self) -> dict[int, str]:
        """What was entered where it was to be, by the number of the plan's step."""
        found = {
            n
            for n, one in self.located.items()
            if one.index is not None and not one.ambiguous
        }
        steps = (step for step in self.plan.steps if step.n in found)
        return {step.n: step.value for step in steps if step.value}

    @property
    def reported(self) -> ReplayOutcome:
        """What came of the path."""
        return self.cause or "unknown" if self.outcome == "stopped" else self.outcome

    @property
    def judge(self) -> str | None:
        """Who says how it ended, besides the one who followed it."""
        return EFFECT if self.verified else None

    def run(self) -> Trajectory:
        """What was done as a run that can be learned; one that something else than the
        path kept from its end is of unknown outcome."""
        reported = self.reported
        ended: Outcome = reported if counts(reported) else "unknown"
        return Trajectory(
            task=self.plan.task,
            app=self.plan.app,
            steps=self.steps,
            outcome=ended,
            plan_id=self.plan.plan_id,
            judge=self.judge,
        )


def outcome_of(
    stop: Stop | None, landed: bool | None
) -> tuple[Literal["success", "stopped", "failure"], str | None]:
    """How it ended, and why. What the check saw counts, whatever the page showed."""
    if landed:
        return "success", str(stop) if stop else None
    if stop is not None:
        return "stopped", str(stop)
    if landed is None:
        return "success", None
    return "failure", "all was done, but nothing landed"
