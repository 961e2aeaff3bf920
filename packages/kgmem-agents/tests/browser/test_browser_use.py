"""browser-use's agent begins with what is known, and what it found out is learned.

By its documented interface: the arguments of `Agent`, and the history that it gives.
"""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from kgmem import AsyncMemory, Memory
from kgmem.browser import browser_use_agent, remembering
from tests.doubles import WordEmbedder

TASK = 'Search for "lamp"'


class History:
    """As `AgentHistoryList`: its entries, and whether the task was done."""

    def __init__(self, entries: list[dict[str, Any]], success: bool | None) -> None:
        self._entries, self._success = entries, success

    def model_dump(self) -> dict[str, Any]:
        return {"history": self._entries}

    def is_successful(self) -> bool | None:
        return self._success


def entry(action: dict[str, Any], element: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "model_output": {"next_goal": "go on", "action": [action]},
        "result": [{"is_done": False}],
        "state": {
            "url": "https://shop.example/",
            "title": "Shop",
            "interacted_element": [element],
        },
    }


def node(name: str, words: str, **attributes: str) -> dict[str, Any]:
    return {
        "node_name": name,
        "attributes": attributes,
        "x_path": f"html/body/{name}",
        "ax_name": words,
        "element_hash": 2**63 - 1,
        "stable_hash": 17862644984501662320,  # without a sign
    }


RUN = [
    entry({"input": {"index": 1, "text": "lamp"}}, node("input", "Search", id="q")),
    entry({"click": {"index": 2}}, node("button", "Go")),
    entry({"done": {"text": "found", "success": True}}, None),
]


def done(memory: Memory, history: History) -> None:
    given = remembering(memory, TASK, app="shop")
    asyncio.run(given["register_done_callback"](history))


def test_what_is_new_brings_no_words(memory: Memory) -> None:
    given = remembering(memory, TASK, app="shop")

    assert set(given) == {"task", "register_done_callback"}
    assert given["task"] == TASK


def test_a_success_is_learned_and_offered_the_next_time(memory: Memory) -> None:
    done(memory, History(RUN, True))

    given = remembering(memory, 'Search for "chair"', app="shop", extend="Be quick.")

    words = given["extend_system_message"]
    assert words.startswith("Be quick.\n\n")
    assert 'type "chair"' in words
    assert "direct_replay" in words


@pytest.mark.parametrize("success", [False, None])
def test_anything_else_is_not_learned(memory: Memory, success: bool | None) -> None:
    done(memory, History(RUN, success))

    assert memory.stats()["experiences"] == 0


def test_a_run_that_lacks_a_step_is_told_and_is_no_success(
    memory: Memory, caplog: pytest.LogCaptureFixture
) -> None:
    code = entry({"evaluate": {"code": "order()"}}, None)

    with caplog.at_level(logging.WARNING, "kgmem_agents.browser"):
        done(memory, History([*RUN[:2], code, RUN[2]], True))

    assert "code is not run" in caplog.text
    assert memory.recall(TASK, app="shop").route != "direct_replay"


def test_what_is_handed_over_is_done_by_it_and_learned(tmp_path: Path) -> None:
    made: list[dict[str, Any]] = []

    class Agent:
        def __init__(self, **given: Any) -> None:
            made.append(given)

        async def run(self) -> History:
            return History(RUN, True)

    async def main() -> Any:
        async with AsyncMemory.open(tmp_path / "m", embedder=WordEmbedder()) as memory:
            agent = browser_use_agent(lambda given: Agent(**given))
            done = await memory.do(TASK, agent=agent)
            return done, await memory.recall('Search for "sofa"')

    done, found = asyncio.run(main())

    assert done.outcome == "success"
    assert made[0]["task"] == TASK
    assert "reflexion_explore" in made[0]["extend_system_message"]
    assert [step.value for step in found.plan.steps][:2] == ["sofa", None]
