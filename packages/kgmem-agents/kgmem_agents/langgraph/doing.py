"""A node that does a task, be it known or not."""

from collections.abc import Callable
from typing import Any

from kgmem import AsyncMemory, Driver, Followed, Memory
from kgmem.agents import Agent, Confirm, Verify
from kgmem_agents.langgraph.nodes import TaskState


def do_node(
    memory: Memory | AsyncMemory,
    *,
    agent: Agent | None = None,
    driver: Driver | None = None,
    verify: Verify | None = None,
    confirm: Confirm | None = None,
) -> Callable[[TaskState], Any]:
    """A node: `Memory.do` with the state's task and app; an async one where the memory
    is."""

    def work(state: TaskState) -> Any:
        return memory.do(
            state["task"],
            app=state.get("app"),
            agent=agent,
            driver=driver,
            verify=verify,
            confirm=confirm,
        )

    def node(state: TaskState) -> TaskState:
        return _told(work(state))

    async def awaited_node(state: TaskState) -> TaskState:
        return _told(await work(state))

    return awaited_node if isinstance(memory, AsyncMemory) else node


def _told(followed: Followed) -> TaskState:
    """What the state is told of it."""
    return {
        "outcome": followed.reported,
        "answer": followed.answer.text if followed.answer else None,
        "steps": [
            step.model_dump(mode="json", exclude_defaults=True)
            for step in followed.steps
        ],
        "error": followed.reason,
    }
