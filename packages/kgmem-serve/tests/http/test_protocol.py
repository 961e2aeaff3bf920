"""MCP in the same process: the official client, over HTTP."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from kgmem import Memory
from kgmem_agents.mcp.people import PEOPLE
from kgmem_agents.mcp.tools import DECISIONS, TOOLS
from kgmem_serve.http.access.keys import KeyFile
from kgmem_serve.http.access.layers import Access, behind_access
from kgmem_serve.http.app import create_app
from tests.mcp.conftest import order

AT = "http://localhost/mcp"
LISTED = {n: tool for n, tool in {**TOOLS, **PEOPLE}.items() if not tool.seldom}


@pytest.fixture
def keys(tmp_path: Path) -> KeyFile:
    return KeyFile.of_home(tmp_path)


Work = Callable[[Client], Awaitable[Any]]


def asked(memory: Memory, keys: KeyFile, work: Work, headers: dict[str, str]) -> Any:
    """What `work` gives for a client with these headers."""

    @asynccontextmanager
    async def connected() -> AsyncIterator[Client]:
        app = create_app(memory)
        guarded = behind_access(app, Access(keys))
        transport = httpx.ASGITransport(guarded)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, headers=headers) as http,
            Client(streamable_http_client(AT, http_client=http)) as client,
        ):
            yield client

    async def main() -> Any:
        async with connected() as client:
            return await work(client)

    return asyncio.run(main())


async def tools_of(client: Client) -> list[str]:
    return [tool.name for tool in (await client.list_tools()).tools]


def bearing(keys: KeyFile, *roles: Any, spaces: list[str] | None = None) -> Any:
    token = keys.add("ann", spaces=spaces, roles=roles)
    return {"Authorization": f"Bearer {token}"}


def test_an_agent_on_this_machine_may_not_approve_itself(
    memory: Memory, keys: KeyFile
) -> None:
    names = asked(memory, keys, tools_of, {})

    assert names == list(LISTED)


@pytest.mark.parametrize(
    ("roles", "names"),
    [
        (["read"], [name for name, one in LISTED.items() if one.reads]),
        (["write"], [name for name, one in LISTED.items() if not one.reads]),
        (["read", "write", "operate"], [*LISTED, *DECISIONS]),
    ],
)
def test_a_key_sees_the_tools_of_its_roles(
    memory: Memory, keys: KeyFile, roles: list[str], names: list[str]
) -> None:
    found = asked(memory, keys, tools_of, bearing(keys, *roles))

    assert found == names


def test_what_a_key_does_is_in_its_space_alone(memory: Memory, keys: KeyFile) -> None:
    memory.learn(order("lamp", "Oslo"))
    memory.in_space("desk").agent("ann").conversation("s").add(
        "user", "I live in Oslo."
    )

    async def work(client: Client) -> Any:
        task = order("lamp", "Oslo")["task"]
        return await client.call_tool("recall", {"task": task, "agent": "ann"})

    there = asked(memory, keys, work, bearing(keys, "read", spaces=["desk"]))

    here = asked(memory, keys, work, bearing_more(keys))
    assert there.structured_content["route"] == "reflexion_explore"
    assert here.structured_content["route"] == "direct_replay"


def bearing_more(keys: KeyFile) -> dict[str, str]:
    token = keys.add("bob", spaces=["default"], roles=["read"])
    return {"Authorization": f"Bearer {token}"}


def test_a_recorded_run_is_learned_when_the_server_ends(
    memory: Memory, keys: KeyFile
) -> None:
    async def work(client: Client) -> Any:
        step = {"task": "open the shop", "action": "click", "target": {"name": "Shop"}}
        return await client.call_tool("record_step", step)

    answer = asked(memory, keys, work, {})

    assert not answer.is_error
    assert memory.stats()["experiences"] == 1
