"""The Model Context Protocol at `/mcp`: the same keys, spaces and roles."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from fastapi import Request

from kgmem import Memory, MemoryClosed
from kgmem.serving import brought
from kgmem_serve.http.access.journal import Journal
from kgmem_serve.http.callers import ANYBODY, Caller, caller_of, memory_of
from kgmem_serve.http.journal import Noting
from kgmem_serve.wire.connection import SPACE

MOST = 256
"""Callers, each with a space, whose sessions are held; the one that was longest silent
makes room."""
CLOSING = 10.0
"""Seconds that tools have to answer when the server stops."""
PROTOCOLS = "kgmem.protocols"
"""Entry points of other ways to a memory; this one is `mcp`."""
ELSEWHERE = "0.0.0.0"  # nothing listens: hosts were checked before
_Key = tuple[Caller, str]


class ToolServer(Protocol):
    """What a package brings for the protocol: made with the memory, the `roles` of the
    caller, and `done`, which is told of each tool that changed something."""

    def within(self, host: str) -> AbstractAsyncContextManager[Any]:
        """Its application, while the block runs."""


class RunningServer:
    """A server of the protocol in a task of its own, until it is stopped."""

    def __init__(self, server: ToolServer) -> None:
        self._server = server
        self._stopping = asyncio.Event()
        self._app: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            async with self._server.within(ELSEWHERE) as app:
                self._app.set_result(app)
                await self._stopping.wait()
        except Exception as error:
            if self._app.done():
                raise
            self._app.set_exception(error)

    async def app(self) -> Any:
        """Its application."""
        return await asyncio.shield(self._app)

    async def stop(self) -> None:
        """End its sessions; runs that are still recorded are learned."""
        self._stopping.set()
        await self._task


class ProtocolServers:
    """One server for each caller and space, so that neither the sessions nor the plans
    of one can be named by another."""

    def __init__(self) -> None:
        self._running: OrderedDict[_Key, RunningServer] = OrderedDict()
        self._stopping = set[asyncio.Task[None]]()
        self._asked = 0
        self._closed = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        request = Request(scope)
        memory = await memory_of(request, request.headers.get(SPACE))
        if self._closed:
            raise MemoryClosed("this server stops")
        app = await self._app_for(request, memory)
        self._asked += scope["method"] == "POST"
        try:
            await app(scope, receive, send)
        finally:
            self._asked -= scope["method"] == "POST"

    async def _app_for(self, request: Request, memory: Memory) -> Any:
        """Its application; what can't be begun is begun anew by the next request."""
        key = caller_of(request), memory.space
        running = self._running_for(request, memory, key)
        try:
            return await running.app()
        except Exception:
            if self._running.get(key) is running:
                del self._running[key]
            raise

    def _running_for(
        self, request: Request, memory: Memory, key: _Key
    ) -> RunningServer:
        caller, _ = key
        running = self._running.get(key)
        if running is None:
            journal: Journal = request.app.state.journal
            note = Noting(journal, caller.name, memory.space, None)

            def done(name: str, given: Mapping[str, Any], answer: Any) -> None:
                note(f"mcp {name}", {**given, **answer.data})

            made = brought(PROTOCOLS, "mcp", "mcp", "/mcp")
            server: ToolServer = made(memory, roles=tool_roles(caller), done=done)
            running = self._running[key] = RunningServer(server)
        self._running.move_to_end(key)
        while len(self._running) > MOST:
            _, oldest = self._running.popitem(last=False)
            stopping = asyncio.create_task(oldest.stop())
            self._stopping.add(stopping)
            stopping.add_done_callback(self._stopping.discard)
        return running

    async def close(self) -> None:
        """End all sessions, once they have their answers or some seconds are over."""
        self._closed, until = True, time.monotonic() + CLOSING
        while self._asked and time.monotonic() < until:
            await asyncio.sleep(0.02)
        while self._running:
            _, running = self._running.popitem()
            await running.stop()
        await asyncio.gather(*self._stopping)


def tool_roles(caller: Caller) -> Any:
    """The roles of an agent: where there are no keys, it may not approve itself."""
    return caller.roles - {"operate"} if caller is ANYBODY else caller.roles
