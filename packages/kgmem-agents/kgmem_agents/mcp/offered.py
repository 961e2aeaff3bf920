"""Tools and their answers as the protocol has them."""

from collections.abc import Collection

from kgmem.agents import Role, needs
from kgmem_agents.mcp.answer import MemoryTool
from kgmem_agents.mcp.arguments import APPS
from kgmem_agents.mcp.doing import DO
from kgmem_agents.mcp.people import PEOPLE
from kgmem_agents.mcp.replaying import REPLAY, BrowserTool
from kgmem_agents.mcp.tools import DECISIONS, TOOLS

with needs("mcp", "kgmem mcp"):
    from mcp import types

Own = MemoryTool | BrowserTool


def tool_shown(tool: Own, apps: str = "") -> types.Tool:
    """A tool as the protocol lists it; `apps` names those that are known."""
    schema = tool.schema()
    app = schema["properties"].get("app", {})
    if apps and app.get("description") == APPS:
        app["description"] = f"{APPS} Known: {apps}."
    return types.Tool(
        name=tool.name,
        description=tool.description,
        input_schema=schema,
        output_schema=tool.answers,
        annotations=types.ToolAnnotations(
            read_only_hint=tool.reads,
            destructive_hint=tool.destroys,
            open_world_hint=False,
        ),
    )


def own_names() -> frozenset[str]:
    """The names of the tools of every memory."""
    return frozenset({*TOOLS, *PEOPLE, *DECISIONS, REPLAY, DO})


def of_roles(roles: Collection[Role]) -> dict[str, MemoryTool]:
    """The tools that callers with these roles have."""
    every = {**TOOLS, **PEOPLE, **DECISIONS}
    needed = {
        name: "operate" if name in DECISIONS else "read" if tool.reads else "write"
        for name, tool in every.items()
    }
    return {name: tool for name, tool in every.items() if needed[name] in roles}
