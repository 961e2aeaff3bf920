"""The tools of the server behind, under their own names; what they do is recorded."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kgmem import KgmemError
from kgmem.agents import needs
from kgmem_agents.mcp.answer import MemoryTool
from kgmem_agents.mcp.offered import Own
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.output import refusal
from kgmem_agents.mcp.proxy.child import START, Child
from kgmem_agents.mcp.proxy.own_tools import recorded
from kgmem_agents.mcp.proxy.recorder import CallRecorder

with needs("mcp", "kgmem mcp --proxy"):
    from mcp import types

log = logging.getLogger(__name__)

LIST_WITHIN = 8.0
"""Seconds that a client waits for the list of tools while the server behind starts:
some give up after ten."""
LOOKS = ("browser_snapshot", "take_snapshot")
"""Tools of browsers' servers that tell the page as it is."""
PREFIX = "kgmem_"
"""Before the name of a tool of ours where the server behind has one of that name."""


class PassedThrough:
    """One client's calls on the way to the server behind."""

    def __init__(
        self,
        command: str,
        ongoing: Ongoing,
        changed: Callable[[], Awaitable[object]],
    ) -> None:
        """`changed` is told when the server behind lists other tools. Raises
        ConfigurationError for a command that is none."""
        self._child = Child(command, changed)
        self._recorder = CallRecorder(ongoing.memory, ongoing.apps)
        self._listed: dict[str, types.Tool] = {}
        self._calls = 0

    def recorded(self, own: Mapping[str, Own]) -> dict[str, Own]:
        """Our own tools, which tell where a task begins and ends."""
        return recorded(own, self._recorder)

    async def beside(
        self, context: Any, own: Mapping[str, Own]
    ) -> tuple[Sequence[types.Tool], dict[str, Own]]:
        """What the server behind lists, nothing while it starts; and our own by what
        they are called then. Where it can't be started, `recall` says so."""
        try:
            found = await self._list(context, LIST_WITHIN)
        except KgmemError as error:
            return (), {**own, **_warned(own, str(error))}
        return found, {self._called(name): tool for name, tool in own.items()}

    async def _list(self, context: Any, within: float) -> Sequence[types.Tool]:
        found = await self._child.tools(context, within)
        if found:
            self._listed = {one.name: one for one in found}
        return found

    def own_name(self, called: str) -> str:
        """What a tool of ours is called without the others."""
        name = called.removeprefix(PREFIX)
        return name if self._called(name) == called else called

    def _called(self, name: str) -> str:
        return f"{PREFIX}{name}" if name in self._listed else name

    async def has(self, context: Any, name: str, own: Container[str]) -> bool:
        """Is it a tool of the server behind? One that is our `own` is only where it was
        listed."""
        if not self._listed and name not in own:
            with contextlib.suppress(KgmemError):  # then it has none
                await self._list(context, START)
        return name in self._listed

    async def call(
        self, context: Any, asked: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """What it answers, with one line more where recall was not asked yet."""
        self._calls += 1
        key, arguments = str(self._calls), asked.arguments or {}
        hints = self._listed[asked.name].annotations
        looks = bool(hints and hints.read_only_hint)
        is_browsers = self._recorder.called(asked.name, arguments, key, looks=looks)
        try:
            result = await self._child.call(context, asked)
        except KgmemError as error:
            self._recorder.answered(str(error), key, has_failed=True)
            return refusal(str(error))
        said = "\n".join(
            one.text for one in result.content if isinstance(one, types.TextContent)
        )
        failed = bool(result.is_error)
        self._recorder.answered(said, key, has_failed=failed)
        return result if failed or not is_browsers else await self._hinted(result)

    async def recalled(
        self,
        context: Any,
        asked: types.CallToolRequestParams,
        result: types.CallToolResult,
    ) -> types.CallToolResult:
        """What recall answers; where it knows no plan, with the page that it was asked
        for and that nobody has looked at: its client would look at it next."""
        url, told = (asked.arguments or {}).get("url"), result.structured_content or {}
        look = next((name for name in LOOKS if name in self._listed), None)
        is_seen = not url or url == self._recorder.url
        if result.is_error or "plan" in told or is_seen or look is None:
            return result
        seen = await self.call(context, types.CallToolRequestParams(name=look))
        if seen.is_error:
            return result
        content = [*result.content, *seen.content]
        return result.model_copy(update={"content": content})

    def replayed(self, result: types.CallToolResult) -> None:
        """A plan was followed in the browser by other means than these calls."""
        told = result.structured_content or {}
        if told.get("done"):
            self._recorder.replayed(is_over=told["outcome"] == "success")

    async def _hinted(self, result: types.CallToolResult) -> types.CallToolResult:
        hint = await asyncio.to_thread(
            self._recorder.hint, self._called("recall"), self._called("record")
        )
        if hint is None:
            return result
        content = [*result.content, types.TextContent(text=hint)]
        return result.model_copy(update={"content": content})

    async def close(self) -> None:
        """Learn the run at hand, for which a client leaves two seconds; then end the
        server behind."""
        try:
            await asyncio.to_thread(self._recorder.close)
        except KgmemError as error:
            log.warning("the run at hand was not learned: %s", error)
        await self._child.close()


def _warned(own: Mapping[str, Own], why: str) -> dict[str, Own]:
    told = own.get("recall")
    if not isinstance(told, MemoryTool):
        return {}
    return {"recall": replace(told, description=f"{told.description} Note: {why}.")}
