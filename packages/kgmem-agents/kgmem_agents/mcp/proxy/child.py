"""The server that stands behind: started when it is needed, and again when it fell."""

import asyncio
import contextlib
import logging
import os
import shlex
import shutil
import sys
from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from kgmem import ConfigurationError, KgmemError
from kgmem.agents import needs
from kgmem_agents.mcp.proxy import keeper
from kgmem_agents.mcp.proxy.asked_back import AskedBack

with needs("mcp", "kgmem mcp --proxy"):
    from mcp import Client, MCPError, StdioServerParameters, types

log = logging.getLogger(__name__)

START = 120.0
"""Seconds that a start may take for a call: npx may fetch the package first."""
CONNECTS = ("--cdp-endpoint", "--browserUrl", "--browser-url", "-u")
"""Options of Playwright's and Chrome DevTools' servers that name a browser."""
OURS = "KGMEM_"
"""How settings of this program begin in the environment: another's are none."""
PROGRESS = ("progressToken", "progress_token")
RESERVED = "io.modelcontextprotocol/"
"""How the protocol's own keys of a request's metadata begin."""


class Child:
    """A server over standard input and output.

    It is connected to in the protocol's older form, which can ask back midway.
    """

    def __init__(self, command: str, changed: Callable[[], Awaitable[object]]) -> None:
        """`changed` is told when its list of tools is another one. Raises
        ConfigurationError for a command that is none."""
        self.command = command
        self._parameters = parameters(command)
        self._changed = changed
        self._task: asyncio.Task[None] | None = None
        self._ready: asyncio.Future[Client] | None = None
        self._over = asyncio.Event()
        self._tools: Sequence[types.Tool] | None = None
        self._is_awaited = False
        """Was a list given without its tools?"""
        self._asked_back = AskedBack()
        self._telling: set[asyncio.Task[object]] = set()

    async def tools(self, context: Any, within: float = START) -> Sequence[types.Tool]:
        """Its tools as it lists them; none if it is not up within so many seconds:
        `changed` is told when it is. Raises KgmemError where it can't be started."""
        try:
            client = await self._client(context, within)
        except TimeoutError:
            self._is_awaited = True
            return ()
        if self._tools is None:
            self._tools = await self._listed(client)
        return self._tools

    async def call(
        self, context: Any, asked: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """What it answers, as it is; the progress that it tells is told on. A call that
        is cancelled here is cancelled there. Raises MCPError as it does, and KgmemError
        where it is gone."""
        try:
            client = await self._client(context, START)
        except TimeoutError:
            raise KgmemError(
                f"{self.command}: has not started within {START:.0f} s; call again"
            ) from None
        meta = {
            key: value
            for key, value in dict(asked.meta or {}).items()
            if key not in PROGRESS and not key.startswith(RESERVED)
        }
        params = asked.model_copy(update={"meta": meta or None})

        async def told(
            progress: float, total: float | None, message: str | None
        ) -> None:
            await context.session.report_progress(progress, total, message)

        with self._asked_back.by(context):
            try:
                return await client.session.send_request(
                    types.CallToolRequest(params=params),
                    types.CallToolResult,
                    progress_callback=told,
                )
            except MCPError as error:
                if error.error.code != types.CONNECTION_CLOSED:
                    raise
                await self.close()
                raise KgmemError(
                    f"{self.command}: ended, before or while this was done: look at "
                    "what came of it; the next call starts it anew"
                ) from error

    async def close(self) -> None:
        """End it, if it runs."""
        self._over.set()
        if self._task is not None:
            await asyncio.shield(self._task)

    async def _client(self, context: Any, within: float) -> Client:
        if self._ready is None:
            self._start(context)
        assert self._ready is not None
        return await asyncio.wait_for(asyncio.shield(self._ready), within)

    def _start(self, context: Any) -> None:
        self._over = asyncio.Event()
        self._ready = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(
            self._run(self._ready, self._over, self._asked_back.offered(context))
        )

    async def _run(
        self,
        ready: "asyncio.Future[Client]",
        over: asyncio.Event,
        offered: dict[str, Any],
    ) -> None:
        """Connected, until it is to end. What enters a connection has to leave it, so
        this is a task of its own."""
        try:
            async with Client(
                self._parameters,
                mode="legacy",
                message_handler=self._heard,
                cache=None,
                **offered,
            ) as client:
                ready.set_result(client)
                if self._is_awaited:
                    self._is_awaited = False
                    self._soon(self._changed())
                await over.wait()
        except Exception as error:
            log.warning("%s: %s", self.command, error)
            if not ready.done():
                ready.set_exception(
                    ConfigurationError(
                        f"{self.command}: did not start as a server of the Model "
                        "Context Protocol; run it by itself to see why"
                    )
                )
                ready.exception()  # there may be nobody who waits
        finally:
            self._ready = self._task = self._tools = None

    async def _listed(self, client: Client) -> Sequence[types.Tool]:
        found: list[types.Tool] = []
        cursor: str | None = None
        while True:
            asked = types.PaginatedRequestParams(cursor=cursor) if cursor else None
            page = await client.session.send_request(
                types.ListToolsRequest(params=asked), types.ListToolsResult
            )
            found += page.tools
            cursor = page.next_cursor
            if not cursor:
                return tuple(found)

    async def _heard(self, message: Any) -> None:
        if isinstance(message, types.ToolListChangedNotification):
            self._tools = None
            self._soon(self._changed())

    def _soon(self, told: Awaitable[object]) -> None:
        task = asyncio.ensure_future(told)
        self._telling.add(task)  # else nobody holds it
        task.add_done_callback(self._telling.discard)


def parameters(command: str) -> StdioServerParameters:
    """How the command is started. Raises ConfigurationError."""
    with contextlib.suppress(ValueError):  # a quote that is not closed
        program, *arguments = shlex.split(command, posix=sys.platform != "win32")
        if program and shutil.which(program):
            return _started(program, arguments)
    raise ConfigurationError(
        f"--proxy: {command}: is not the command of a server that can be run here"
    )


def browser_of(command: str) -> str | None:
    """The address of the browser that the command says the server connects to; None
    where it starts one of its own."""
    words = shlex.split(command.replace("=", " "), posix=sys.platform != "win32")
    return next((told for name, told in pairwise(words) if name in CONNECTS), None)


def _started(program: str, arguments: Sequence[str]) -> StdioServerParameters:
    command = [program, *arguments]
    if sys.platform != "win32":  # there, what a process started ends with it
        own = Path(keeper.__file__)
        command = [sys.executable, "-IS", str(own), str(os.getpid()), *command]
    kept = {k: v for k, v in os.environ.items() if not k.startswith(OURS)}
    return StdioServerParameters(command=command[0], args=command[1:], env=kept)
