"""What is done on a live page is recorded, and replayed with other values.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from kgmem_bench.pages.chromium import FLAGS, chromium
from playwright.async_api import async_playwright

from kgmem import AsyncMemory, Memory, record_page
from kgmem.browser import replay, replay_async
from tests.doubles import WordEmbedder
from tests.live.conftest import SHOP

pytestmark = [pytest.mark.live, pytest.mark.slow]

HTML = """<h1>Shop</h1><form>
<label>Article<input id=article name=article></label>
<label>City<input id=city name=city></label>
<label>Size<select id=size name=size><option>small<option>large</select></label>
<label><input type=checkbox id=gift> Gift</label>
<label>Day<input type=date id=day name=day></label>
<button>Order</button></form>
<script>document.querySelector("form").onsubmit = (event) => {
  event.preventDefault();
  done.innerText = [article.value, city.value, size.value, gift.checked, day.value]
    .join("|");
};</script><p id=done></p>"""
LOGIN = """<form action=/in><label>Name<input name=n></label>
<label>Pass phrase<input type=password id=p></label><button>Enter</button></form>"""
LIST = """<a href=/one>One</a> <a href=/two>Two</a>"""


def served(route: Any) -> Any:
    address = route.request.url
    pages = {"login": LOGIN, "list": LIST, "one": "<p>Page one</p>", "in": "<p>In</p>"}
    wanted = address.removeprefix(SHOP).partition("?")[0]
    return route.fulfill(body=pages.get(wanted, HTML), content_type="text/html")


async def served_later(route: Any) -> None:
    await served(route)


def shown(run: Any) -> list[tuple[str, str | None, str | None]]:
    return [
        (step.action, step.target and step.target.name, step.value)
        for step in run.steps
    ]


def fill_in(page: Any, article: str, city: str) -> None:
    """As a person does: click, type, choose, tick."""
    page.click("#article")
    page.keyboard.type(article)
    page.keyboard.press("Tab")
    page.keyboard.type(city)
    page.select_option("#size", "large")
    page.get_by_label("Gift").check()
    page.fill("#day", "2026-11-23")
    page.click("button")


def test_what_is_shown_once_is_done_with_other_values(
    page: Any, memory: Memory
) -> None:
    task = 'Order a large "{}" as a gift to "{}" for 2026-11-23'
    with record_page(page, memory, task.format("lamp", "Oslo"), app="shop") as run:
        fill_in(page, "lamp", "Oslo")

    page.goto(SHOP)
    found = memory.recall(task.format("red chair", "Bern"), app="shop")
    assert found.plan is not None
    followed = replay(page, found.plan, memory, confirm=lambda _: True)

    assert shown(run) == [
        ("type", "Article", "lamp"),
        ("type", "City", "Oslo"),
        ("select", "Size", "large"),
        ("check", "Gift", None),
        ("type", "Day", "2026-11-23"),
        ("click", "Order", None),
    ]
    assert run.learned is not None
    assert run.learned.dropped_steps == ()
    assert followed.outcome == "success"
    assert page.inner_text("#done") == "red chair|Bern|large|true|2026-11-23"


def test_it_is_recorded_over_pages(page: Any, memory: Memory) -> None:
    page.goto(f"{SHOP}list")

    with record_page(page, memory, "Open one", app="shop") as run:
        page.click("text=One")
        page.wait_for_load_state()

    (step,) = memory.experience(run.learned.experience_id).steps
    assert (step.action, step.target.name) == ("click", "One")
    assert step.page_before.url.endswith("/list")
    assert step.page_after.url.endswith("/one")


def test_what_scripts_of_the_page_do_is_no_step(page: Any, memory: Memory) -> None:
    page.evaluate("""() => city.addEventListener("input", () => {
        article.value = "made up";
        article.dispatchEvent(new Event("input", {bubbles: true}));
        article.dispatchEvent(new Event("change", {bubbles: true}));
    })""")

    with record_page(page, memory, 'Order to "Oslo"', app="shop") as run:
        page.click("#city")
        page.keyboard.type("Oslo")
        page.click("button")

    assert [name for _, name, _ in shown(run)] == ["City", "Order"]


def test_a_password_reaches_no_store(page: Any, memory: Memory, new_home: Path) -> None:
    page.goto(f"{SHOP}login")

    with record_page(page, memory, "Log in as ann", app="shop") as run:
        page.fill("[name=n]", "ann")
        page.fill("#p", "Zebra-4711-qux")
        page.click("button")
        page.wait_for_load_state()

    stored = memory.experience(run.learned.experience_id)
    memory.flush()
    assert stored.steps[1].value == "[REDACTED:password#1]"
    kept = [file for file in new_home.rglob("*") if file.is_file()]
    assert not [file for file in kept if b"Zebra-4711-qux" in file.read_bytes()]


def test_async_pages_are_recorded_and_replayed_too(
    browser: None, new_home: Path
) -> None:
    async def main() -> tuple[list[Any], str]:
        async with async_playwright() as playwright:
            engine = await playwright.chromium.launch(
                executable_path=chromium(), args=list(FLAGS)
            )
            page = await engine.new_page()
            await page.route(f"{SHOP}**", served_later)
            await page.goto(SHOP)
            opened = AsyncMemory.open(new_home, embedder=WordEmbedder())
            async with opened as memory:
                async with record_page(page, memory, 'Order "lamp"', app="shop") as run:
                    await page.fill("#article", "lamp")
                    await page.click("button")
                await page.goto(SHOP)
                found = await memory.recall('Order "chair"', app="shop")
                await replay_async(page, found.plan, memory, confirm=lambda _: True)
                done = await page.inner_text("#done")
            await engine.close()
            return shown(run), done

    with ThreadPoolExecutor() as elsewhere:  # Playwright's sync API holds this thread
        steps, done = elsewhere.submit(asyncio.run, main()).result()

    assert [action for action, _, _ in steps] == ["type", "click"]
    assert done.startswith("chair|")
