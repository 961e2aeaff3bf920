"""The pages of MCP clients: what each tells to put into a file works, over standard
input and output and over HTTP, with the official client.

The browser's server is the tests' own in place of the one from npm, which
`tests/live/test_mcp_proxy.py` starts.
"""

import asyncio
import json
import os
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from kgmem import Memory
from tests.docs.test_docs import ROOT, blocks, called
from tests.e2e.serving import free_port, listening
from tests.mcp.proxy.browser_server import NAMES
from tests.mcp.proxy.conftest import command

pytestmark = pytest.mark.slow

HOWTO = ROOT / "docs" / "howto"
PAGES = [HOWTO / f"mcp-{client}.md" for client in ("claude", "codex", "cursor")]
HOME = "/home/ann/agent-memory"
"""Where the pages have the memory."""
STARTED = ["-c", "from kgmem.interfaces.cli import main; main()"]
TOKEN = "a-token-of-the-test"
SETTINGS = {**os.environ, "KGMEM_EMBEDDING": "ngram", "KGMEM_SERVER_API_KEY": TOKEN}
RUN = {
    "task": "Rename the file to notes.txt",
    "app": "files",
    "outcome": "success",
    "steps": [{"action": "click", "target": {"role": "button", "name": "Rename"}}],
}


def servers(path: Path) -> Iterator[Mapping[str, Any]]:
    """What the page's blocks tell to start or to connect to."""
    for block in blocks(path):
        told: dict[str, Any] = {}
        if block.language == "json":
            told = json.loads(block.text)
        elif block.language == "toml":
            told = tomllib.loads(block.text)
        for name in ("mcpServers", "servers", "mcp_servers"):
            yield from told.get(name, {}).values()


def of_pages(kind: str) -> list[Any]:
    return [
        pytest.param(path, one, id=f"{path.stem}-{n}")
        for path in PAGES
        for n, one in enumerate(servers(path))
        if kind in one
    ]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A closed memory that holds one run in the pages' space."""
    settings = {"embedding": "ngram"}
    with Memory.open(tmp_path / "home", space="ann", settings=settings) as memory:
        memory.learn(RUN)
    return tmp_path / "home"


async def recalled(client: Client) -> tuple[list[str], Any]:
    listed = await client.list_tools(cache_mode="refresh")
    names = [tool.name for tool in listed.tools]
    asked = {"task": RUN["task"], "app": "files"}
    answer = await client.call_tool("recall", asked)
    return names, answer.structured_content["route"]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_tells_both_ways(path: Path) -> None:
    found = list(servers(path))

    assert any("command" in one for one in found)
    assert any("url" in one for one in found)


@pytest.mark.parametrize(("path", "told"), of_pages("command"))
def test_what_a_client_starts(path: Path, told: Mapping[str, Any], home: Path) -> None:
    places = {HOME: str(home), "npx @playwright/mcp@latest": command()}
    arguments = [places.get(one, one) for one in told["args"]]
    assert Path(told["command"]).name == "kgmem"
    assert arguments != told["args"]
    server = StdioServerParameters(
        command=sys.executable, args=[*STARTED, *arguments], env=SETTINGS
    )

    async def main() -> Any:
        async with Client(server) as client:
            for _ in range(10):  # the browser's may take longer than a list waits
                names, route = await recalled(client)
                if set(NAMES) <= set(names):
                    break
            return names, route

    names, route = asyncio.run(main())

    assert {*NAMES, "record", "report"} <= set(names)
    assert route == "direct_replay"


@pytest.mark.parametrize(("path", "told"), of_pages("url"))
def test_what_a_client_connects_to(
    path: Path, told: Mapping[str, Any], home: Path
) -> None:
    (started,) = [words for _, words in called(path) if "serve" in words]
    headers = {"Authorization": f"Bearer {TOKEN}"}
    assert headers_of(told) == headers

    async def main(address: str) -> Any:
        async with (
            httpx.AsyncClient(headers=headers) as web,
            Client(streamable_http_client(address, http_client=web)) as client,
        ):
            return await recalled(client)

    with serving(started, home, told["url"]) as address:
        names, route = asyncio.run(main(address))

    assert names[0] == "recall"
    assert route == "direct_replay"


def headers_of(told: Mapping[str, Any]) -> dict[str, str]:
    """The headers that the client sends, with its environment's values."""
    if variable := told.get("bearer_token_env_var"):
        return {"Authorization": f"Bearer {SETTINGS[variable]}"}
    given = json.dumps(told["headers"]).replace("${env:", "${")
    found: dict[str, str] = json.loads(given.replace("${KGMEM_SERVER_API_KEY}", TOKEN))
    return found


@contextmanager
def serving(words: list[str], home: Path, url: str) -> Iterator[str]:
    """The page's server, at a port that is free; its address for the page's `url`."""
    port = free_port()
    told = words[words.index("--port") + 1]
    assert f":{told}/" in url
    places = {HOME: str(home), told: str(port)}
    asked = [places.get(one, one) for one in words]
    with listening([sys.executable, *STARTED, *asked], port, SETTINGS):
        yield url.replace(f":{told}/", f":{port}/")
