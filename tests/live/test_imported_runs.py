"""What other programs recorded is imported, and replayed with other values on pages
whose ids are others and whose buttons stand elsewhere.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory
from kgmem.browser import replay
from tests.importers.playwright.reading import python, typescript
from tests.live.conftest import SHOP

pytestmark = [pytest.mark.live, pytest.mark.slow]

FORMATS = (
    Path(__file__).parents[2] / "packages" / "kgmem-formats" / "tests" / "fixtures"
)
ORDER = """<title>Shop</title><h1>Shop</h1><form>
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
OTHER = """<title>Shop</title><form><button>Order</button>
<label>Article<input id=x1></label><label>City<input id=x2></label>
<label>Amount<input id=x3></label></form><p id=done>none</p>
<script>document.querySelector("form").onsubmit = (event) => {
  event.preventDefault();
  done.innerText = [...document.querySelectorAll("input")].map(i => i.value).join("|");
};</script>"""
ROWS = (("Order 5", "Ann", "3 May"), ("Order 7", "Bob", "9 June"),
        ("Order 57", "Max", "9 June"))  # fmt: skip
TABLE = "<title>Shop</title><table>{}</table><p id=done>none</p>".format(
    "".join(
        f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}"
        f"<td><button onclick=\"done.innerText='{row[0]}'\">Open</button></td></tr>"
        for row in ROWS
    )
)
TASK = 'Order a "{}" to "{}"'
AMOUNT = 'Order {2} of "{0}" to "{1}"'
VALUES = {"Article": "lamp", "City": "Oslo", "Amount": "3"}
SHOWN = {"html": ORDER}
"""What the shop's page is at the moment."""


def served(route: Any) -> Any:
    head = "<!doctype html><meta charset=utf-8>"
    return route.fulfill(body=head + SHOWN["html"], content_type="text/html")


def history(_: Any, __: Path) -> Path:
    """As browser-use writes it."""
    return FORMATS / "browser_use.json"


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


def recording(_: Any, __: Path) -> Any:
    """What Chrome's recorder writes of the same form, without the password."""
    flow = json.loads((FORMATS / "chrome_recorder.json").read_text())
    steps = [step for step in flow["steps"] if "Zebra" not in json.dumps(step)]
    return {**flow, "steps": steps}


def codegen(_: Any, folder: Path) -> Path:
    """Code of Playwright's recorder."""
    lines = (FORMATS / "codegen_py.txt").read_text().splitlines()
    kept = [one for one in lines if "Pass phrase" not in one and "select" not in one]
    (folder / "script.py").write_text("\n".join(kept))
    return folder / "script.py"


def learned(memory: Memory, source: Any, task: str) -> Any:
    return memory.learn_from(source, task=task, app="shop", outcome="success")


def replayed(page: Any, memory: Memory, task: str) -> str:
    """What the page shows once a task was done."""
    found = memory.recall(task, app="shop")
    assert found.plan is not None, found.reasons
    followed = replay(page, found.plan, memory, confirm=lambda _: True)
    assert followed.outcome == "success", followed
    return str(page.inner_text("#done"))


@pytest.mark.parametrize(
    ("source", "done"),
    [
        (history, "red chair|Bern|l|false"),
        (trace, "red chair|Bern|l|true"),
        (recording, "red chair|Bern|s|true"),
        (codegen, "red chair|Bern|s|true"),
    ],
)
def test_an_order_that_a_program_recorded(
    page: Any, memory: Memory, tmp_path: Path,
    source: Callable[[Any, Path], Any], done: str,
) -> None:  # fmt: skip
    receipt = learned(memory, source(page, tmp_path), TASK.format("lamp", "Oslo"))

    assert source is not trace or receipt.refused == ()
    assert replayed(page, memory, TASK.format("red chair", "Bern")) == done


def jsonl() -> str:
    def line(name: str, **more: Any) -> dict[str, Any]:
        return {"name": name, "signals": [], "pageGuid": "page@1", **more}

    fills = [
        line("fill", selector=f'internal:role=textbox[name="{k}"i]', text=v)
        for k, v in VALUES.items()
    ]
    click = line("click", selector='internal:role=button[name="Order"i]')
    head = {"browserName": "chromium", "contextOptions": {}}
    lines = [head, line("navigate", url=SHOP), *fills, click]
    return "\n".join(map(json.dumps, lines))


def script(write: Callable[..., str], start: str, fill: str, click: str) -> str:
    fills = (fill.format(name, value) for name, value in VALUES.items())
    return write(start.format(SHOP), *fills, click)


FORMS = {
    "form.py": script(
        python, 'page.goto("{}")', 'page.get_by_role("textbox", name="{}").fill("{}")',
        'page.get_by_role("button", name="Order").click()'),
    "form.spec.ts": script(
        typescript, "await page.goto('{}');", "await page.getByLabel('{}').fill('{}');",
        "await page.getByRole('button', { name: 'Order' }).click();"),
    "form.jsonl": jsonl(),
}  # fmt: skip
OF_A_ROW = (
    'page.get_by_role("row", name="Order 5 Ann 3 May Open").get_by_role("button")',
    'page.get_by_role("row", name="Order 5 Ann 3 May")'
    '.get_by_role("button", name="Open")',
    'page.locator("tr").filter(has_text="Order 5Ann3 MayOpen").get_by_role("button")',
)
GOTO = f'page.goto("{SHOP}")'
OPENED = [("Open order 5", "Open order 7"),
          ('Open the order of "Ann"', 'Open the order of "Bob"')]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "code", "page_then", "task", "other", "done"),
    [
        *((name, code, OTHER, AMOUNT.format(*VALUES.values()),
           AMOUNT.format("red chair", "Bern", "12"), "red chair|Bern|12")
          for name, code in FORMS.items()),
        *(("row.py", python(GOTO, f"{row}.click()"), TABLE, task, other, "Order 7")
          for row in OF_A_ROW for task, other in OPENED),
    ],
)  # fmt: skip
def test_a_script_is_done_with_other_values_on_a_page_that_changed(
    page: Any, memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    name: str, code: str, page_then: str, task: str, other: str, done: str,
) -> None:  # fmt: skip
    (tmp_path / name).write_text(code, encoding="utf-8")
    receipt = learned(memory, tmp_path / name, task)
    monkeypatch.setitem(SHOWN, "html", page_then)
    page.goto(SHOP)

    assert receipt.refused == ()
    assert replayed(page, memory, other) == done
