"""A server with the names and forms of Playwright's, over a page that is a dictionary.

It speaks the protocol's lines itself: its package takes a second to load.

Run as a program: `python browser_server.py [MODE …]`. `deaf`: it outlives the end of
its standard input; `slow`: it takes two seconds to start; `broken`: it ends at once.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from typing import Any

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
PICTURE = {"type": "image", "data": "aGk=", "mimeType": "image/png"}
NAMES = [
    "browser_navigate", "browser_snapshot", "browser_type", "browser_click",
    "browser_evaluate", "search", "count", "picture", "ask", "more", "wait", "die",
]  # fmt: skip

Message = dict[str, Any]


class BrowserServer:
    """What it answers, and what was asked of it."""

    def __init__(self) -> None:
        self.names = list(NAMES)
        self.cancelled = 0
        self._asking: Any = None
        """The call that waits for what the client is asked."""

    def answers(self, told: Message) -> Iterator[Message]:
        """What it sends for a message of the client's."""
        params, number = told.get("params") or {}, told.get("id")
        match told.get("method"):
            case "initialize":
                yield answer(number, {
                    "protocolVersion": params["protocolVersion"],
                    "capabilities": {"tools": {"listChanged": True}},
                    "serverInfo": {"name": "browser", "version": ""},
                })  # fmt: skip
            case "tools/list":
                yield answer(number, {"tools": list(map(tool, self.names))})
            case "tools/call":
                called = getattr(self, params["name"])
                yield from called(number, params.get("arguments") or {})
            case "notifications/cancelled":
                self.cancelled += 1
            case None:  # the client's answer
                given = told["result"]
                yield said(self._asking, f"{given['action']} {given['content']}")

    def browser_navigate(self, number: Any, _: Any) -> Iterator[Message]:
        yield said(number, PAGE)

    def browser_snapshot(self, number: Any, _: Any) -> Iterator[Message]:
        yield said(number, SNAPSHOT)

    def browser_type(self, number: Any, _: Any) -> Iterator[Message]:
        yield said(number, "### Ran Playwright code")

    def browser_click(self, number: Any, given: Mapping[str, Any]) -> Iterator[Message]:
        is_gone = given.get("target") == "e9"
        text = "### Error\nRef e9 not found" if is_gone else PAGE
        yield said(number, text, is_error=is_gone)

    browser_evaluate = search = browser_type

    def count(self, number: Any, _: Any) -> Iterator[Message]:
        yield said(number, str(self.cancelled))

    def picture(self, number: Any, given: Mapping[str, Any]) -> Iterator[Message]:
        content = [PICTURE, {"type": "text", "text": "hi"}]
        more = {"structuredContent": {"given": given}, "_meta": {"a": 1}}
        yield answer(number, {"content": content, **more})

    def ask(self, number: Any, _: Any) -> Iterator[Message]:
        self._asking = number
        schema = {"type": "object", "properties": {"sure": {"type": "boolean"}}}
        asked = {"mode": "form", "message": "Sure?", "requestedSchema": schema}
        yield {"id": "asked", "method": "elicitation/create", "params": asked}

    def more(self, number: Any, _: Any) -> Iterator[Message]:
        self.names.append("another")
        yield {"method": "notifications/tools/list_changed"}
        yield said(number, "told")

    def wait(self, number: Any, _: Any) -> Iterator[Message]:
        """It is never answered; its progress is told by the number of its call."""
        half = {"progressToken": number, "progress": 1, "total": 2, "message": "half"}
        yield {"method": "notifications/progress", "params": half}

    def die(self, *_: Any) -> Iterator[Message]:
        os._exit(3)


def answer(number: Any, result: Message) -> Message:
    return {"id": number, "result": result}


def said(number: Any, text: str, *, is_error: bool = False) -> Message:
    content = [{"type": "text", "text": text}]
    return answer(number, {"content": content, "isError": is_error})


def tool(name: str) -> Message:
    return {
        "name": name,
        "description": f"Does {name}.",
        "inputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": name in READS},
    }


def main() -> None:
    server = BrowserServer()
    for line in sys.stdin:
        for one in server.answers(json.loads(line)):
            sys.stdout.write(json.dumps({"jsonrpc": "2.0", **one}) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    if "broken" in sys.argv:
        sys.exit("cannot")
    if "slow" in sys.argv:
        time.sleep(2)
    main()
    if "deaf" in sys.argv:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)
