"""Scripts of Playwright's recorder are learned, and replayed with other values on pages
whose ids are others and whose buttons stand elsewhere.

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

FORM = """<title>Shop</title><form>{first}
<label>Article<input id={ids[0]}></label><label>City<input id={ids[1]}></label>
<label>Amount<input id={ids[2]}></label>{last}</form><p id=done>none</p>
<script>document.querySelector("form").onsubmit = (event) => {{
  event.preventDefault();
  done.innerText = [...document.querySelectorAll("input")].map(i => i.value).join("|");
}};</script>"""
BUTTON = "<button>Order</button>"
TASK = 'Order {2} of "{0}" to "{1}"'
VALUES = ("lamp", "Oslo", "3")
OTHERS = ("red chair", "Bern", "12")
ROWS = (("Order 5", "Ann", "3 May"), ("Order 7", "Bob", "9 June"),
        ("Order 57", "Max", "9 June"))  # fmt: skip
PYTHON = """from playwright.sync_api import sync_playwright

def run(playwright):
    page = playwright.chromium.launch().new_context().new_page()
    page.goto("{site}")
{lines}"""
FIELDS = ("Article", "City", "Amount")


def form(*, is_other: bool) -> str:
    ids = ("x1", "x2", "x3") if is_other else ("article", "city", "amount")
    first, last = (BUTTON, "") if is_other else ("", BUTTON)
    return FORM.format(first=first, last=last, ids=ids)


def table() -> str:
    rows = "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in row)
        + f"<td><button onclick=\"done.innerText='{row[0]}'\">Open</button></td></tr>"
        for row in ROWS
    )  # fmt: skip
    return f"<title>Shop</title><table>{rows}</table><p id=done>none</p>"


def script(*lines: str) -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return PYTHON.format(site=SHOP, lines=body)


def python_form() -> str:
    pairs = zip(FIELDS, VALUES, strict=True)
    fills = [f'page.get_by_role("textbox", name="{k}").fill("{v}")' for k, v in pairs]
    return script(*fills, 'page.get_by_role("button", name="Order").click()')


def typescript_form() -> str:
    fills = "".join(
        f"  await page.getByLabel('{k}').fill('{v}');\n"
        for k, v in zip(FIELDS, VALUES, strict=True)
    )
    return (
        "import { test } from '@playwright/test';\ntest('test', async ({ page }) => {\n"
        f"  await page.goto('{SHOP}');\n{fills}"
        "  await page.getByRole('button', { name: 'Order' }).click();\n});\n"
    )


def java_form() -> str:
    fills = "".join(
        f'page.getByLabel("{k}").fill("{v}");\n'
        for k, v in zip(FIELDS, VALUES, strict=True)
    )
    return (
        "import com.microsoft.playwright.*;\npublic class Example {\n"
        "  public static void main(String[] args) {\n"
        f'page.navigate("{SHOP}");\n{fills}'
        "page.getByRole(AriaRole.BUTTON, "
        'new Page.GetByRoleOptions().setName("Order")).click();\n  }\n}\n'
    )


def csharp_form() -> str:
    fills = "".join(
        f'await page.GetByLabel("{k}").FillAsync("{v}");\n'
        for k, v in zip(FIELDS, VALUES, strict=True)
    )
    return (
        "using Microsoft.Playwright;\n"
        f'await page.GotoAsync("{SHOP}");\n{fills}'
        'await page.GetByRole(AriaRole.Button, new() { Name = "Order" })'
        ".ClickAsync();\n"
    )


def jsonl_form() -> str:
    def line(name: str, **more: Any) -> dict[str, Any]:
        return {"name": name, "signals": [], "pageGuid": "page@1", **more}

    fills = [
        line("fill", selector=f'internal:role=textbox[name="{k}"i]', text=v)
        for k, v in zip(FIELDS, VALUES, strict=True)
    ]
    click = line("click", selector='internal:role=button[name="Order"i]')
    head = {"browserName": "chromium", "contextOptions": {}}
    lines = [head, line("navigate", url=SHOP), *fills, click]
    return "\n".join(map(json.dumps, lines))


FORMS = {
    "form.py": python_form,
    "form.spec.ts": typescript_form,
    "Form.java": java_form,
    "Form.cs": csharp_form,
    "form.jsonl": jsonl_form,
}


SHOWN = {"html": ""}
"""What the shop's page is at the moment."""


def served(route: Any) -> Any:
    head = "<!doctype html><meta charset=utf-8>"
    return route.fulfill(body=head + SHOWN["html"], content_type="text/html")


def shown(page: Any, html: str) -> None:
    SHOWN["html"] = html
    page.goto(SHOP)


def learned(memory: Memory, path: Path, code: str, task: str) -> None:
    path.write_text(code, encoding="utf-8")
    receipt = memory.learn_from(path, task=task, app="shop", outcome="success")
    assert receipt.refused == ()


def replayed(memory: Memory, page: Any, task: str) -> str:
    found = memory.recall(task, app="shop")
    assert found.plan is not None, found.reasons
    followed = replay(page, found.plan, memory, confirm=lambda _: True)
    assert followed.outcome == "success", followed
    return str(page.inner_text("#done"))


@pytest.mark.parametrize("name", FORMS)
def test_a_form_takes_other_values(
    page: Any, memory: Memory, tmp_path: Path, name: str
) -> None:
    learned(memory, tmp_path / name, FORMS[name](), TASK.format(*VALUES))
    shown(page, form(is_other=True))

    done = replayed(memory, page, TASK.format(*OTHERS))

    assert done == "|".join(OTHERS)


@pytest.mark.parametrize(
    "row",
    [
        'get_by_role("row", name="Order 5 Ann 3 May Open").get_by_role("button")',
        'get_by_role("row", name="Order 5 Ann 3 May")'
        '.get_by_role("button", name="Open")',
        'locator("tr").filter(has_text="Order 5Ann3 MayOpen").get_by_role("button")',
    ],
)
@pytest.mark.parametrize(
    ("task", "other"),
    [
        ("Open order 5", "Open order 7"),
        ('Open the order of "Ann"', 'Open the order of "Bob"'),
    ],
)
def test_a_row_that_is_told_by_its_text_is_found_by_another_value(
    page: Any, memory: Memory, tmp_path: Path, row: str, task: str, other: str
) -> None:
    learned(memory, tmp_path / "row.py", script(f"page.{row}.click()"), task)
    shown(page, table())

    done = replayed(memory, page, other)

    assert done == "Order 7"
