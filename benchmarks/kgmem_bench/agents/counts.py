"""What an agent's work costs: acts, calls, characters."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class Cost:
    """Of one task."""

    acts: int = 0
    """Done in the browser, by whomever."""
    calls: int = 0
    """Of tools."""
    turns: int = 0
    """Answers of the model, each with all the calls that it can make at once."""
    read: int = 0
    """Characters of texts."""
    structured: int = 0
    """Characters of values that come beside texts."""
    written: int = 0

    def call(self, name: str, arguments: Mapping[str, Any]) -> None:
        """A tool is called."""
        self.calls += 1
        self.written += len(as_written(name, arguments))

    def looked(self, text: str) -> None:
        """A page is read: what is done on it is one turn."""
        self.call("browser_snapshot", {})
        self.turns += 1
        self.read += len(text)

    def answered(self, text: str, data: Mapping[str, Any] | None) -> None:
        """A tool of the memory answered: one turn."""
        self.turns += 1
        self.read += len(text)
        self.structured += len(as_json(data)) if data else 0


def as_written(name: str, arguments: Mapping[str, Any]) -> str:
    """A call as a model writes it."""
    return as_json({"name": name, "arguments": dict(arguments)})


def as_json(data: Any) -> str:
    """As short as JSON gets."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
