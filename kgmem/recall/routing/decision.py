"""A decision for a route, and how success rates authorize one."""

from dataclasses import dataclass, field

from kgmem.graph.read_rows import StoredRun
from kgmem.model.plan import Route
from kgmem.model.values.reason import Doubt, Reason
from kgmem.paths.refill import Refilled
from kgmem.recall.asked_values import OpenValue
from kgmem.recall.routing.by_pattern import PatternPath
from kgmem.tuning import tuned

_TUNED = tuned("recall.routing.decision")

UNCHECKED = _TUNED["unchecked"]
"""Lower bound of the success rate from which a replay needs no checks."""

DOUBTED = _TUNED["doubted"]
"""How likely a plan is right that something speaks against."""

FAILS = "failing"
"""The code of what fails too often to be followed."""


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
    told: list[Reason] = field(default_factory=list)
    """What the route rests on, and what is against a replay as it is."""

    @property
    def doubts(self) -> list[Doubt]:
        """What is against a replay as it is."""
        return [one for one in self.told if isinstance(one, Doubt)]

    @property
    def predicted(self) -> float:
        """How likely the plan succeeds, by its evidence and what is against it."""
        return min(1.0, self.confidence) * (DOUBTED if self.doubts else 1.0)

    @property
    def refused(self) -> tuple[str, ...]:
        """Codes of what stood against a direct replay."""
        return tuple(
            one.code for one in self.told if isinstance(one, Doubt) or one.code == FAILS
        )

    @property
    def reasons(self) -> list[str]:
        """All that is told, in the language that is spoken."""
        return list(filter(None, map(str, self.told)))

    @property
    def wanted(self) -> list[str]:
        """What a better route would need."""
        return [one.wanted for one in self.told if one.wanted]

    def tell(self, code: str, **values: object) -> None:
        """Note what the route rests on."""
        self.told.append(Reason.of(code, **values))

    def doubt(self, doubt: Doubt) -> None:
        """Note what is against a replay as it is."""
        self.told.append(doubt)

    def lift(self) -> None:
        """Replay directly, with checks, in spite of all doubts."""
        for doubt in self.doubts:
            self.told.remove(doubt)
        self.route = "direct_replay"
        self.checked, self.bound = True, 0.0


def explore(decision: Decision, tally: Reason) -> None:
    """Nothing that fails so often is followed again."""
    decision.route, decision.run = "reflexion_explore", None
    decision.confidence = 0.0
    decision.tell(FAILS, tally=tally)


def replay_directly(
    decision: Decision, lower_bound: float, verified_bound: float, ema: float | None
) -> None:
    """Unchecked only on strong evidence that nothing newer speaks against, and that is
    more than the agent's own word: what is claimed alone is not counted for it."""
    decision.bound = min(lower_bound, verified_bound)
    decision.route = "direct_replay"
    lately = 1.0 if ema is None else ema
    decision.checked = min(decision.bound, lately) < UNCHECKED
    if not decision.checked:
        decision.tell("unchecked", bound=lower_bound)
    elif lower_bound < UNCHECKED:
        decision.tell("checked", bound=lower_bound, unchecked=UNCHECKED)
    elif decision.bound < UNCHECKED:
        decision.tell("checked_claims", verified=decision.verified)
    else:
        decision.tell("checked_lately", lately=lately, unchecked=UNCHECKED)
