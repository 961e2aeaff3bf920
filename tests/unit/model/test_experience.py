"""The lower bound of a success rate, against the exact binomial sum."""

from datetime import UTC, datetime
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.model.experience import (
    ExperienceRecord,
    Stats,
    decayed_lower_bound,
    replayed,
    uncounted,
    with_wins,
)
from kgmem.model.trajectory import UNCOUNTED, ReplayOutcome

NOW = datetime(2026, 11, 26, tzinfo=UTC)
COUNTS = st.integers(0, 60)
WEIGHTS = st.floats(0, 200)


def beta_cdf(x: float, wins: int, losses: int) -> float:
    """P(Beta(1 + wins, 1 + losses) <= x), for whole numbers a binomial tail: at least
    `wins + 1` of `wins + losses + 1` draws below x."""
    draws = wins + losses + 1
    return sum(
        comb(draws, k) * x**k * (1 - x) ** (draws - k)
        for k in range(wins + 1, draws + 1)
    )


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


@given(COUNTS, COUNTS)
def test_bound_is_the_tenth_percentile(wins: int, losses: int) -> None:
    bound = decayed_lower_bound(wins, losses)

    assert beta_cdf(bound, wins, losses) == pytest.approx(0.1, abs=1e-6)


@given(WEIGHTS, WEIGHTS, st.floats(0.01, 50))
def test_more_wins_never_lower_it(wins: float, losses: float, more: float) -> None:
    before = decayed_lower_bound(wins, losses)

    assert decayed_lower_bound(wins + more, losses) >= before - 1e-9


@given(WEIGHTS, WEIGHTS, st.floats(0.01, 50))
def test_more_losses_never_raise_it(wins: float, losses: float, more: float) -> None:
    before = decayed_lower_bound(wins, losses)

    assert decayed_lower_bound(wins, losses + more) <= before + 1e-9


def test_record_takes_the_fields_of_the_wire() -> None:
    record = ExperienceRecord.model_validate(
        {
            "task_description": "打开设置",
            "is_successful": True,
            "source_task_id": "r-1",
            "action_flow": [{"action": "click", "target_element_description": "齿轮"}],
        }
    )

    assert record.action_flow[0].target_element_description == "齿轮"
    assert (record.usage_count, record.last_used_at) == (0, None)
