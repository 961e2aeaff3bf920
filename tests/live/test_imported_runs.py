"""What other programs recorded is imported, and replayed with other values on a page.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

import json
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory
from kgmem.browser import replay
from tests.live.conftest import SHOP

pytestmark = [pytest.mark.live, pytest.mark.slow]

FORMATS = Path(__file__).parents[1] / "fixtures" / "formats"
HTML = """<title>Shop</title><h1>Shop</h1><form>
<label>Article<input id=article name=article></label>
<label>City<input id=city name=city></label>
<label for=size>Size</label>
<select id=size name=size><option value=s>small<option value=l>large</select>
<label><input type=checkbox id=gift> Gift</label>
<button>Order</button></form>
<script>document.querySelector("form").onsubmit = (event) => {
  event.preventDefault();
  done.innerText = [article.value, city.value, size.value, gift.checked].join("|");
};</script><p id=done></p>"""
TASK = 'Order a "{}" to "{}"'


def served(route: Any) -> Any:
    return route.fulfill(body=HTML, content_type="text/html")


def recording(page: Any) -> Any:
    """What Chrome's recorder writes of the same form, without the password."""
    flow = json.loads((FORMATS / "chrome_recorder.json").read_text())
    steps = [step for step in flow["steps"] if "Zebra" not in json.dumps(step)]
    return {**flow, "steps": steps}


def trace(page: Any, folder: Path) -> Path:
    """A trace of Playwright's own, made now."""
    context = page.context
    context.tracing.start(snapshots=True)
    tab = context.new_page()
    tab.goto(SHOP)
    tab.get_by_label("Article").fill("lamp")
    tab.locator("#city").click()
    tab.keyboard.type("Oslo")
    tab.select_option("#size", "l")
    tab.get_by_label("Gift").check()
    tab.get_by_role("button", name="Order").click()
    context.tracing.stop(path=folder / "trace.zip")
    tab.close()
    return folder / "trace.zip"


def replayed(page: Any, memory: Memory) -> str:
    """What the page shows once the task was done with other values."""
    found = memory.recall(TASK.format("red chair", "Bern"), app="shop")
    assert found.plan is not None
    followed = replay(page, found.plan, memory, confirm=lambda _: True)
    assert followed.outcome == "success", followed
    return str(page.inner_text("#done"))


def test_a_history_of_browser_use(page: Any, memory: Memory) -> None:
    source = FORMATS / "browser_use.json"
    memory.learn_from(source, task=TASK.format("lamp", "Oslo"), app="shop")

    assert replayed(page, memory) == "red chair|Bern|l|false"


def test_a_trace_of_playwright(page: Any, memory: Memory, tmp_path: Path) -> None:
    receipt = memory.learn_from(
        trace(page, tmp_path),
        task=TASK.format("lamp", "Oslo"),
        app="shop",
        outcome="success",
    )

    assert receipt.refused == ()
    assert replayed(page, memory) == "red chair|Bern|l|true"


def test_a_recording_of_chrome(page: Any, memory: Memory) -> None:
    memory.learn_from(
        recording(page),
        task=TASK.format("lamp", "Oslo"),
        app="shop",
        outcome="success",
    )

    assert replayed(page, memory) == "red chair|Bern|s|true"


def test_code_of_playwright_s_recorder(
    page: Any, memory: Memory, tmp_path: Path
) -> None:
    lines = (FORMATS / "codegen_py.txt").read_text().splitlines()
    kept = [one for one in lines if "Pass phrase" not in one and "select" not in one]
    script = tmp_path / "script.py"
    script.write_text("\n".join(kept))

    memory.learn_from(
        script, task=TASK.format("lamp", "Oslo"), app="shop", outcome="success"
    )

    assert replayed(page, memory) == "red chair|Bern|s|true"
