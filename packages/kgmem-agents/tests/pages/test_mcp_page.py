"""A client without a model fills a form in a browser, through the protocol alone.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from kgmem_bench.pages.chromium import FLAGS, chromium
from mcp import Client, StdioServerParameters
from playwright.async_api import async_playwright

from kgmem import Memory
from kgmem.browser import PageDriver, record_page

pytestmark = [pytest.mark.live, pytest.mark.slow]

SHOP = "http://shop.example/"
HTML = """<label>Article<input id=article></label> <label>City<input id=city></label>
<button onclick="done.innerText = article.value + ' to ' + city.value">Send</button>
<p id=done></p>"""
SETTINGS = {"embedding": "ngram"}
OFFERED = ("--pattern-tools", "--proof", "0.3")
STARTED = "from kgmem.interfaces.cli import main; main()"


async def served(route: Any) -> None:
    await route.fulfill(body=HTML, content_type="text/html")


async def recorded(page: Any, home: Path) -> None:
    """Somebody shows once how it is done."""
    with Memory.open(home, settings=SETTINGS) as memory:
        task = 'Send a "lamp" to "Oslo"'
        async with record_page(page, memory, task, app="shop"):
            await page.fill("#article", "lamp")
            await page.fill("#city", "Oslo")
            await page.click("button")


async def done_by_tool(page: Any, client: Client, values: dict[str, str]) -> Any:
    """All that a client without a model needs: the tool's plan, `locate`, `report`."""
    (tool,) = [
        one for one in (await client.list_tools()).tools if one.name.startswith("send")
    ]
    assert set(tool.input_schema["properties"]) == set(values)
    answer = await client.call_tool(tool.name, values)
    plan, driver = answer.structured_content["plan"], PageDriver(page)
    for step in plan["steps"]:
        elements = list(await driver.elements())
        asked = {"plan_id": plan["plan_id"], "step": step["n"], "elements": elements}
        found = await client.call_tool("locate", asked)
        element = elements[found.structured_content["index"]]
        await driver.act(step["action"], element, step.get("value"))
    report = {"plan_id": plan["plan_id"], "outcome": "success"}
    await client.call_tool("report", report)
    return await page.inner_text("#done")


async def main(home: Path) -> str:
    server = StdioServerParameters(
        command=sys.executable,
        args=["-c", STARTED, "--home", str(home), "mcp", *OFFERED],
        env={**os.environ, "KGMEM_EMBEDDING": "ngram"},
    )
    async with async_playwright() as playwright:
        engine = await playwright.chromium.launch(
            executable_path=chromium(), args=list(FLAGS)
        )
        page = await engine.new_page()
        await page.route(f"{SHOP}**", served)
        await page.goto(SHOP)
        await recorded(page, home)
        await page.goto(SHOP)
        async with Client(server) as client:
            done = await done_by_tool(
                page, client, {"article": "red chair", "city": "Bern"}
            )
        await engine.close()
        return str(done)


def test_what_was_shown_is_a_tool_that_is_done_with_other_values(
    browser: None, tmp_path: Path
) -> None:
    home = tmp_path / "home"

    assert asyncio.run(main(home)) == "red chair to Bern"

    with Memory.open(home, settings=SETTINGS) as memory:
        (pattern,) = memory.patterns()
        assert pattern.stats.wins == 2
