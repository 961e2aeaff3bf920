"""A server of the protocol that knows nothing: its one tool waits and answers.

What a call takes beyond the waiting is the protocol's own, on the machine at hand.
"""

import asyncio
import time

from mcp import types
from mcp.server import Server
from mcp.server.stdio import stdio_server

TOOK = "kgmem/ms"
"""Where an answer tells how long the work itself took."""


async def wait(_: object, asked: types.CallToolRequestParams) -> types.CallToolResult:
    """Wait `ms` in another thread, as a call of a memory does."""
    arguments = asked.arguments or {}
    began = time.perf_counter()
    await asyncio.to_thread(time.sleep, float(arguments["ms"]) / 1_000)
    ms = (time.perf_counter() - began) * 1_000
    text = types.TextContent(text=str(arguments["text"]))
    return types.CallToolResult(content=[text], _meta={TOOK: ms})


async def tools(_: object, __: object) -> types.ListToolsResult:
    """The one tool."""
    shown = types.Tool(name="wait", input_schema={"type": "object"})
    return types.ListToolsResult(tools=[shown])


async def serve() -> None:
    """Serve standard input until it ends."""
    server = Server("bare", on_call_tool=wait, on_list_tools=tools)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(serve())
