"""How far outcomes support a path: the decayed Beta bound."""

import time
from collections.abc import Sequence

from kgmem.graph.known_tasks import TaskSummary
from kgmem.graph.read_rows import StoredRun
from kgmem.graph.rows import epoch_ms
from kgmem.model.experience import decayed_lower_bound, moved_by_wins

HALF_LIFE_DAYS = 90.0
"""An outcome counts half after so many days; the age from which the
specification cleans up unused runs."""
DAY_MS = 86_400_000


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


def lately(
    successes: Sequence[StoredRun], failures: Sequence[StoredRun] = ()
) -> tuple[float | None, int]:
    """Moving average of a path's outcomes and its successes in a row, by the runs that
    took it: those that were recorded after it failed last are outcomes, too. None: it
    never failed when it was replayed."""
    lost = [run for run in successes if run.experience.stats.losses]
    last = max(map(last_at, (*lost, *failures)), default=0)
    newer = [run for run in successes if run.recorded_at > last]
    since = sum(run.experience.stats.wins for run in newer)
    if not lost:
        return None, since
    newest = max(lost, key=last_at)
    own = newest.experience.stats
    streak = own.streak if last_at(newest) == last else 0
    return moved_by_wins(own.ema, since), streak + since


def last_at(run: StoredRun) -> int:
    """When it was recorded, or followed last, in milliseconds."""
    used = epoch_ms(run.experience.stats.last_used_at)
    return max(used or 0, run.recorded_at)


def mean_of(wins: int, losses: int) -> float:
    """Posterior mean of the success rate, uniform prior: one win 0.67."""
    return float((wins + 1) / (wins + losses + 2))
