"""A node does what is known, and hands the rest to the agent."""

import asyncio
from pathlib import Path
from typing import Any

from langgraph.graph import END, START, StateGraph

from kgmem import AsyncMemory, Handover, Memory
from kgmem.interfaces.langgraph import TaskState, do_node
from tests.doubles import WordEmbedder

TASK = 'Search for "lamp"'


def agent(left: Handover) -> dict[str, Any]:
    words = left.task.split('"')[1]
    field = {"role": "textbox", "name": "Search"}
    return {
        "steps": [{"action": "type", "target": field, "value": words}],
        "answer": "2 were there",
    }


def graph(memory: Any) -> Any:
    built = StateGraph(TaskState)
    built.add_node("do", do_node(memory, agent=agent))
    built.add_edge(START, "do")
    built.add_edge("do", END)
    return built.compile()


def test_the_state_has_what_came_of_it(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m", embedder=WordEmbedder()) as memory:
        state = graph(memory).invoke({"task": TASK})

        assert state["outcome"] == "success"
        assert state["answer"] == "2 were there"
        assert state["steps"][0]["value"] == "lamp"
        assert memory.recall('Search for "sofa"').plan


def test_with_asyncio_the_node_is_awaited(tmp_path: Path) -> None:
    async def main() -> Any:
        async with AsyncMemory.open(tmp_path / "m", embedder=WordEmbedder()) as memory:
            return await graph(memory).ainvoke({"task": TASK})

    assert asyncio.run(main())["outcome"] == "success"
