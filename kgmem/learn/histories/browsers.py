"""Readers of what agents that work a browser write: entry points of `kgmem.histories`.

`browser-tools` reads calls of the MCP servers of browsers, `browser-use` the entries of
browser-use's history. Both come with the extra `formats`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Protocol, cast

from kgmem.errors import MissingExtra
from kgmem.extras import brought
from kgmem.model.trajectory import Step

GROUP = "kgmem.histories"
WHAT = "reading what an agent did in its browser"
_LIKELY = re.compile(
    r"devtools|playwright|\bbrowser_(?:click|navigate|snapshot|tabs|type)", re.I
)


class ToolReader(Protocol):
    """Reads calls of a browser's tools, and their answers, in their order. The steps
    of a call are changed where an answer, or a later call, says more of them."""

    steps: list[Step]
    """Of the whole run, which the steps of calls are added to."""

    def __init__(self, steps: list[Step]) -> None: ...

    @staticmethod
    def is_browsers(name: str) -> bool:
        """Does the name alone say that it is a browser's tool?"""
        ...

    def call(
        self, name: str, arguments: Mapping[str, object], key: str | None, where: str
    ) -> bool:
        """Add the steps of a call, none if it only looks; False if the tool is no
        browser's. Raises InvalidInput where all of it can't be kept."""
        ...

    def answer(self, said: str, key: str | None, has_failed: bool) -> bool:
        """Take in what a call gave; False if the answer is to none of them."""
        ...

    @property
    def url(self) -> str | None:
        """The address of the page at hand."""
        ...

    def begin_anew(self) -> None:
        """What comes is another run's, which begins on the page at hand; the steps of
        this one are left to whoever has them."""
        ...


class EntryReader(Protocol):
    """Reads the entries of browser-use's history in their order."""

    def actions(self, entry: Mapping[str, object], where: str) -> Iterable[Any]:
        """What an entry did: each with its `name` and `arguments`."""
        ...

    def steps(self, action: Any) -> Iterator[Step]:
        """The steps of an action. Raises InvalidInput where all of it can't be kept."""
        ...


@cache
def tool_reader() -> type[ToolReader]:
    """Raises MissingExtra if no package brings one."""
    return cast(type[ToolReader], brought(GROUP, "browser-tools", "formats", WHAT))


@cache
def entry_reader() -> type[EntryReader]:
    """Raises MissingExtra if no package brings one."""
    return cast(type[EntryReader], brought(GROUP, "browser-use", "formats", WHAT))


def tool_reader_for(name: str) -> type[ToolReader] | None:
    """The reader that knows whether a tool of this name is a browser's; None if none is
    installed. Raises MissingExtra if none is, and the name is such a tool's."""
    try:
        return tool_reader()
    except MissingExtra:
        if _LIKELY.search(name):
            raise
        return None


def is_browsers(name: str) -> bool:
    """Does the name alone say that it is a browser's tool?"""
    reader = tool_reader_for(name)
    return reader is not None and reader.is_browsers(name)
