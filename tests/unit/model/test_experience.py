"""The lower bound of a success rate, against the exact binomial sum."""

from datetime import UTC, datetime

import pytest

from kgmem.model.experience import (
    Stats,
    decayed_lower_bound,
    replayed,
    uncounted,
    with_wins,
)
from kgmem.model.trajectory import UNCOUNTED, ReplayOutcome

NOW = datetime(2026, 11, 26, tzinfo=UTC)


@pytest.mark.parametrize(
    ("wins", "losses", "bound"),
    [
        (0, 0, 0.10),
        (1, 0, 0.32),
        (3, 0, 0.56),
        (10, 0, 0.81),
        (21, 0, 0.90),
        (0, 1, 0.05),
        (1, 1, 0.20),
    ],
)
def test_bounds_that_the_routes_stand_on(wins: int, losses: int, bound: float) -> None:
    assert decayed_lower_bound(wins, losses) == pytest.approx(bound, abs=0.005)


@pytest.mark.parametrize("outcome", UNCOUNTED)
def test_what_does_not_count_is_a_use_and_kept_by_its_name(
    outcome: ReplayOutcome,
) -> None:
    known = Stats(wins=2, losses=1, ema=0.8, streak=1)

    after = replayed(known, outcome, NOW)

    assert (after.uses, after.wins, after.losses) == (1, 2, 1)
    assert (after.ema, after.streak) == (0.8, 1)
    assert uncounted(after) == [(outcome, 1)]


def test_a_failure_ends_the_successes_in_a_row() -> None:
    stats = with_wins(Stats(), 2)

    lost = replayed(stats, "failure", NOW)
    back = with_wins(replayed(lost, "success", NOW), 2)

    assert (stats.streak, lost.streak, back.streak) == (2, 0, 3)
    assert with_wins(back, -2).streak == 3
