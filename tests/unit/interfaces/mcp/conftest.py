"""A memory with what its clients have begun on it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory
from kgmem.interfaces.mcp.answer import ToolAnswer
from kgmem.interfaces.mcp.ongoing import Ongoing
from kgmem.interfaces.mcp.tools import TOOLS
from tests.doubles import WordEmbedder

PAGE = [
    {"role": "button", "name": "Order"},
    {"role": "textbox", "name": "Article"},
    {"role": "textbox", "name": "City"},
]


def order(article: str, city: str) -> dict[str, Any]:
    """A run of one kind of task."""
    return {
        "task": f'Order "{article}" and have it sent to "{city}"',
        "app": "shop",
        "outcome": "success",
        "steps": [
            {"action": "type", "value": city, "target": PAGE[2]},
            {"action": "type", "value": article, "target": PAGE[1]},
            {"action": "click", "target": PAGE[0]},
        ],
    }


@pytest.fixture
def ongoing(new_home: Path) -> Iterator[Ongoing]:
    with Memory.open(new_home, embedder=WordEmbedder()) as memory:
        yield Ongoing(memory)


def call(ongoing: Ongoing, name: str, **given: Any) -> ToolAnswer:
    """What a tool answers."""
    return TOOLS[name](ongoing, given)
