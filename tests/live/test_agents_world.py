"""Trac in a real browser: walked, and judged by its database.

Skipped with the reason where there is no Chromium or no Trac (KGMEM_REQUIRE_BROWSER=1:
fails).
"""

from pathlib import Path

import pytest
from kgmem_bench.agents.trac.site import trac_missing
from kgmem_bench.agents.worlds import trac_world
from kgmem_bench.pages.chromium import browser_page

from tests.live.conftest import lacking

pytestmark = [pytest.mark.live, pytest.mark.slow]


def test_walks_reach_their_goals_and_a_reset_leaves_nothing_of_them(
    browser: None, tmp_path: Path
) -> None:
    if (reason := trac_missing()) is not None:
        lacking(reason)
    told: list[str] = []

    with trac_world(tmp_path) as world, browser_page() as page:
        walks = list(world.walks(page, ["preference"], told.append))
        before = world.reset(page)

        assert world.ending(before, []) == "nothing"
    assert len(walks) == 4
    assert all(line.endswith(", done") for line in told), told
    assert walks[0]["steps"][0]["page_after"]["url"].endswith("/wiki/TracGuide")
    assert len(walks[0]["steps"]) > len(walks[2]["steps"])
