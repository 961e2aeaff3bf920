"""Patterns as rows, and what is left of one when somebody leaves it; what needs an
engine is proved by the contract."""

from typing import Any

import pytest

from kgmem.errors import InvalidInput
from kgmem.graph.patterns.leaving import SharedTexts
from kgmem.graph.patterns.read import PatternParts, torn
from kgmem.graph.patterns.rows import (
    MAX_ELEMENTS,
    Path,
    head_props,
    instance_rows,
    pattern_step_id,
    rows_of_pattern,
)
from kgmem.graph.patterns.write import BATCH, BATCH_ROWS, batches
from kgmem.model.experience import Stats
from kgmem.model.pattern import Membership, Pattern, PatternStep

KEY = "0b8d5b0e-3b0c-5c57-9a43-6f3a1d7a2c11"


def a_pattern(**fields: Any) -> Pattern:
    return Pattern(**{"pattern_id": KEY, "name": "n", "template": "t", **fields})


def path(length: int, element: str | None = "el") -> Path:
    elements = {None: element} if element else {}
    return [(f"step {n}", elements) for n in range(1, length + 1)]


def old_head(**fields: Any) -> dict[str, Any]:
    stats = {"uses": 0, "wins": 0, "losses": 0, "ema_success": None}
    known = {"feedback_score": None, "last_used_at": None, "app_stats": None}
    return {**stats, **known, "created_at": 1, "runs": 0, **fields}


# ids ----------------------------------------------------------------------------------


# rows ---------------------------------------------------------------------------------


def test_a_binding_for_no_slot_is_refused() -> None:
    pattern = a_pattern(memberships={"task": Membership(bindings={"商品": "米"})})

    with pytest.raises(InvalidInput, match="no slot '商品'"):
        rows_of_pattern("s", pattern, {})


def test_a_step_filled_by_no_slot_is_refused() -> None:
    step = PatternStep(n=1, action="type", value="{x}", slots=("x",))

    with pytest.raises(InvalidInput, match="no slot 'x'"):
        rows_of_pattern("s", a_pattern(steps=(step,)), {})


def test_runs_that_a_pattern_lost_are_no_wins_any_more() -> None:
    old = old_head(wins=9, runs=4)
    fewer = a_pattern(success_cases=("a", "b"))

    assert head_props("s", fewer, old, [], 2)["wins"] == 7


def test_the_better_known_statistics_of_an_app_stay() -> None:
    old = old_head(
        app_stats='{"京东":{"uses":5,"wins":5,"losses":4,"ema_success":0.5,'
        '"feedback_score":null,"last_used_at":null}}'
    )
    given = {"京东": Stats(wins=2), "淘宝": Stats(wins=1)}

    text = head_props("s", a_pattern(app_stats=given), old, [], 2)["app_stats"]

    assert '"losses":4' in text
    assert text.count('"wins":5') == 1
    assert text.count('"wins":1') == 1


# how runs go through a pattern --------------------------------------------------------


def test_a_loop_counts_once_for_each_run() -> None:
    places = {"r1": (1, 2, 2, 2, 3), "r2": (1, 3)}

    rows = instance_rows(KEY, 1, places, {"r1": path(5), "r2": path(2)})

    runs = {row["pattern_step_id"]: row["runs"] for row in rows.instances}
    assert runs == {
        pattern_step_id(KEY, 1, 1): 2,
        pattern_step_id(KEY, 1, 2): 1,
        pattern_step_id(KEY, 1, 3): 2,
    }
    steps = {row["pattern_step_id"]: row["steps"] for row in rows.instances}
    assert steps[pattern_step_id(KEY, 1, 2)] == ["step 2", "step 3", "step 4"]


def test_links_lead_forward_past_what_a_run_left_out() -> None:
    places = {"r1": (1, 2, 1, 2, 3), "r2": (None, 1, None, 3), "back": (3, 2)}
    paths = {"r1": path(5), "r2": path(4), "back": path(2)}

    rows = instance_rows(KEY, 1, places, paths)

    numbers = {pattern_step_id(KEY, 1, n): n for n in (1, 2, 3)}
    links = {
        (numbers[row["before"]], numbers[row["after"]]): row["support"]
        for row in rows.links
    }
    assert links == {(1, 2): 1, (2, 3): 1, (1, 3): 1}


def test_a_step_points_at_the_elements_of_most_runs() -> None:
    runs = {f"r{n}": path(1, f"el {n % 12}") for n in range(20)}

    rows = instance_rows(KEY, 1, dict.fromkeys(runs, (1,)), runs)

    (aim,) = rows.aims
    assert len(aim["elements"]) == MAX_ELEMENTS
    assert set(aim["elements"]) == {f"el {n}" for n in range(8)}


# batches ------------------------------------------------------------------------------


def test_batches_are_bounded_and_lose_nothing() -> None:
    patterns = [a_pattern(pattern_id=f"p{n}") for n in range(2 * BATCH + 5)]
    runs = {"p3": {"huge": (1,) * (BATCH_ROWS + 1)}, "p4": {"small": (1,) * 9}}

    groups = [[p.pattern_id for p in group] for group in batches(patterns, runs)]

    assert sum(map(len, groups)) == len(patterns)
    assert max(map(len, groups)) <= BATCH
    assert groups[:2] == [["p0", "p1", "p2"], ["p3"]]


# reading ------------------------------------------------------------------------------


def parts(**rows: Any) -> PatternParts:
    head = {"pattern_id": "p", "version": 2, "slots": 1, "steps": 1, "members": 1}
    slots = [{"pattern_id": "p"}]
    steps = [{"pattern_id": "p", "version": 2}]
    members = [{"pattern_id": "p"}]
    given = {"slots": slots, "steps": steps, "members": members, **rows}
    return PatternParts([head], **given)


def test_a_whole_pattern_is_not_torn() -> None:
    assert torn(parts(), with_members=True) == set()
    assert torn(parts(members=[]), with_members=False) == set()


@pytest.mark.parametrize(
    "rows",
    [
        {"slots": []},
        {"members": []},
        {"steps": [{"pattern_id": "p", "version": 1}]},
        {"steps": [{"pattern_id": "p", "version": 2}] * 2},
    ],
    ids=["slot gone", "member gone", "older step", "step too many"],
)
def test_a_pattern_that_was_written_meanwhile_is_torn(rows: dict[str, Any]) -> None:
    assert torn(parts(**rows), with_members=True) == {"p"}


# what only one had said ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "quotes", "contains"),
    [
        ("Red Dress", True, True),
        ("buy a red  dress now, please", True, False),
        ("连衣裙", True, True),
        ("红衣", False, False),
        ("search for", False, False),
        ("…", True, True),
    ],
)
def test_phrases_are_compared_without_case_and_white_space(
    piece: str, quotes: bool, contains: bool
) -> None:
    said = SharedTexts(["a red dress", "红色连衣裙", "", "?!"])

    assert said.quotes(piece) is quotes
    assert said.contains(piece) is contains
