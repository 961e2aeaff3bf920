"""The servers that agents have, behind the memory: a task is done twice, the second
time by two calls.

Skipped with the reason where there is no Chromium or no npm
(KGMEM_REQUIRE_BROWSER=1: fails).
"""

import asyncio
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from kgmem import Memory
from tests.live.conftest import lacking
from tests.pages.desk import desk_server, listening_browser

pytestmark = [pytest.mark.live, pytest.mark.slow]

HTML = """<!doctype html><title>Desk</title><h1>Desk</h1>
<label>Article <input id=article></label> <label>City <input id=city></label>
<button onclick="done.innerText = article.value + ' in ' + city.value">Search</button>
<p id=done></p>"""
PACKAGES = ("@playwright/mcp@0.0.83", "chrome-devtools-mcp@1.11.0")
STARTED = "from kgmem.interfaces.cli import main; main()"
COMMANDS = {
    "playwright": "node {npm}/@playwright/mcp/cli.js --cdp-endpoint {browser}",
    "devtools": "node {npm}/.bin/chrome-devtools-mcp --browserUrl {browser} "
    "--no-usage-statistics",
}


@pytest.fixture(scope="module")
def npm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where both servers are installed."""
    program = shutil.which("npm")
    if program is None or shutil.which("node") is None:
        lacking("no npm")
    folder = tmp_path_factory.mktemp("npm")
    asked = [str(program), "install", "--no-audit", "--no-fund", *PACKAGES]
    done = subprocess.run(
        asked, cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )
    if done.returncode:
        lacking(f"npm install: {done.stderr[-200:]}")
    return folder / "node_modules"


@pytest.fixture
def own_browser(browser: None, tmp_path: Path) -> Iterator[str]:
    with listening_browser(tmp_path / "profile") as address:
        yield address


class Agent:
    """Does what it was told to, by the tools of one server; counts its calls."""

    def __init__(self, client: Client) -> None:
        self.client, self.calls = client, 0

    async def __call__(self, name: str, **given: Any) -> Any:
        self.calls += 1
        answer = await self.client.call_tool(name, given)
        assert not answer.is_error, answer.content
        return answer

    async def by_playwright(self, url: str, article: str, city: str) -> list[Any]:
        first = await self("browser_navigate", url=url)
        shown = said(await self("browser_snapshot"))
        for field, value in (("Article", article), ("City", city)):
            ref = found(rf'textbox "{field}" \[(?:active\] \[)?ref=(e\d+)', shown)
            await self("browser_type", element=field, target=ref, text=value)
        ref = found(r'button "Search" \[ref=(e\d+)', shown)
        await self("browser_click", element="Search", target=ref)
        return [first, await self("browser_snapshot")]

    async def by_devtools(self, url: str, article: str, city: str) -> list[Any]:
        first = await self("new_page", url=url)
        page = int(found(r"(\d+): .*\[selected\]", said(first)))
        shown = said(await self("take_snapshot", pageId=page))
        fields = [
            {"uid": found(rf'uid=(\S+) textbox "{field}', shown), "value": value}
            for field, value in (("Article", article), ("City", city))
        ]
        await self("fill_form", pageId=page, elements=fields)
        uid = found(r'uid=(\S+) button "Search"', shown)
        await self("click", pageId=page, uid=uid)
        return [first, await self("take_snapshot", pageId=page)]


def said(answer: Any) -> str:
    return "\n".join(getattr(block, "text", "") for block in answer.content)


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match, text
    return match[1]


def server(home: Path, behind: str) -> StdioServerParameters:
    asked = ["--home", str(home), "mcp", "--proxy", behind]
    return StdioServerParameters(
        command=sys.executable,
        args=["-c", STARTED, *asked],
        env={**os.environ, "KGMEM_EMBEDDING": "ngram"},
    )


async def twice(parameters: StdioServerParameters, kind: str, url: str) -> Any:
    """What the first run's first answer and the second run's last one say, and how many
    calls each took."""
    async with Client(parameters) as client:
        agent = Agent(client)
        do = agent.by_playwright if kind == "playwright" else agent.by_devtools
        await client.list_tools()
        first, shown = await do(url, "lamp", "Oslo")
        assert "lamp in Oslo" in said(shown)
        await agent("record", outcome="success", task='Look for a "lamp" in "Oslo"')
        took, agent.calls = agent.calls, 0
        known = await agent("recall", task='Look for a "red chair" in "Bern"')
        plan_id = known.structured_content["plan"]["plan_id"]
        replayed = await agent("replay", plan_id=plan_id)
        return said(first), said(replayed), took, agent.calls


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_task_takes_two_calls_the_second_time(
    kind: str, npm: Path, own_browser: str, tmp_path: Path
) -> None:
    behind = COMMANDS[kind].format(npm=shlex.quote(str(npm)), browser=own_browser)

    with desk_server(HTML) as url:
        asked = twice(server(tmp_path / "home", behind), kind, url)
        first, replayed, took, again = asyncio.run(asked)

    assert first.endswith("kgmem: nothing is known here yet; at the end call record.")
    assert replayed.startswith("success: 4 of 4 steps")
    assert again == 2 < took
    with Memory.open(tmp_path / "home", settings={"embedding": "ngram"}) as memory:
        (pattern,) = memory.patterns()
        assert pattern.stats.wins == 2
