"""Which server's tool is called, by its name and its arguments."""

import re
from collections.abc import Mapping

from kgmem_formats.browsers import devtools_mcp, playwright_mcp
from kgmem_formats.browsers.rows import Tool, is_given

_PLAYWRIGHT = re.compile(r"(?:.*[^a-z])?(browser_[a-z_]+)", re.I | re.S)
_HINTS = re.compile(r"devtools", re.I)


def playwrights(name: str, arguments: Mapping[str, object]) -> tuple[str, Tool] | None:
    """Name and row of a tool of Playwright's server. Others call theirs so, too: these
    have other arguments."""
    match = _PLAYWRIGHT.fullmatch(name)
    called = match[1].lower() if match else ""
    tool = playwright_mcp.TOOLS.get(called)
    if tool is None:
        return None
    known = tool.used | tool.harmless.keys() | tool.refused.keys()
    given = {key for key, value in arguments.items() if is_given(value)}
    is_its = not tool.deed or given <= known or bool({"ref", "target"} & given)
    return (called, tool) if is_its else None


def devtools(
    name: str, arguments: Mapping[str, object], is_at_work: bool
) -> tuple[str, Tool] | None:
    """Name and row of a tool of Chrome DevTools' server: where neither the name nor the
    arguments say whose it is, it is the server's that `is_at_work`."""
    called = name.lower()
    if called in devtools_mcp.TOOLS:
        is_its = is_at_work or called in devtools_mcp.ITS_OWN
        has_uid = bool(devtools_mcp.UIDS & arguments.keys())
        return (called, devtools_mcp.TOOLS[called]) if is_its or has_uid else None
    if not _HINTS.search(called):
        return None
    ends = (one for one in devtools_mcp.TOOLS if re.search(rf"[^a-z]{one}$", called))
    found = max(ends, key=len, default=None)
    return (found, devtools_mcp.TOOLS[found]) if found else None


def is_browsers(name: str) -> bool:
    """Does the name alone say that it is a browser's tool?"""
    match = _PLAYWRIGHT.fullmatch(name)
    is_known = match is not None and match[1].lower() in playwright_mcp.TOOLS
    return is_known or devtools(name, {}, is_at_work=False) is not None
