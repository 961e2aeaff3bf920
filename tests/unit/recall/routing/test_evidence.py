"""What a path's newest outcomes say of it."""

import pytest

from kgmem.graph.read_rows import StoredRun
from kgmem.model.experience import Stats
from kgmem.recall.routing.evidence import TRIALS, is_unreliable, lately
from tests.unit.recall.runs import CLICK, stored


def run(days_old: float, **counted: float) -> StoredRun:
    """A success with these counters, recorded so long ago."""
    one = stored("e", CLICK, days_old=days_old)
    stats = Stats.model_validate({"wins": 1, "streak": 1, **counted})
    experience = one.experience.model_copy(update={"stats": stats})
    return StoredRun(experience, None, None, one.recorded_at)


def test_a_path_that_never_failed_has_no_average() -> None:
    assert lately([run(2), run(1)]) == (None, 2)


def test_successes_since_the_last_failure_move_its_average() -> None:
    failed = run(3, losses=4, ema=0.4, streak=0)

    ema, streak = lately([run(2), failed, run(1)])

    assert ema == pytest.approx(1 - 0.6 * 0.8**2)
    assert streak == 2


def test_successes_from_before_the_last_failure_bring_nothing_back() -> None:
    assert lately([run(9), run(3, losses=4, ema=0.4, streak=0)]) == (0.4, 0)


def test_replays_that_succeeded_since_are_of_the_streak_too() -> None:
    assert lately([run(3, losses=1, ema=0.9, streak=2), run(1)])[1] == 3


def test_a_failed_run_ends_the_streak() -> None:
    failed_run = stored("f", CLICK, outcome="failure", days_old=1)

    assert lately([run(2), run(3)], [failed_run]) == (None, 0)


def test_successes_in_a_row_outweigh_all_failures_before() -> None:
    assert is_unreliable(2, 20, 0.3, TRIALS - 1)
    assert not is_unreliable(2, 20, 0.3, TRIALS)
