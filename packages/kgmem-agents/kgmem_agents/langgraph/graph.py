"""The ready graph: recall first, then a reflexion loop, then learn.

memory_retrieve -> direct_replay:                          execute
                   adaptive_replay:             analyze -> …
                   guided, reflexion: capture -> analyze -> generate -> execute
execute -> verify -> experience_learn, or reflect -> capture (again)
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from kgmem import Memory
from kgmem.agents import needs
from kgmem_agents.langgraph.nodes import (
    TaskState,
    experience_learn,
    is_replay,
    memory_retrieve,
    report_plan,
    route_edges,
    route_of,
)

with needs("langgraph", "a graph of LangGraph"):
    from langgraph.graph import END, START, StateGraph
    from langgraph.graph.state import CompiledStateGraph
    from langgraph.types import interrupt

ATTEMPTS = 3
"""Times that a task is tried, a replay among them."""


@dataclass(frozen=True, slots=True)
class Actor:
    """What an agent does itself; each takes the state and gives what changes in it,
    as LangGraph's nodes do, sync or async."""

    capture: Callable[[TaskState], Any]
    """Look: `elements` of the page, `url`."""
    analyze: Callable[[TaskState], Any]
    """Think, with `hints`, `plan` and `reflections`: `analysis`."""
    generate: Callable[[TaskState], Any]
    """Decide: `actions` to be done."""
    execute: Callable[[TaskState], Any]
    """Do `actions`: `steps` that were done, `answer` where the task asks for one;
    `failed_step` where a plan's could not be."""
    verify: Callable[[TaskState], Any]
    """Look whether it worked: `outcome`, and `error` if it did not."""


def reflexion_graph(
    memory: Memory,
    actor: Actor,
    *,
    attempts: int = ATTEMPTS,
    ask: bool = False,
    checkpointer: Any = None,
    store: Any = None,
) -> "CompiledStateGraph[TaskState, Any, TaskState, TaskState]":
    """The graph, compiled: give it `{"task": …}`.

    A replay that fails is reported and explored instead. With `ask`, a replay that
    can't be taken back waits, before it begins, for `Command(resume=True)`, which needs
    a checkpointer; resumed with anything else it is explored instead.
    """
    graph: StateGraph[TaskState, Any, TaskState, TaskState] = StateGraph(TaskState)
    nodes: dict[str, Any] = {
        "memory_retrieve": memory_retrieve(memory),
        "confirm": confirm,
        "capture": actor.capture,
        "analyze": actor.analyze,
        "generate": actor.generate,
        "execute": actor.execute,
        "verify": actor.verify,
        "reflect": reflecting(memory),
        "experience_learn": experience_learn(memory),
    }
    for name, node in nodes.items():
        if name != "confirm" or ask:
            graph.add_node(name, node)
    first = "confirm" if ask else "execute"
    graph.add_edge(START, "memory_retrieve")
    graph.add_conditional_edges("memory_retrieve", route_of, route_edges(execute=first))
    if ask:
        graph.add_conditional_edges("confirm", route_of, route_edges())
    chain = ("capture", "analyze", "generate", "execute", "verify")
    for name, following in pairwise(chain):
        graph.add_edge(name, following)
    graph.add_conditional_edges("verify", after_verify(attempts))
    graph.add_edge("reflect", "capture")
    graph.add_edge("experience_learn", END)
    return graph.compile(checkpointer=checkpointer, store=store)


def confirm(state: TaskState) -> TaskState:
    """Ask before a replay that holds a step which can't be taken back."""
    plan = state.get("plan") or {}
    if not plan.get("needs_confirmation"):
        return {}
    steps = [step for step in plan["steps"] if step["irreversible"]]
    if interrupt({"task": state["task"], "irreversible": steps}) is True:
        return {}
    return {"route": "reflexion_explore", "actions": [], "plan": None}


def after_verify(
    attempts: int,
) -> Callable[[TaskState], Literal["experience_learn", "reflect"]]:
    """Whether to try again."""

    def following(state: TaskState) -> Literal["experience_learn", "reflect"]:
        tried = state.get("attempts", 0) + 1
        is_over = state.get("outcome") == "success" or tried >= attempts
        return "experience_learn" if is_over else "reflect"

    return following


def reflecting(memory: Memory) -> Callable[[TaskState], TaskState]:
    """A node: note what went wrong, and begin anew by exploring."""

    def reflect(state: TaskState) -> TaskState:
        if is_replay(state):
            report_plan(memory, state)
        error = state.get("error") or "it did not do what was asked for"
        return {
            "attempts": state.get("attempts", 0) + 1,
            "reflections": [*state.get("reflections", ()), error],
            "route": "reflexion_explore",
            "actions": [],
            "steps": [],
            "error": None,
            "failed_step": None,
        }

    return reflect
