"""The nodes that a memory adds to a graph, and the router between them.

    memory_retrieve -> route_of -> … -> verify -> experience_learn

A state holds plain JSON, so that any checkpointer can keep it.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypedDict
from uuid import uuid4

from kgmem import Memory, Plan, Route
from kgmem.agents import ReplayOutcome

JsonDict = dict[str, Any]


class TaskState(TypedDict, total=False):
    """One task on its way through the graph; `task` is what it begins with."""

    task: str
    run_id: str
    """Which run it is: so one that is learned twice, after a crash, counts once."""
    app: str | None
    url: str | None
    elements: list[JsonDict]
    """What is on the page, as `locate` takes it; also before the first look."""
    route: Route
    """How the task is gone about; exploring once a replay has failed."""
    reasons: list[str]
    hints: str
    """What is known, as Markdown for a prompt."""
    plan: JsonDict | None
    """What is replayed, or adapted."""
    asks: list[str]
    """Slots of the plan whose value the task does not give: where `{slot}` stands in
    its steps, `Plan.answered` puts what the page or the user says."""
    further: list[str]
    """What the task asks for and the plan does not do: to be settled before the step
    that names it."""
    left_out: list[str]
    """What known runs did that the task does not ask for."""
    actions: list[JsonDict]
    """What `execute` is to do: the plan's steps, or generated ones."""
    steps: list[JsonDict]
    """What was done, as `Memory.learn` takes it."""
    analysis: str
    answer: str | None
    """What was answered."""
    outcome: ReplayOutcome
    error: str | None
    """Why it failed, in words."""
    failed_step: int | None
    """Of a plan, the number of the step that could not be done."""
    attempts: int
    reflections: list[str]
    """What went wrong in each attempt so far."""
    learned: JsonDict | None
    """The receipt of what was learned."""


Node = Callable[[TaskState], TaskState]


def memory_retrieve(memory: Memory) -> Node:
    """A node: what is known of the task, and the route to take."""

    def retrieve(state: TaskState) -> TaskState:
        found = memory.recall(
            state["task"],
            app=state.get("app"),
            url=state.get("url"),
            elements=state.get("elements") or None,
        )
        known, is_direct = found.plan, found.route == "direct_replay"
        plan = known.model_dump(mode="json") if known else None
        return {
            "run_id": uuid4().hex,
            "route": found.route,
            "reasons": list(map(str, found.reasons)),
            "hints": found.to_prompt(),
            "plan": plan,
            "asks": list(known.asks) if known else [],
            "further": list(known.further) if known else [],
            "left_out": list(known.left_out) if known else [],
            "actions": plan["steps"] if plan and is_direct else [],
        }

    return retrieve


def route_of(state: TaskState) -> Route:
    """The router: which of the four edges to take."""
    return state["route"]


def route_edges(
    *, execute: str = "execute", analyze: str = "analyze", capture: str = "capture"
) -> dict[Hashable, str]:
    """Where each of them leads, for `add_conditional_edges`: a replay is executed at
    once, one that has to be adapted is analyzed first, an exploration begins with a
    look at the page."""
    return {
        "direct_replay": execute,
        "adaptive_replay": analyze,
        "guided_exploration": capture,
        "reflexion_explore": capture,
    }


def experience_learn(memory: Memory) -> Node:
    """A node: keep what came of the task.

    A replay is reported. A success that was found by exploring is learned; what failed,
    or was only replayed, is not learned again.
    """

    def learn(state: TaskState) -> TaskState:
        outcome = state.get("outcome", "unknown")
        if is_replay(state):
            report_plan(memory, state)
            return {"learned": None}
        if outcome != "success" or not state.get("steps"):
            return {"learned": None}
        learned = memory.learn(run_of(state))
        return {"learned": learned.model_dump(mode="json")}

    return learn


def is_replay(state: Mapping[str, Any]) -> bool:
    """Were the plan's own steps done?"""
    return bool(state.get("plan")) and state.get("route") == "direct_replay"


def report_plan(memory: Memory, state: TaskState) -> None:
    """Say what came of the plan."""
    plan = state.get("plan")
    if plan:
        memory.report(
            Plan.model_validate(plan),
            state.get("outcome", "unknown"),
            failed_step=state.get("failed_step"),
            reason=state.get("error"),
            actions=len(state.get("steps") or ()) or None,
        )


def run_of(state: TaskState) -> JsonDict:
    """The run that a state tells of."""
    return {
        "task": state["task"],
        "app": state.get("app"),
        "url": state.get("url"),
        "outcome": "success",
        "source": "langgraph",
        "source_task_id": (key := state.get("run_id")) and f"langgraph:{key}",
        "steps": list(state["steps"]),
        "answer": state.get("answer"),
    }
