"""What was made of a run, and what came of learning it."""

from datetime import datetime
from functools import lru_cache
from typing import Literal

from pydantic import Field

from kgmem.model.base import Text, Utc, Value
from kgmem.model.trajectory import UNCOUNTED, Outcome, ReplayOutcome, Step
from kgmem.model.values.beta import beta_quantile
from kgmem.model.why import Why

REFUTED = -1
"""A streak that ended in a failure which a check of the effect saw."""


class Learned(Value):
    """The receipt of `learn`."""

    experience_id: str
    task_id: str
    status: Literal["stored", "duplicate"]
    pattern_id: str | None = None
    dropped_steps: tuple[int, ...] = ()
    """Indexes into the given steps."""
    steps: int = 0
    """Steps of the run as it was given now, without those that were dropped."""
    redactions: int = 0
    vectors: Literal["ready", "pending"] = "ready"


class ItemError(Value):
    """Why one of many was not learned."""

    index: int
    source_task_id: str | None
    error: str


class LearnReport(Value):
    """The receipt of `learn_many`."""

    stored: int = 0
    duplicates: int = 0
    failed: int = 0
    items: tuple[Learned, ...] = ()
    errors: tuple[ItemError, ...] = ()
    seconds: float = 0.0


class Stats(Value):
    """How often a path was tried and how it went."""

    uses: int = 0
    wins: int = 0
    losses: int = 0
    verified: int = 0
    """Of the wins, those that a judge, a check of the effect or an operator vouches
    for; the others are what the agent claims."""
    untrusted: int = 0
    """Of the wins, those that count for nothing yet: no judge saw them, and their
    source is not trusted (`KGMEM_TRUSTED_SOURCES`)."""
    ema: float | None = None
    lower_bound: float = 0.0
    """10 % quantile of the Beta posterior of its success rate: one win 0.32."""
    feedback: float | None = None
    last_used_at: datetime | None = None
    streak: int = 0
    """Successes in a row since the last failure; REFUTED after one that a check saw,
    until a replay succeeds that one saw, or a run is learned."""
    blocked: int = 0
    """Replays that count as neither: something stood in the way,"""
    absent: int = 0
    """what was asked for was not there,"""
    refused: int = 0
    """or a choice had no such option."""


class Experience(Value):
    """One stored run, as recall hands it back."""

    experience_id: str
    task_id: str
    source_task_id: str
    task: str
    app: str | None = None
    outcome: Outcome
    score: float = 0.0
    judge: str | None = None
    """Who says so; None: the agent itself claims it."""
    source: str | None = None
    """Who recorded it."""
    decided: Literal["approve", "quarantine"] | None = None
    """What an operator decided about it."""
    steps: tuple[Step, ...] = ()
    preconditions: str | None = None
    keywords: tuple[str, ...] = ()
    stats: Stats = Stats()
    why: tuple[Why, ...] = ()
    """How it was reached: stage, graph path."""


class ActionStep(Value):
    """One step of an ExperienceRecord."""

    thought: Text = ""
    action: Text
    target_element_description: Text = ""


class ExperienceRecord(Value):
    """The flat record that a separate reflection module hands over."""

    task_description: Text
    keywords: tuple[Text, ...] = ()
    action_flow: tuple[ActionStep, ...] = ()
    preconditions: Text = ""
    is_successful: bool
    usage_count: int = Field(default=0, ge=0)
    last_used_at: Utc | None = None
    source_task_id: Text


def uncounted(stats: Stats) -> list[tuple[str, int]]:
    """How often replays ended without counting, as far as any did, by outcome."""
    found = [(name, getattr(stats, name)) for name in UNCOUNTED]
    return [(name, n) for name, n in found if n]


EMA_SHARE = 0.2
"""Of the newest outcome in the moving average: four failures in a row outweigh any
number of earlier successes."""


def replayed(
    stats: Stats,
    outcome: ReplayOutcome,
    at: datetime,
    feedback: float | None = None,
    *,
    verified: bool = False,
) -> Stats:
    """The counters after one more replay, which ended at `at`; an outcome other than
    success and failure is a use, and neither of them. `feedback` is in 0..1;
    `verified`: not the agent alone says so."""
    won = {"success": 1.0, "failure": 0.0}.get(outcome)
    wins, losses = stats.wins + (won == 1.0), stats.losses + (won == 0.0)
    return Stats(
        uses=stats.uses + 1,
        wins=wins,
        losses=losses,
        verified=stats.verified + (won == 1.0 and verified),
        untrusted=stats.untrusted,
        ema=_moved(_ema(stats), won),
        lower_bound=decayed_lower_bound(wins, losses),
        feedback=_moved(stats.feedback, feedback),
        last_used_at=max(filter(None, (stats.last_used_at, at))),
        streak=_streak(stats.streak, won, verified),
        blocked=stats.blocked + (outcome == "blocked"),
        absent=stats.absent + (outcome == "absent"),
        refused=stats.refused + (outcome == "refused"),
    )


def _streak(known: int, won: float | None, verified: bool) -> int:
    """What only the agent claims makes good no failure that a check saw."""
    if won is None or (known == REFUTED and not verified):
        return known
    if won:
        return streak_by_wins(known, 1)
    return REFUTED if verified else 0


def with_wins(stats: Stats, wins: int) -> Stats:
    """The counters after so many more successes that were learned, not replayed; below
    zero where runs are no longer looked at, which breaks no streak."""
    won = max(0, stats.wins + wins)
    return stats.model_copy(
        update={
            "wins": won,
            "lower_bound": decayed_lower_bound(won, stats.losses),
            "ema": moved_by_wins(stats.ema, wins),
            "streak": streak_by_wins(stats.streak, wins),
        }
    )


def streak_by_wins(streak: int, wins: int) -> int:
    """The streak after so many successes that were learned; below zero breaks none."""
    return max(0, streak) + wins if wins > 0 else streak


def moved_by_wins(ema: float | None, wins: int) -> float | None:
    """The moving average after so many successes that were learned, not replayed."""
    for _ in range(min(wins, 50) if ema is not None else 0):
        ema = _moved(ema, 1.0)
    return ema


def _ema(stats: Stats) -> float | None:
    """The moving average; before the first replay, the share of successes."""
    done = stats.wins + stats.losses
    return stats.wins / done if stats.ema is None and done else stats.ema


def _moved(average: float | None, newest: float | None) -> float | None:
    """The exponential moving average with one more value; of none, the value."""
    if newest is None or average is None:
        return average if newest is None else newest
    return (1 - EMA_SHARE) * average + EMA_SHARE * newest


@lru_cache(4_096)
def decayed_lower_bound(wins: float, losses: float) -> float:
    """10 % quantile of Beta(1 + wins, 1 + losses), the uniform prior's posterior.

    With no losses it is 0.1 ** (1 / (wins + 1)). 1 win: 0.32, 10 wins: 0.81.
    """
    if losses <= 0:
        return float(0.1 ** (1.0 / (max(wins, 0.0) + 1.0))) if wins > 0 else 0.1
    return beta_quantile(1 + wins, 1 + losses, 0.1)


def lower_bound_of(raw: dict[str, object]) -> float:
    """The bound of a stored experience's counters."""
    return decayed_lower_bound(raw.get("wins") or 0, raw.get("losses") or 0)
