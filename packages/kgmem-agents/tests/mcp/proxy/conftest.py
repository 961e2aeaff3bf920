"""A memory before a server of a browser, and a client of both."""

import asyncio
import shlex
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from kgmem import Memory
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.server import MemoryServer

Work = Callable[[Client], Awaitable[Any]]
BROWSER = Path(__file__).with_name("browser_server.py")


@pytest.fixture
def ongoing(memory: Memory) -> Ongoing:
    return Ongoing(memory)


def command(*modes: str) -> str:
    """The command of the server behind."""
    return shlex.join([sys.executable, str(BROWSER), *modes])


def passed(
    memory: Memory, work: Work, *modes: str, mode: str = "auto", **client: Any
) -> Any:
    """What `work` gives for a client of the memory with that server behind it."""

    async def main() -> Any:
        server = MemoryServer(memory, behind=command(*modes))
        async with (
            server.running(),
            Client(server.protocol, mode=mode, **client) as one,
        ):
            return await work(one)

    return asyncio.run(main())


def text_of(answer: Any) -> str:
    """All that it says."""
    return "\n".join(getattr(block, "text", "") for block in answer.content)
