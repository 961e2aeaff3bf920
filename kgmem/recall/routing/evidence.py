"""How far outcomes support a path: the decayed Beta bound of its own outcomes."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgmem.graph.known_tasks import TaskSummary
from kgmem.graph.read_rows import StoredRun
from kgmem.graph.rows import epoch_ms
from kgmem.model.experience import (
    REFUTED,
    Stats,
    decayed_lower_bound,
    moved_by_wins,
    streak_by_wins,
)
from kgmem.model.pattern import Pattern
from kgmem.model.trajectory import Step, followed
from kgmem.model.values.reason import Doubt
from kgmem.paths.path_key import Act, act_of
from kgmem.tuning import tuned

HALF_LIFE_DAYS = 90.0
"""An outcome counts half after so many days; the age from which the
specification cleans up unused runs."""
DAY_MS = 86_400_000
_TUNED = tuned("recall.routing.evidence")

RELEARN = _TUNED["relearn"]
"""A success rate, or its moving average, below this sends the task back to exploring
after TRIALS runs."""
TRIALS = 3


def decay(at_ms: int | None, now_ms: float | None = None) -> float:
    """Weight in 0..1 of an outcome of that moment."""
    if at_ms is None:
        return 1.0
    now = time.time() * 1000 if now_ms is None else now_ms
    return float(0.5 ** (max(0.0, now - at_ms) / DAY_MS / HALF_LIFE_DAYS))


def tally_of(task: TaskSummary) -> tuple[int, int]:
    """Successes and failures of a task: its runs and the replays of them."""
    return task.wins + task.replay_wins, task.losses + task.replay_losses


def verified_of(task: TaskSummary) -> int:
    """Its successes that not the agent alone says."""
    known = task.verified + task.replay_verified
    return min(max(0, known), tally_of(task)[0])


def bound_of(wins: int, losses: int, run: StoredRun) -> float:
    """10 % lower bound of the success rate, the outcomes decayed by the age of the
    run's last use."""
    weight = decay(last_at(run))
    return decayed_lower_bound(weight * wins, weight * losses)


@dataclass(frozen=True, slots=True)
class PathEvidence:
    """Outcomes of one path of a task."""

    wins: int
    losses: int
    verified: int

    def bounds(self, run: StoredRun) -> tuple[float, float]:
        """Lower bounds of its success rate: by its verified successes alone, 0 without
        one, and by all, decayed as of the run."""
        sure = bound_of(self.verified, self.losses, run) if self.verified else 0.0
        return sure, bound_of(self.wins, self.losses, run)


def evidence_of(
    task: TaskSummary, run: StoredRun, runs: Mapping[str, StoredRun]
) -> PathEvidence:
    """What came of the run's path, and of no other; of a task whose paths were not told
    apart when it was learned, what came of the task."""
    strayed = _on_other_ways(task, run, runs)
    if not task.tallies:
        wins, losses = tally_of(task)
        return PathEvidence(wins, losses - strayed, verified_of(task))
    own = task.tallies.get(run.path or "")
    learned = max(0, task.losses - strayed)
    if own is None:
        stats = run.experience.stats
        return PathEvidence(stats.wins, learned + stats.losses, stats.verified)
    return PathEvidence(own.all_wins, learned + own.replay_losses, own.all_verified)


def _on_other_ways(
    task: TaskSummary, run: StoredRun, runs: Mapping[str, StoredRun]
) -> int:
    """How many of the task's failed runs left the path of this one, as far as the
    newest of them tell: they say what to avoid, and nothing against the path."""
    path = [act_of(step) for step in followed(run.experience.steps)]
    known = [runs[key] for key in task.failures if key in runs]
    strayed = sum(_leaves(one.experience.steps, path) for one in known)
    return round(task.losses * strayed / len(known)) if known else 0


def _leaves(steps: Sequence[Step], path: Sequence[Act]) -> bool:
    pairs = zip(steps, path, strict=False)
    return any(act_of(step) != expected for step, expected in pairs)


def is_unreliable(
    wins: float, losses: float, ema: float | None, streak: int = 0
) -> bool:
    """Does it fail too often to be followed again? Not if it works again: with TRIALS
    successes in a row since it failed last, what was before says nothing."""
    if streak >= TRIALS:
        return False
    done = wins + losses
    return done >= TRIALS and min(wins / done, 1.0 if ema is None else ema) < RELEARN


def doubts_about_streak(streak: int) -> Iterator[Doubt]:
    """That a check saw its last replay fail: what is claimed makes that not good."""
    if streak == REFUTED:
        yield Doubt.because("failed_before", "refuted")


def doubts_about_last(
    pattern: Pattern, counted: Stats, runs: Mapping[str, StoredRun]
) -> Iterator[Doubt]:
    """That a check saw fail what took the pattern's path last, for whatever task: a
    plan of it, as `counted`, or one of its runs."""
    taken = [runs[key] for key in runs.keys() & set(pattern.success_cases)]
    seen = [(last_at(run), run.experience.stats.streak) for run in taken]
    last = max([(epoch_ms(counted.last_used_at) or 0, counted.streak), *seen])
    yield from doubts_about_streak(last[1])


def doubts_about_path(
    pattern: Pattern, counted: Stats, own: StoredRun, runs: Mapping[str, StoredRun]
) -> Iterator[Doubt]:
    """The same, and that it has failed too often since this run of it worked."""
    since = epoch_ms(counted.last_used_at) or 0
    fails = is_unreliable(counted.wins, counted.losses, counted.ema, counted.streak)
    if fails and since > last_at(own):
        yield Doubt.because("failed_before", "refuted")
        return
    yield from doubts_about_last(pattern, counted, runs)


def lately(
    successes: Sequence[StoredRun], failures: Sequence[StoredRun] = ()
) -> tuple[float | None, int]:
    """Moving average of a path's outcomes and its successes in a row, by the runs that
    took it: those that were recorded after it failed last are outcomes, too. None: it
    never failed when it was replayed."""
    told = [(run, run.experience.stats) for run in successes]
    lost = [run for run, own in told if own.losses or own.streak == REFUTED]
    last = max(map(last_at, (*lost, *failures)), default=0)
    newer = [run for run in successes if run.recorded_at > last]
    since = sum(run.experience.stats.wins for run in newer)
    if not lost:
        return None, since
    newest = max(lost, key=last_at)
    own = newest.experience.stats
    streak = own.streak if last_at(newest) == last else 0
    return moved_by_wins(own.ema, since), streak_by_wins(streak, since)


def last_at(run: StoredRun) -> int:
    """When it was recorded, or followed last, in milliseconds."""
    used = epoch_ms(run.experience.stats.last_used_at)
    return max(used or 0, run.recorded_at)


def mean_of(wins: int, losses: int) -> float:
    """Posterior mean of the success rate, uniform prior: one win 0.67."""
    return float((wins + 1) / (wins + losses + 2))
