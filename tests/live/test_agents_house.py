"""The house in a real browser: each of its tasks can be done, as its database says.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

from collections.abc import Iterator
from typing import Any

import pytest
from kgmem_bench.agents.hands import Hands, walk
from kgmem_bench.agents.house.kinds import HOUSE
from kgmem_bench.agents.worlds import World, house_world
from kgmem_bench.pages.chromium import browser_page

pytestmark = [pytest.mark.live, pytest.mark.slow]


@pytest.fixture(scope="module")
def house(
    browser: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[World, Any]]:
    """It is served, and shown in a tab."""
    with (
        house_world(tmp_path_factory.mktemp("house")) as world,
        browser_page() as page,
    ):
        yield world, page


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", HOUSE.kinds)
def test_whoever_knows_the_way_does_what_is_asked(
    house: tuple[World, Any], name: str
) -> None:
    world, page = house
    kind = HOUSE.kinds[name]
    ways = [
        (kind.task(language, 0, values), kind.way.walked(values, n), kind.goal(values))
        for language, sets in kind.sets.items()
        for n, values in enumerate(sets[:2])  # with a newcomer's detours, and few
    ]
    ways += [
        (one.text, one.moves, one.goal)
        for one in HOUSE.tasks([name])
        if one.sort in ("tail", "look-alike")
    ]

    failed = []
    for text, moves, goal in ways:
        before, hands = world.reset(page), Hands(page)
        reason = walk(hands, moves)
        hands.leave()
        if (ending := world.ending(before, goal)) != "done":
            failed.append((text, ending, reason))

    assert not failed
