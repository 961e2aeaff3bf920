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
from kgmem_bench.miniwob.tasks import TASKS
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


def test_a_word_in_a_drawing_is_its_text(stage: Stage) -> None:
    driver = opened(
        stage,
        """<svg><text y=20 id=one>Save</text><circle r=9 id=two><title>Stop</title>
        </circle></svg><script>for (const shape of [one, two])
        shape.addEventListener('click', () => 0)</script>""",
    )

    assert [one["text"] for one in driver.view().elements] == ["Save", "Stop"]


def test_a_row_tells_its_buttons_apart(stage: Stage) -> None:
    driver = opened(
        stage,
        "<ul><li>Ann <button>Call</button></li><li>Bo <button>Call</button></li></ul>",
    )

    around = [one["container"][0] for one in driver.view().elements]

    assert around == ["Ann", "Bo"]


def test_a_click_lands_where_nothing_lies_over_the_element(stage: Stage) -> None:
    driver = opened(
        stage,
        """<button style="position:absolute;left:0;top:0;width:200px;height:40px"
          onclick="this.textContent = 'clicked'">Below</button>
        <div style="position:absolute;left:30px;top:0;width:170px;height:40px">
        </div>""",
    )
    view = driver.view()

    done = driver.act(view, 0, "click", None)

    assert done
    assert driver.view().elements[0]["name"] == "clicked"


def test_what_is_covered_is_not_clicked(stage: Stage) -> None:
    driver = opened(
        stage,
        """<button onclick="this.textContent = 'clicked'">Below</button>
        <div style="position:fixed;inset:0"></div>""",
    )

    done = driver.act(driver.view(), 0, "click", None)

    assert not done
    assert driver.view().elements[0]["name"] == "Below"


def test_typing_replaces_and_a_date_is_set(stage: Stage) -> None:
    driver = opened(stage, '<input value="old"><input type="date">')
    view = driver.view()

    driver.act(view, 0, "type", "机械键盘")
    driver.act(view, 1, "type", "2015-02-14")

    held = [one["attributes"]["value"] for one in driver.view().elements]
    assert held == ["机械键盘", "2015-02-14"]


def test_a_password_is_not_read(stage: Stage) -> None:
    driver = opened(stage, '<input type="password" value="s3cret">')

    assert driver.view().elements[0]["attributes"]["value"] == "••••••"


def test_an_act_waits_until_the_page_is_at_rest(stage: Stage) -> None:
    driver = opened(
        stage,
        """<button onclick="setTimeout(() => this.textContent = 'late', 300)">Go
        </button>""",
    )

    driver.act(driver.view(), 0, "click", None)

    assert driver.view().elements[0]["name"] == "late"


def test_the_state_tells_open_from_closed_and_not_where_the_pointer_is(
    stage: Stage,
) -> None:
    driver = opened(
        stage,
        """<div id=tree class="closed" onclick="this.className = 'open hover'">Files
        </div>""",
    )
    closed = driver.view().state
    driver.page.evaluate("tree.className = 'closed hover'")

    pointed = driver.view().state
    driver.act(driver.view(), 0, "click", None)

    assert pointed == closed
    assert driver.view().state != closed


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


def test_every_task_has_a_page(stage: Stage) -> None:
    texts = {task: stage.episode(task, 1).task for task in TASKS}

    assert all(texts.values())
    assert len(set(texts.values())) == len(TASKS)
