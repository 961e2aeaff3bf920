"""Real pages changed in a browser: where the target is afterwards.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

import pytest
from kgmem_bench.locate.locate_cases import Case
from kgmem_bench.locate.locate_live import LIVE_CHANGES, TARGETS, cases_of
from kgmem_bench.miniwob.episodes import Stage

from kgmem.replay.locate.flow import locate

pytestmark = [pytest.mark.live, pytest.mark.slow]


@pytest.fixture(scope="module")
def cases(stage: Stage) -> list[Case]:
    return list(cases_of(stage, "login-user", seed=0))


def test_each_change_leaves_the_target_where_the_page_says(cases: list[Case]) -> None:
    gone = {change.name for change in LIVE_CHANGES if change.is_gone}
    by_change = {case.change: case for case in cases}

    assert by_change.keys() <= {change.name for change in LIVE_CHANGES}
    assert len([case for case in cases if case.change == "nothing"]) == TARGETS
    for case in cases:
        assert (case.truth is None) == (case.change in gone)
        if case.change == "nothing" and case.truth is not None:
            assert case.elements[case.truth] == case.step.target


def test_changes_change_what_they_are_called(cases: list[Case]) -> None:
    for case in cases:
        target = case.step.target
        if case.truth is None or target is None:
            continue
        found = case.elements[case.truth]
        ids = target.attributes.get("id"), found.attributes.get("id")
        assert (ids[0] != ids[1]) == ("ids regenerated" in case.change)
        if case.change != "translated":  # not all labels have a translation
            assert (found.name != target.name) == (case.change == "relabelled")


def test_the_same_cases_come_again(stage: Stage, cases: list[Case]) -> None:
    again = list(cases_of(stage, "login-user", seed=0))

    assert [case.change for case in again] == [case.change for case in cases]
    assert [case.truth for case in again] == [case.truth for case in cases]


def test_targets_are_found_and_nothing_else_is_taken(cases: list[Case]) -> None:
    found = [locate(case.step, case.elements).index for case in cases]

    assert all(
        one in (case.truth, None) for one, case in zip(found, cases, strict=True)
    )
    assert found.count(None) < len(found) / 2
