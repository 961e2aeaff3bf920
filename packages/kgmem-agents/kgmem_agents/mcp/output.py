"""What goes out: answers as the protocol has them, and standard output as its wire,
written without waiting where it has room."""

import asyncio
import json
import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from kgmem.agents import needs
from kgmem_agents.mcp.answer import ToolAnswer

with needs("mcp", "kgmem mcp"):
    from mcp import types

AT_ONCE = 4_096
"""Bytes that a pipe that is ready takes without waiting: POSIX's PIPE_BUF on Linux."""


class Wire:
    """What the SDK's `stdio_server` writes to: the same calls as an async file's.

    Its own writes each message in two calls of other threads, which costs more than the
    message itself where the machine is busy.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._held: list[bytes] = []

    async def write(self, text: str) -> int:
        """Hold it until `flush`."""
        self._held.append(text.encode("utf-8", "replace"))
        return len(text)

    async def flush(self) -> None:
        """Write what is held; in another thread, as soon as the reader is slow."""
        left = memoryview(b"".join(self._held))
        self._held.clear()
        while left and self._has_room():
            left = left[os.write(self._descriptor, left[:AT_ONCE]) :]
        if left:
            await asyncio.to_thread(self._write_all, left)

    def _has_room(self) -> bool:
        asked = select.poll()  # `select` knows the first 1,024 descriptors alone
        asked.register(self._descriptor, select.POLLOUT)
        return bool(asked.poll(0))

    def _write_all(self, left: memoryview) -> None:
        while left:
            left = left[os.write(self._descriptor, left) :]


@contextmanager
def wire() -> Iterator[Wire | None]:
    """Standard output for the protocol alone: whatever else is printed meanwhile goes
    to standard error. None where that can't be: then the SDK does it its own way."""
    if sys.platform == "win32":  # select knows no pipes there
        yield None
        return
    sys.stdout.flush()  # what was printed before
    try:
        kept = os.dup(1)
        os.dup2(2, 1)
    except OSError:
        yield None
        return
    try:
        yield Wire(kept)
    finally:
        with suppress(OSError):
            os.dup2(kept, 1)
            os.close(kept)


TOOK = "kgmem/ms"
"""Of an answer's metadata: how long the memory itself took, in ms."""


def result_of(answer: ToolAnswer, ms: float) -> types.CallToolResult:
    """An answer as the protocol has it."""
    data = json.loads(json.dumps(answer.data, ensure_ascii=False, default=str))
    return types.CallToolResult(
        content=[types.TextContent(text=answer.text)],
        structured_content=data,
        _meta={TOOK: round(ms, 3)},
    )


def refusal(reason: str) -> types.CallToolResult:
    """An error that the model reads, and can do better by."""
    return types.CallToolResult(content=[types.TextContent(text=reason)], is_error=True)
