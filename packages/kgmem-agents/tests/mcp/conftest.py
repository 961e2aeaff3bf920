"""A memory with what its clients have begun on it."""

from typing import Any

import pytest

from kgmem import Memory
from kgmem_agents.mcp.answer import ToolAnswer
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.tools import TOOLS

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


ORDERS = [order("lamp", "Oslo"), order("red chair", "Bern"), order("mug", "Rome")]


def learn_orders(memory: Memory) -> None:
    """Three runs of one kind, and their pattern."""
    for run in ORDERS:
        memory.learn(run)
    memory.generalize()


@pytest.fixture
def ongoing(memory: Memory) -> Ongoing:
    return Ongoing(memory)


def call(ongoing: Ongoing, name: str, /, **given: Any) -> ToolAnswer:
    """What a tool answers."""
    return TOOLS[name](ongoing, given)
