"""The graph with a scripted model: no key, no page, every move told."""

import asyncio
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from kgmem import Memory
from kgmem_agents.langgraph import (
    Actor,
    TaskState,
    experience_learn,
    memory_retrieve,
    reflexion_graph,
)

SEARCH = {"role": "textbox", "name": "Search"}
GO = {"role": "button", "name": "Go"}
WHERE = {"role": "textbox", "name": "Where"}
PAY = {"role": "button", "name": "Pay now"}


class Script:
    """A scripted agent: searches a shop for what is quoted; notes what it was asked."""

    def __init__(self, fails: int = 0, last: Any = GO) -> None:
        """`fails`: attempts that come to nothing; `last`: what is clicked last."""
        self.called: list[str] = []
        self.states: list[TaskState] = []
        self._fails, self._last = fails, last

    @property
    def actor(self) -> Actor:
        return Actor(
            self.capture, self.analyze, self.generate, self.execute, self.verify
        )

    def capture(self, state: TaskState) -> TaskState:
        self._note("capture", state)
        return {"elements": [SEARCH, GO, PAY], "url": "https://shop.example/"}

    def analyze(self, state: TaskState) -> TaskState:
        self._note("analyze", state)
        return {"analysis": "a search field and a button"}

    def generate(self, state: TaskState) -> TaskState:
        self._note("generate", state)
        value = state["task"].split('"')[1]
        return {
            "actions": [
                {"action": "type", "target": SEARCH, "value": value},
                {"action": "click", "target": self._last},
            ]
        }

    def execute(self, state: TaskState) -> TaskState:
        self._note("execute", state)
        kept = ("action", "target", "value")
        steps = [{k: step.get(k) for k in kept} for step in state["actions"]]
        return {"steps": steps}

    def verify(self, state: TaskState) -> TaskState:
        self._note("verify", state)
        if self._fails:
            self._fails -= 1
            return {"outcome": "failure", "error": "nothing was found"}
        return {"outcome": "success"}

    def _note(self, name: str, state: TaskState) -> None:
        self.called.append(name)
        self.states.append(state)


LOOP = ["capture", "analyze", "generate", "execute", "verify"]


def asked(item: str) -> TaskState:
    return {"task": f'Search for "{item}"', "app": "shop"}


def run(memory: Memory, script: Script, item: str, **how: Any) -> Any:
    """What the graph gives for a task."""
    return reflexion_graph(memory, script.actor, **how).invoke(asked(item))


def test_the_first_time_is_explored_and_the_second_is_replayed(memory: Memory) -> None:
    first, second = Script(), Script()

    explored = run(memory, first, "lamp")
    replayed = run(memory, second, "red chair")

    assert explored["route"] == "reflexion_explore"
    assert first.called == LOOP
    assert explored["learned"]["status"] == "stored"
    assert replayed["route"] == "direct_replay"
    assert second.called == ["execute", "verify"]
    assert [step["value"] for step in replayed["steps"]] == ["red chair", None]
    assert replayed["learned"] is None


def test_failures_are_reflected_on_and_only_the_success_is_learned(
    memory: Memory,
) -> None:
    script = Script(fails=2)

    result = run(memory, script, "lamp")

    assert script.called == LOOP * 3
    assert result["outcome"] == "success"
    assert result["reflections"] == ["nothing was found"] * 2
    assert script.states[-5].get("steps") == []
    (found,) = memory.recall("x", app="shop").experiences or (None,)
    assert found is None or found.outcome == "success"
    assert memory.stats()["experiences"] == 1


def test_a_replay_that_fails_is_reported_and_explored(memory: Memory) -> None:
    run(memory, Script(), "lamp")
    script = Script(fails=1)

    result = run(memory, script, "chair")

    assert script.called == ["execute", "verify", *LOOP]
    assert result["route"] == "reflexion_explore"
    assert result["outcome"] == "success"
    assert result["learned"]["status"] == "stored"
    losses = sum(pattern.stats.losses for pattern in memory.patterns())
    assert losses == 1


def done(item: str, run_id: str | None = None) -> TaskState:
    """A success that was found by exploring."""
    steps = Script().generate(asked(item))["actions"]
    state: TaskState = {**asked(item), "outcome": "success", "steps": steps}
    return {**state, "run_id": run_id} if run_id else state


def test_after_an_outage_a_success_brings_the_path_back(memory: Memory) -> None:
    node = experience_learn(memory)
    node(done("lamp", "r1"))
    while (state := memory_retrieve(memory)(asked("lamp"))).get("plan"):
        node({**asked("lamp"), **state, "outcome": "failure"})

    node(done("lamp", "r2"))

    assert state["route"] == "reflexion_explore"
    assert memory_retrieve(memory)(asked("lamp"))["route"] == "direct_replay"


def paid(memory: Memory) -> Any:
    run(memory, Script(last=PAY), "lamp")
    script = Script(last=PAY)
    graph = reflexion_graph(
        memory, script.actor, ask=True, checkpointer=InMemorySaver()
    )
    return script, graph, {"configurable": {"thread_id": "1"}}


def test_what_can_not_be_taken_back_is_asked_for_first(memory: Memory) -> None:
    script, graph, thread = paid(memory)

    waiting = graph.invoke(asked("chair"), thread)

    assert script.called == []
    (question,) = waiting["__interrupt__"]
    assert question.value["irreversible"][0]["target"]["name"] == "Pay now"

    result = graph.invoke(Command(resume=True), thread)

    assert script.called == ["execute", "verify"]
    assert result["outcome"] == "success"


def test_a_no_is_explored_instead(memory: Memory) -> None:
    script, graph, thread = paid(memory)
    graph.invoke(asked("chair"), thread)

    result = graph.invoke(Command(resume=False), thread)

    assert script.called == LOOP
    assert result["route"] == "reflexion_explore"


def test_it_runs_for_asyncio_with_async_nodes(memory: Memory) -> None:
    script = Script()

    async def generate(state: TaskState) -> TaskState:
        return script.generate(state)

    actor = Actor(
        script.capture, script.analyze, generate, script.execute, script.verify
    )
    graph = reflexion_graph(memory, actor)
    result = asyncio.run(graph.ainvoke(asked("lamp")))

    assert result["learned"]["status"] == "stored"
