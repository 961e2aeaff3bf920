"""A memory behind the protocol: what a request is answered with, and over what."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kgmem import KgmemError, Memory, __version__
from kgmem.agents import Role, needs
from kgmem_agents.mcp import resources
from kgmem_agents.mcp.answer import ToolAnswer
from kgmem_agents.mcp.doing import DO, do_tool
from kgmem_agents.mcp.offered import Own, of_roles, tool_shown
from kgmem_agents.mcp.ongoing import (
    Newest,
    Ongoing,
    RequestStopped,
    stopped_with_the_request,
)
from kgmem_agents.mcp.output import refusal, result_of
from kgmem_agents.mcp.proxy.passing import PassedThrough
from kgmem_agents.mcp.replaying import (
    REPLAY,
    BrowserTool,
    ClientAtHand,
    ReplayTool,
    replay_tool,
)
from kgmem_agents.mcp.tools import TOOLS

with needs("mcp", "kgmem mcp"):
    from mcp import MCPError, types
    from mcp.server import NotificationOptions, Server
    from mcp.server.session import ServerSession
    from mcp.server.stdio import stdio_server
    from mcp.server.subscriptions import (
        InMemorySubscriptionBus,
        ListenHandler,
        ToolsListChanged,
    )

log = logging.getLogger(__name__)

INSTRUCTIONS = (
    "A memory of how tasks in apps and on web sites were done. Before a task call "
    "recall. direct_replay: follow its plan; adaptive_replay: follow it, checking each "
    "step on the page; guided_exploration: a hint; reflexion_explore: nothing is "
    "known. Where you have them, replay does a plan in one call, and do several acts "
    "that no plan does. Else act on what its steps name by role and name, test id or "
    "CSS, or ask locate_all once per page; where it gives none, don't guess. Ask the "
    "user for a value that stands in {braces}, and before a step that says so. What a "
    "plan is not known to do, do yourself before the step that names it, or at the end "
    "if it is on another page. At the end call report, but for a plan that replay did; "
    "what you did without a plan, and not by do, tell to record."
)
LISTENERS = 256
"""Clients of the older protocol that are told of new tools."""


class MemoryServer:
    """What one memory answers to any number of clients.

    The space is that of the memory: no argument names another. Clients have the tools
    of these `roles`: with "operate" they may approve and quarantine. Tools that are
    seldom needed are answered, and listed with `every_tool` alone. `done` is told of
    each tool that changed something. With the address of a `browser` a plan can be
    followed in it by one call. The tools of the server that `behind` is the command of
    pass through, for one client.
    """

    def __init__(
        self,
        memory: Memory,
        *,
        roles: Collection[Role] = ("read", "write"),
        every_tool: bool = False,
        done: Callable[[str, Mapping[str, Any], ToolAnswer], object] | None = None,
        browser: str | None = None,
        behind: str | None = None,
    ) -> None:
        self.ongoing = Ongoing(memory)
        own: dict[str, Own] = {**of_roles(roles)}
        if browser is not None and "write" in roles:
            own[REPLAY] = replaying = replay_tool(browser)
            own[DO] = do_tool(browser, replaying)
            own["recall"] = replaying.beside(TOOLS["recall"])
            for name in ("locate_all", "record"):  # what these two do instead
                own[name] = replace(TOOLS[name], seldom=True)
        self._behind: PassedThrough | None = None
        if behind is not None:
            self._behind = PassedThrough(behind, self.ongoing, self._tell)
            own = self._behind.recorded(own)
        self._own = own
        self._listed_own = {
            name: tool for name, tool in own.items() if every_tool or not tool.seldom
        }
        self._reads = "read" in roles
        self._told_of = done
        self._bus = InMemorySubscriptionBus()
        self._listening = Newest[ServerSession](LISTENERS)
        self.protocol: Server[Any] = Server(
            "kgmem",
            version=__version__,
            title="kgmem",
            instructions=INSTRUCTIONS,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
            on_subscriptions_listen=ListenHandler(self._bus),
        )

    # --- what is offered --------------------------------------------------------------

    def tools(self) -> dict[str, Own]:
        """The tools that are listed, by name."""
        return dict(self._listed_own)

    async def _tell(self) -> None:
        await self._bus.publish(ToolsListChanged())
        for session in self._listening.drain():
            try:
                await session.send_tool_list_changed()
            except Exception:  # it has vanished: what it raises is the transport's
                log.debug("a client could not be told of new tools", exc_info=True)

    # --- answers to requests ----------------------------------------------------------

    async def _list_tools(self, context: Any, _: Any) -> types.ListToolsResult:
        tools = self.tools()
        if self._behind and context.session.client_params is not None:
            key = str(id(context.session.client_params))  # one for each connection
            self._listening.put(key, context.session)
        apps = await asyncio.to_thread(self.ongoing.apps.told) if self._reads else ""
        theirs: Sequence[types.Tool] = ()
        if self._behind:
            theirs, tools = await self._behind.beside(context, tools)
        ours = [
            tool_shown(tool, apps).model_copy(update={"name": name})
            for name, tool in tools.items()
        ]
        return types.ListToolsResult(tools=[*theirs, *ours])

    async def _call_tool(
        self, context: Any, asked: types.CallToolRequestParams
    ) -> types.CallToolResult:
        name = asked.name
        if self._behind:
            if await self._behind.has(context, name, self._own):
                return await self._behind.call(context, asked)
            name = self._behind.own_name(name)
        tool = self._own.get(name)
        if tool is None:
            known = ", ".join(self._listed_own)
            raise MCPError(types.INVALID_PARAMS, f"no tool {name!r}; {known}")
        if isinstance(tool, BrowserTool):
            tool = tool.asked_by(ClientAtHand(context))
        with stopped_with_the_request():
            result = await asyncio.to_thread(self._done, tool, asked.arguments or {})
        if self._behind and isinstance(tool, ReplayTool):
            self._behind.replayed(result)
        elif self._behind and name == "recall":
            result = await self._behind.recalled(context, asked, result)
        return result

    def _done(self, tool: Own, given: Mapping[str, Any]) -> types.CallToolResult:
        """What a tool answers; whatever it raises is an answer, too."""
        began = time.perf_counter()
        try:
            answer = tool(self.ongoing, given)
            if self._told_of is not None and not tool.reads:
                self._told_of(tool.name, given, answer)
            return result_of(answer, (time.perf_counter() - began) * 1_000)
        except (KgmemError, RequestStopped) as error:
            return refusal(str(error))
        except Exception as error:  # one bad call must not end the server for others
            log.exception("the tool %s failed", tool.name)
            return refusal(f"{tool.name} failed: {type(error).__name__}; see the log")

    async def _list_resources(self, _: Any, __: Any) -> types.ListResourcesResult:
        if not self._reads:
            return types.ListResourcesResult(resources=[])
        patterns = await asyncio.to_thread(resources.offered, self.ongoing.memory)
        every = types.Resource(
            uri=resources.PATTERNS,
            name="patterns",
            description="All kinds of tasks that are known, best supported first.",
            mime_type="application/json",
        )
        single = [
            types.Resource(
                uri=f"{resources.PATTERN}{one.pattern_id}",
                name=one.template,
                mime_type="application/json",
            )
            for one in patterns[: resources.MOST_LISTED]
        ]
        return types.ListResourcesResult(resources=[every, *single])

    async def _list_templates(
        self, _: Any, __: Any
    ) -> types.ListResourceTemplatesResult:
        named = {
            "pattern": (resources.PATTERN, "A kind of task: wording, slots, steps."),
            "experience": (resources.EXPERIENCE, "One run with its steps."),
        }
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    uri_template=f"{prefix}{{id}}",
                    name=name,
                    description=about,
                    mime_type="application/json",
                )
                for name, (prefix, about) in named.items()
            ]
        )

    async def _read_resource(
        self, _: Any, asked: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        if not self._reads:
            raise MCPError(types.INVALID_PARAMS, "this key lacks the role read")
        uri = str(asked.uri)
        try:
            text = await asyncio.to_thread(
                resources.read_resource, self.ongoing.memory, uri
            )
        except KgmemError as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from error
        content = types.TextResourceContents(
            uri=uri, mime_type="application/json", text=text
        )
        return types.ReadResourceResult(contents=[content])

    # --- how it is reached ------------------------------------------------------------

    async def over_stdio(self) -> None:
        """Serve the one client on standard input and output, until it is gone."""
        changes = NotificationOptions(tools_changed=self._behind is not None)
        options = self.protocol.create_initialization_options(changes)
        async with self.running(), stdio_server() as (incoming, outgoing):
            await self.protocol.run(incoming, outgoing, options)

    @contextlib.asynccontextmanager
    async def within(self, host: str) -> AsyncIterator[Any]:
        """An application that answers at `/mcp`, while the block runs: for a server of
        others that listens at `host`, and checks who calls."""
        app = self.protocol.streamable_http_app(host=host)
        async with self.running(), app.router.lifespan_context(app):
            yield app

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While it serves; what was begun is ended."""
        try:
            yield
        finally:
            if self._behind:
                await self._behind.close()
            self.ongoing.close()
