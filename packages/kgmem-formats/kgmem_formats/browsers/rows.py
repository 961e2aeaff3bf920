"""What becomes of a tool's call: it is a step, it only looks, or it is refused."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from kgmem import InvalidInput

Deed = Literal[
    "click", "type", "select", "key", "hover", "scroll", "drag", "navigate", "search",
    "back", "upload", "wait", "fill", "form", "dialog", "tab", "type_focus", "place",
    "drag_places", "done",
]  # fmt: skip
"""What a tool does: a step of this kind, a part of the step before it (`dialog`), or
another tab for the steps after it (`tab`)."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool of a browser and each of its arguments."""

    deed: Deed | None = None
    """None: it is no step."""
    used: frozenset[str] = frozenset()
    """Arguments that are in the step."""
    harmless: Mapping[str, str] = field(default_factory=dict)
    """Arguments that are left out, and why."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Arguments with which a call is refused, and why."""
    looks: str = ""
    """Why a call without a deed changes nothing on a page."""
    lost: str = ""
    """Why a call without a deed can't be kept."""


def acts(
    deed: Deed,
    *used: str,
    harmless: Mapping[str, str] = MappingProxyType({}),
    refused: Mapping[str, str] = MappingProxyType({}),
) -> Tool:
    """A tool whose call is a step."""
    return Tool(deed, frozenset(used), dict(harmless), dict(refused))


def looks(why: str, **refused: str) -> Tool:
    """A tool that changes nothing on a page, unless it is called with what is
    `refused`."""
    return Tool(looks=why, refused=refused)


def lost(why: str) -> Tool:
    """A tool that does what no step says."""
    return Tool(lost=why)


def is_given(value: object) -> bool:
    """Does an argument say anything?"""
    return value not in (None, False, "", [], {})


def check(name: str, tool: Tool, arguments: Mapping[str, object]) -> None:
    """Return where all of the call is used or harmless. Raises InvalidInput."""
    if tool.lost:
        raise InvalidInput(f"{name}: {tool.lost}")
    for key, value in arguments.items():
        if not is_given(value):
            continue
        if key in tool.refused:
            raise InvalidInput(f"{name}, {key[:60]}: {tool.refused[key]}")
        if tool.deed and key not in tool.used and key not in tool.harmless:
            raise InvalidInput(f"{name}: an argument that is not known: {key[:60]}")
