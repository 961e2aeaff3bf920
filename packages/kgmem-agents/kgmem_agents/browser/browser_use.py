"""Hooks for browser-use: what is known comes before its first model call, and what it
found out is learned.

browser-use itself is not imported: its agent is given arguments and gives its history.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from kgmem import (
    Handover,
    ImportedRun,
    KgmemError,
    Memory,
    Recollection,
    RefusedPart,
    Source,
)
from kgmem.agents import describe_step, importer

log = logging.getLogger(__name__)

FORMAT = "browser-use"
"""What its histories are called where runs are read."""

OFFERED = (
    "What a memory of earlier runs knows of this task follows. Where it has a plan, do "
    "its steps in their order with this task's values, as long as the page shows the "
    "elements that they name; where it does not, go on by yourself.\n\n"
)


def remembering(
    memory: Memory, task: str, *, app: str | None = None, extend: str = ""
) -> dict[str, Any]:
    """Arguments of browser-use's agent: `Agent(**remembering(memory, task), llm=llm)`.

    The plan and the warnings that a recall of the task gives are in front of the first
    model call, after your own `extend`; a run that ends in success is learned.
    """
    found = memory.recall(task, app=app)
    words = [extend, OFFERED + found.to_prompt() if is_worth_reading(found) else ""]
    given: dict[str, Any] = {
        "task": task,
        "register_done_callback": learning(memory, task, app=app),
    }
    if any(words):
        given["extend_system_message"] = "\n\n".join(filter(None, words))
    return given


def is_worth_reading(found: Recollection) -> bool:
    """Is there a path, a run or a warning in it?"""
    is_known = found.route != "reflexion_explore"
    return is_known or bool(found.avoidance or found.facts)


def learning(memory: Memory, task: str, *, app: str | None = None) -> Any:
    """A `register_done_callback`: learns a run that ended in success. A run of which a
    step can't be kept is learned as one without an outcome, and that is logged; what
    can't be learned at all is logged, and ends no agent."""

    async def done(history: Any) -> None:
        if not history.is_successful():
            return
        try:
            await asyncio.to_thread(_learn, memory, history, task, app)
        except KgmemError as error:
            log.warning("the run was not learned: %s", error)

    return done


def browser_use_agent(make: Callable[[dict[str, Any]], Any]) -> Any:
    """An `agent` for `AsyncMemory.do`: `make(arguments)` gives the agent of browser-use
    that does what is handed over, such as `lambda given: Agent(**given, llm=llm)`."""

    async def agent(left: Handover) -> dict[str, Any]:
        told = "\n\n".join(filter(None, (OFFERED + left.hints, _begun(left))))
        history = await make({"task": left.task, "extend_system_message": told}).run()
        runs = list(importer(FORMAT).read(Source.of(history)))
        run: dict[str, Any] = {}
        for found in runs:
            if isinstance(found, ImportedRun):
                run = {key: found.run.get(key) for key in ("steps", "url", "answer")}
        outcome = "success" if history.is_successful() else "failure"
        is_whole = all(isinstance(one, ImportedRun) and not one.refused for one in runs)
        return {**run, "outcome": outcome if is_whole else "unknown"}

    return agent


def _begun(left: Handover) -> str:
    """What was done already, and why it went no further."""
    if left.reason is None:
        return ""
    done = "; ".join(map(describe_step, left.done)) or "nothing"
    return f"Done already: {done}. It was not followed further: {left.reason}."


def _learn(memory: Memory, history: Any, task: str, app: str | None) -> None:
    """The run in a history that ended in success, as one that was seen here."""
    runs = list(importer(FORMAT).read(Source.of(history)))
    if not runs:
        log.warning("the run was not learned: its history holds no action")
    for found in runs:
        refused = [found] if isinstance(found, RefusedPart) else found.refused
        for part in refused:
            log.warning("not kept: %s: %s", part.place, part.reason)
        if isinstance(found, ImportedRun):
            outcome = "unknown" if refused else "success"
            told = {"task": task, "outcome": outcome, "source": FORMAT}
            memory.learn({**found.run, **told, **({"app": app} if app else {})})
