"""Pages in a real browser: seen, acted on, explored, and done from memory.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

from pathlib import Path
from urllib.parse import quote

import pytest
from kgmem_bench.miniwob.changes import CHANGES, page_change
from kgmem_bench.miniwob.episodes import Stage
from kgmem_bench.miniwob.report import to_markdown
from kgmem_bench.miniwob.run import Order, bench_miniwob
from kgmem_bench.miniwob.scores import rows_of, share, succeeded, where, wrong_share
from kgmem_bench.pages.driver import Driver
from kgmem_bench.pages.explorer import explore

pytestmark = [pytest.mark.live, pytest.mark.slow]


def opened(stage: Stage, body: str) -> Driver:
    stage.driver.open("data:text/html," + quote(f"<body>{body}"))
    return stage.driver


# Seeing and touching ------------------------------------------------------------------


def test_what_can_be_acted_on_is_seen_and_nothing_else(stage: Stage) -> None:
    driver = opened(
        stage,
        """<h2>Settings</h2><p>Plain text</p><label>City <input></label>
        <div id=far>Far</div><div id=near>Near</div><button hidden>No</button>
        <div style="height:0;overflow:hidden"><button>Folded</button></div>
        <select><option>Red</option><option>Blue</option></select>
        <script>near.addEventListener('click', () => near.textContent = 'hit')</script>
        """,
    )

    seen = [
        (one["role"] or one["tag"], one["name"] or one["text"])
        for one in driver.view().elements
    ]

    assert seen == [
        ("textbox", "City"),
        ("div", "Near"),
        ("combobox", None),
        ("option", "Red"),
        ("option", "Blue"),
    ]


def test_what_is_covered_is_not_clicked(stage: Stage) -> None:
    driver = opened(
        stage,
        """<button onclick="this.textContent = 'clicked'">Below</button>
        <div style="position:fixed;inset:0"></div>""",
    )

    done = driver.act(driver.view(), 0, "click", None)

    assert not done
    assert driver.view().elements[0]["name"] == "Below"


def test_a_password_is_not_read(stage: Stage) -> None:
    driver = opened(stage, '<input type="password" value="s3cret">')

    assert driver.view().elements[0]["attributes"]["value"] == "••••••"


# The pages ----------------------------------------------------------------------------


def test_an_episode_is_the_same_again_and_tells_no_name(stage: Stage) -> None:
    episode = stage.episode("click-tab-2", 5)
    first = episode.task, episode.driver.view()
    episode.driver.act(first[1], 0, "click", None)

    episode.reset()

    assert (episode.task, episode.driver.view()) == first
    assert episode.driver.page.title() == ""
    assert "tab" not in episode.driver.page.url


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_page_can_still_be_done(stage: Stage, change: str) -> None:
    plain = stage.episode("login-user", 5)

    changed = stage.episode("login-user", 5, page_change(change))  # type: ignore[arg-type]

    assert changed.task == plain.task
    assert changed.changed > 0
    assert explore(changed).path is not None


# The benchmark ------------------------------------------------------------------------


SMOKE = ("enter-text", "click-checkboxes", "choose-list", "click-tab-2")
"""One field, a list, a drop-down, tabs to search."""


def test_a_small_run_from_exploring_to_the_report(stage: Stage, tmp_path: Path) -> None:
    order = Order(SMOKE, seeds=2, phases="ABC", folder=tmp_path)
    told: list[str] = []

    result = bench_miniwob(order, told.append, stage)

    arms = {play.arm for one in result.tasks for play in one.plays}
    assert arms >= {"no memory", "kgmem", "script, XPath"}
    assert "## Online" in to_markdown(result)
    rows = rows_of(result.tasks)
    # One of the pages has two links of one name side by side: there it asks.
    assert share(where(rows, "kgmem", "B"), succeeded) >= 0.9
    assert share(where(rows, "kgmem", "C3"), succeeded) >= 0.7
    assert wrong_share(result.tasks) == 0.0
    again: list[str] = []
    assert bench_miniwob(order, again.append, stage).tasks == result.tasks
    assert again == [f"{task}: played before" for task in order.tasks]
