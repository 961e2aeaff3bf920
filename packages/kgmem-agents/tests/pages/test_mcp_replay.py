"""A client of the protocol has a plan done in its own browser, by one call.

Skipped with the reason where there is no Chromium (KGMEM_REQUIRE_BROWSER=1: fails).
"""

import asyncio
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters, types
from playwright.sync_api import sync_playwright

from kgmem import Memory
from kgmem.browser import record_page
from tests.pages.desk import desk_server, listening_browser

pytestmark = [pytest.mark.live, pytest.mark.slow]

HTML = """<!doctype html><title>Desk</title><label>Article<input id=article></label>
<label>City<input id=city></label>
<button onclick="done.innerText = article.value + ' to ' + city.value">Send</button>
<p id=done></p>"""
SETTINGS = {"embedding": "ngram"}
STARTED = "from kgmem.interfaces.cli import main; main()"


@pytest.fixture
def desk() -> Iterator[str]:
    with desk_server(HTML) as address:
        yield address


@pytest.fixture
def own_browser(browser: None, tmp_path: Path) -> Iterator[str]:
    """The agent's own browser, that listens."""
    with listening_browser(tmp_path / "profile") as address:
        yield address


def opened(address: str, url: str, shows: Any = None) -> Any:
    """What `shows` gives of the browser's page."""
    with sync_playwright() as playwright:
        page = playwright.chromium.connect_over_cdp(address).contexts[0].pages[0]
        if shows is None:
            page.goto(url)
            return None
        return shows(page)


def recorded(address: str, home: Path) -> None:
    """Somebody shows twice how it is done."""
    with Memory.open(home, settings=SETTINGS) as memory:
        for article, city in (("lamp", "Oslo"), ("desk", "Rome")):
            with sync_playwright() as playwright:
                page = (
                    playwright.chromium.connect_over_cdp(address).contexts[0].pages[0]
                )
                page.reload()
                task = f'Send a "{article}" to "{city}"'
                with record_page(page, memory, task, app="desk"):
                    page.fill("#article", article)
                    page.fill("#city", city)
                    page.click("button")


async def asked(
    address: str, home: Path, *, allows: bool | None
) -> tuple[list[Any], list[float]]:
    """What replaying gives until it is done, and what was told on the way; `allows`:
    what the person says when asked, None: he can't be."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-c", STARTED, "--home", str(home), "mcp", "--browser", address],
        env={**os.environ, "KGMEM_EMBEDDING": "ngram"},
    )
    told: list[float] = []

    async def tell(progress: float, total: float | None, message: str | None) -> None:
        told.append(progress)

    async def person(_: Any, __: Any) -> types.ElicitResult:
        return types.ElicitResult(action="accept", content={"allow": bool(allows)})

    listening: Any = None if allows is None else person
    mode = "auto" if allows is None else "legacy"  # today's protocol can't ask midway
    async with Client(server, mode=mode, elicitation_callback=listening) as client:
        task = {"task": 'Send a "red chair" to "Bern"', "app": "desk"}
        found = await client.call_tool("recall", task)
        plan_id = found.structured_content["plan"]["plan_id"]
        answers = [
            await client.call_tool(
                "replay", {"plan_id": plan_id}, progress_callback=tell
            )
        ]
        if answers[0].structured_content["outcome"] == "stopped":
            again = {"plan_id": plan_id, "confirmed": True}
            answers.append(await client.call_tool("replay", again))
    return answers, told


@pytest.mark.parametrize(
    ("allows", "calls", "outcome"),
    [(None, 2, "success"), (False, 2, "stopped"), (True, 1, "success")],
    ids=str,
)
def test_a_plan_is_done_in_the_clients_browser_once_it_is_allowed(
    own_browser: str,
    desk: str,
    tmp_path: Path,
    allows: bool | None,
    calls: int,
    outcome: str,
) -> None:
    home = tmp_path / "home"
    opened(own_browser, desk)
    recorded(own_browser, home)
    opened(own_browser, desk)

    answers, told = asyncio.run(asked(own_browser, home, allows=allows))

    assert len(answers) == calls
    assert answers[-1].structured_content["outcome"] == outcome
    done = "red chair to Bern" if outcome == "success" else ""
    assert opened(own_browser, desk, lambda page: page.inner_text("#done")) == done
    assert told == [1, 2, 3][: 4 - calls]
    if calls == 2:
        assert "confirmed=true" in answers[0].content[0].text
        assert '"Send"' in answers[0].content[0].text
