"""The official client of the Model Context Protocol, for an agent that waits for each
answer; what is said is counted."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mcp
from anyio.from_thread import BlockingPortal, start_blocking_portal

from kgmem_bench.agents.counts import Cost, as_json

STARTED = "from kgmem.interfaces.cli import main; main()"


@dataclass(frozen=True, slots=True)
class Said:
    """An answer of a tool."""

    text: str
    data: Mapping[str, Any]
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Server:
    """`kgmem mcp`, as its client sees it."""

    portal: BlockingPortal
    client: Any

    def call(self, cost: Cost, tool: str, arguments: Mapping[str, Any]) -> Said:
        """What a tool answers; counted."""
        cost.call(tool, arguments)
        found = self.portal.call(self.client.call_tool, tool, dict(arguments))
        text = "\n".join(getattr(one, "text", "") for one in found.content)
        said = Said(text, found.structured_content or {}, bool(found.is_error))
        cost.answered(said.text, said.data)
        return said

    def once(self) -> tuple[int, int]:
        """Characters of the server's instructions, and of its list of tools."""
        listed = self.portal.call(self.client.list_tools)
        tools = [
            {"name": t.name, "description": t.description, "input": t.input_schema}
            for t in listed.tools
        ]
        return len(self.client.instructions or ""), len(as_json(tools))


@contextmanager
def serving(home: Path, browser: str | None = None) -> Iterator[Server]:
    """The memory of this home served as its user starts it, and a client of it."""
    words = ["-c", STARTED, "--home", str(home), "mcp"]
    words += ["--browser", browser] if browser else []
    environment = {**os.environ, "KGMEM_CACHE_ANSWERS": "0"}
    asked = mcp.StdioServerParameters(
        command=sys.executable, args=words, env=environment
    )
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(mcp.Client(asked)) as client,
    ):
        yield Server(portal, client)
