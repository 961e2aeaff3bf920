"""What becomes of each word of a format: used, harmless for a reason, or refused."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kgmem.errors import InvalidInput

LOOKS: Mapping[str, str] = {
    "extract": "reads the page",
    "extract_content": "reads the page",
    "extract_structured_data": "reads the page",
    "read_page": "reads the page",
    "get_page_text": "reads the page",
    "get_state": "reads the page",
    "snapshot": "reads the page",
    "take_snapshot": "reads the page",
    "console_messages": "reads what the page logged",
    "list_console_messages": "reads what the page logged",
    "get_console_message": "reads what the page logged",
    "network_requests": "reads what the page loaded",
    "list_network_requests": "reads what the page loaded",
    "get_network_request": "reads what the page loaded",
    "list_pages": "reads which tabs are open",
    "screenshot": "a picture",
    "take_screenshot": "a picture",
    "find": "looks for something on the page",
    "find_text": "looks for something on the page",
    "find_elements": "looks for something on the page",
    "search_page": "looks for something on the page",
    "dropdown_options": "reads the options of a list",
    "get_dropdown_options": "reads the options of a list",
    "read_file": "the agent's own notes",
    "write_file": "the agent's own notes",
    "replace_file": "the agent's own notes",
    "append_file": "the agent's own notes",
    "think": "the agent's own notes",
}  # fmt: skip
"""Tools that do nothing to a page, by name, and what they do: no steps of a path."""
_SERVER = re.compile(r"^mcp__.+?__")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def only_looks(tool: str) -> bool:
    """Does a tool of this name do nothing to a page? `mcp__x__browser_snapshot`,
    `takeScreenshot`."""
    name = _CAMEL.sub("_", _SERVER.sub("", tool)).lower().replace("-", "_")
    return name in LOOKS or name.removeprefix("browser_") in LOOKS


@dataclass(frozen=True)
class Words:
    """The words of a format, each with what becomes of it."""

    what: str
    """What they are: `command`, `type of step`, `field`."""
    used: frozenset[str]
    harmless: Mapping[str, str] = field(default_factory=dict)
    """Left out, and why that changes nothing of what was done."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """A step that has it is refused, and why."""

    def acts(self, word: object) -> bool:
        """Is it used? False where it is harmless. Raises InvalidInput for one that is
        refused or in no list."""
        if not isinstance(word, str) or not word:
            raise InvalidInput(f"a {self.what} has a name")
        if word in self.refused:
            raise InvalidInput(f"{word}: {self.refused[word]}")
        if word not in self.used and word not in self.harmless:
            raise InvalidInput(f"no {self.what} is known as {word[:60]!r}")
        return word in self.used

    def check(self, words: Iterable[object]) -> None:
        """Raises InvalidInput for the first that is refused or in no list."""
        for word in words:
            self.acts(word)

    def every(self) -> frozenset[str]:
        """All words that stand in a list."""
        return self.used | self.harmless.keys() | self.refused.keys()
