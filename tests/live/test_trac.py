"""Trac in a real browser: walked, judged by its database, done again from memory.

Skipped with the reason where there is no Chromium or no Trac (KGMEM_REQUIRE_BROWSER=1:
fails).
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from kgmem_bench.pages.chromium import browser_page
from kgmem_bench.pages.clocks import CallClock
from kgmem_bench.stores.stand import settings_for_bench
from kgmem_bench.trac.agent import Agent, Walk, play, walk
from kgmem_bench.trac.driver import SiteDriver
from kgmem_bench.trac.episodes import Stage, TracEpisode
from kgmem_bench.trac.kinds import KINDS
from kgmem_bench.trac.site import free_port, make_environment, serving, trac_missing

from kgmem import Memory
from tests.live.conftest import lacking

KIND = KINDS["preference"]
KNOWN, OTHER = KIND.sets["en"][0], KIND.sets["en"][3]

pytestmark = [pytest.mark.live, pytest.mark.slow]


@pytest.fixture(scope="module")
def stage(browser: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A browser with a running Trac; skips where there is none."""
    if (reason := trac_missing()) is not None:
        lacking(reason)
    environment = make_environment(tmp_path_factory.mktemp("site") / "trac")
    with serving(environment, free_port()) as address, browser_page() as page:
        yield Stage(SiteDriver(page), environment, address)


@pytest.fixture(scope="module")
def walked(stage: Stage) -> Walk:
    """A newcomer's walk."""
    return walk(episode(stage, KNOWN), KIND.way.walked(KNOWN))


def episode(stage: Stage, values: dict[str, str]) -> TracEpisode:
    return TracEpisode(stage, KIND.task("en", 0, values), KIND.goal(values))


def test_a_walk_reaches_the_goal_and_tells_the_addresses(walked: Walk) -> None:
    assert walked.standing == "reached"
    assert walked.steps[0]["page_before"]["url"].endswith("/")
    assert walked.steps[0]["page_after"]["url"].endswith("/wiki/TracGuide")


def test_an_episode_starts_from_the_first_state(stage: Stage, walked: Walk) -> None:
    assert episode(stage, KNOWN).standing() == "untouched"


def test_the_first_walk_teaches_the_same_and_other_values(
    stage: Stage, walked: Walk, tmp_path: Path
) -> None:
    settings = settings_for_bench(tmp_path, "arcadedb")
    with Memory.open(tmp_path, settings=settings) as memory:
        agent = Agent(memory, CallClock())
        agent.learn(walked.run)

        attempts = [agent.attempt(episode(stage, one)) for one in (KNOWN, OTHER)]

    assert [one.ending for one in attempts] == ["done", "done"]
    assert all(one.actions < len(walked.steps) for one in attempts)


def test_a_script_puts_the_old_values_in(stage: Stage, walked: Walk) -> None:
    attempt = play(episode(stage, OTHER), walked.steps, "id")

    assert attempt.ending == "wrong"
