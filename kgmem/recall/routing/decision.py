"""A decision for a route, and how success rates authorize one."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kgmem.graph.read_rows import StoredRun
from kgmem.model.plan import Route
from kgmem.paths.refill import Refilled
from kgmem.recall.asked_values import OpenValue
from kgmem.recall.routing.by_pattern import PatternPath
from kgmem.recall.routing.wording_doubts import Doubt
from kgmem.tuning import tuned

_TUNED = tuned("recall.routing.decision")

UNCHECKED = _TUNED["unchecked"]
"""Lower bound of the success rate from which a replay needs no checks."""
DOUBTED = _TUNED["doubted"]
"""Share of the confidence that each doubt about a pattern's path leaves."""


@dataclass(slots=True)
class Decision:
    """A route and what led to it."""

    route: Route = "reflexion_explore"
    run: StoredRun | None = None
    """What a plan is made from,"""
    filled: Refilled | None = None
    """with these steps in the place of its own, where the task has other values,"""
    asked: tuple[OpenValue, ...] = ()
    """and these values of it asked for;"""
    followed: PatternPath | None = None
    """or this."""
    confidence: float = 0.0
    familiarity: float = 0.0
    checked: bool = True
    experimental: bool = False
    bound: float = 0.0
    """Lower bound of the success rate of a direct replay; of another route nothing is
    known that would spare a question."""
    wins: int = 0
    """Successes of the path,"""
    verified: int = 0
    """and those of them that not the agent alone says."""
    ends_for_good: bool = False
    """Is the task known to end in a step that can't be taken back?"""
    reasons: list[str] = field(default_factory=list)
    wanted: list[str] = field(default_factory=list)
    doubts: int = 0
    """Reasons against a replay as it is."""

    def doubt(self, reason: str, wanted: str) -> None:
        """Note a reason against a replay, and what would take it away."""
        self.doubts += 1
        self.confidence *= DOUBTED
        self.reasons.append(reason)
        self.wanted.append(wanted)

    def lift(self, doubts: Sequence[Doubt]) -> None:
        """Replay directly, with checks, in spite of these doubts, which are all there
        are."""
        for reason, wanted in doubts:
            self.confidence /= DOUBTED
            self.reasons.remove(reason)
            self.wanted.remove(wanted)
        self.route, self.doubts = "direct_replay", 0
        self.checked, self.bound = True, 0.0


def explore(decision: Decision, tally: str) -> None:
    """Nothing that fails so often is followed again."""
    decision.route, decision.run = "reflexion_explore", None
    decision.confidence = 0.0
    decision.reasons.append(f"but it fails too often to replay ({tally})")
    decision.wanted.append("a new success, found by exploring")


def replay_directly(
    decision: Decision, lower_bound: float, verified_bound: float, ema: float | None
) -> None:
    """Unchecked only on strong evidence that nothing newer speaks against, and that is
    more than the agent's own word: what is claimed alone is not counted for it."""
    decision.bound = min(lower_bound, verified_bound)
    decision.route = "direct_replay"
    lately = 1.0 if ema is None else ema
    decision.checked = min(decision.bound, lately) < UNCHECKED
    bound = f"lower bound {lower_bound:.2f}"
    if not decision.checked:
        decision.reasons.append(f"replay without checks: {bound}")
    elif lower_bound < UNCHECKED:
        decision.reasons.append(f"replay with each step checked: {bound}")
        decision.wanted.append(
            f"a lower bound of {UNCHECKED} (21 successes in a row) to go unchecked"
        )
    elif decision.bound < UNCHECKED:
        verified = decision.verified
        decision.reasons.append(
            f"replay with each step checked: {verified} successes are verified, the "
            "others only claimed"
        )
        decision.wanted.append("successes that a judge or a check of the effect tells")
    else:
        decision.reasons.append(
            f"replay with each step checked: it failed lately (average {lately:.2f})"
        )
        decision.wanted.append(f"successes up to an average of {UNCHECKED}")
