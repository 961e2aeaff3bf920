"""A server with the names and forms of Playwright's, over a page that is a dictionary.

Run as a program: `python browser_server.py [MODE …]`. `deaf`: it outlives the end of
its standard input; `slow`: it takes two seconds to start; `broken`: it ends at once.
"""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Mapping
from typing import Any

from mcp import types
from mcp.server import NotificationOptions, Server
from mcp.server.stdio import stdio_server

URL = "http://shop.example/"
PAGE = f"""### Page
- Page URL: {URL}
- Page Title: Shop
"""
SNAPSHOT = (
    PAGE
    + """### Snapshot
```yaml
- textbox "Article" [ref=e1]
- textbox "Password" [ref=e2]
- button "Send" [ref=e3]
```"""
)
READS = frozenset({"browser_snapshot", "count"})
PICTURE = types.ImageContent(data="aGk=", mime_type="image/png")
NAMES = [
    "browser_navigate", "browser_snapshot", "browser_type", "browser_click",
    "browser_evaluate", "search", "count", "picture", "ask", "more", "wait", "die",
]  # fmt: skip


class BrowserServer:
    """What it answers, and what was asked of it."""

    def __init__(self) -> None:
        self.names = list(NAMES)
        self.cancelled = 0
        self.protocol: Server[Any] = Server(
            "browser", on_list_tools=self.list_tools, on_call_tool=self.call_tool
        )

    async def list_tools(self, _: Any, __: Any) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=name,
                    description=f"Does {name}.",
                    input_schema={"type": "object"},
                    annotations=types.ToolAnnotations(read_only_hint=name in READS),
                )
                for name in self.names
            ]
        )

    async def call_tool(
        self, context: Any, asked: types.CallToolRequestParams
    ) -> types.CallToolResult:
        return await getattr(self, asked.name)(context, asked.arguments or {})

    async def browser_navigate(self, *_: Any) -> types.CallToolResult:
        return said(PAGE)

    async def browser_snapshot(self, *_: Any) -> types.CallToolResult:
        return said(SNAPSHOT)

    async def browser_type(self, *_: Any) -> types.CallToolResult:
        return said("### Ran Playwright code")

    async def browser_click(
        self, _: Any, given: Mapping[str, Any]
    ) -> types.CallToolResult:
        if given.get("target") == "e9":
            return said("### Error\nRef e9 not found", is_error=True)
        return said(PAGE)

    browser_evaluate = search = browser_type

    async def count(self, *_: Any) -> types.CallToolResult:
        return said(str(self.cancelled))

    async def picture(self, _: Any, given: Mapping[str, Any]) -> types.CallToolResult:
        content = [PICTURE, types.TextContent(text="hi")]
        return types.CallToolResult(
            content=content, structured_content={"given": dict(given)}, _meta={"a": 1}
        )

    async def ask(self, context: Any, _: Any) -> types.CallToolResult:
        schema = {"type": "object", "properties": {"sure": {"type": "boolean"}}}
        answer = await context.session.elicit_form("Sure?", schema, context.request_id)
        return said(f"{answer.action} {answer.content}")

    async def more(self, context: Any, _: Any) -> types.CallToolResult:
        self.names.append("another")
        await context.session.send_tool_list_changed()
        return said("told")

    async def wait(self, context: Any, _: Any) -> types.CallToolResult:
        await context.session.report_progress(1, 2, "half")
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return said("waited")

    async def die(self, *_: Any) -> types.CallToolResult:
        os._exit(3)


def said(text: str, *, is_error: bool = False) -> types.CallToolResult:
    return types.CallToolResult(
        content=[types.TextContent(text=text)], is_error=is_error
    )


async def main() -> None:
    server = BrowserServer().protocol
    changes = NotificationOptions(tools_changed=True)
    async with stdio_server() as (incoming, outgoing):
        await server.run(
            incoming, outgoing, server.create_initialization_options(changes)
        )


if __name__ == "__main__":
    if "broken" in sys.argv:
        sys.exit("cannot")
    if "slow" in sys.argv:
        time.sleep(2)
    asyncio.run(main())
    if "deaf" in sys.argv:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)
