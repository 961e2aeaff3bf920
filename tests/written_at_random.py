"""Writes of every sort, at random, and the questions that they may change."""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from kgmem import KgmemError, Memory
from tests.contracts.shared_space import buying

GOODS = ("milk", "bread", "black tea", "honey")
QUESTIONS = tuple(f"Buy {what} in the shop" for what in (*GOODS, "soap"))


def asked(memory: Memory, task: str) -> dict[str, Any]:
    """What a recall says, without what is another one's each time."""
    found = memory.recall(task, app="shop", top_n=2)
    said = found.model_dump(mode="json", exclude={"stages"})
    if said["plan"]:
        del said["plan"]["plan_id"]
    for match in said["patterns"]:
        _as_it_is_stored(match["pattern"])
    return rounded(said)


def _as_it_is_stored(pattern: dict[str, Any]) -> None:
    """Who writes into a pattern has what joined it in another order until he reads it
    again, and by his own clock."""
    for name in ("members", "success_cases"):
        pattern[name] = sorted(pattern[name])
    del pattern["updated_at"]
    for step in pattern["steps"]:
        del step["support"]


def rounded(value: Any) -> Any:
    """The value without the last digits of numbers: weights of outcomes age."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    return [rounded(one) for one in value] if isinstance(value, list) else value


def without_cache(memory: Memory) -> Memory:
    """The same stores, asked anew each time."""
    parts = memory._open
    anew = replace(parts, answer=replace(parts.answer, cache=None))
    return Memory(anew, memory.space, owner=False)


def writes(chosen: random.Random) -> Iterator[Callable[[Memory], object]]:
    """One write after another."""
    numbers = iter(range(1_000_000))
    while True:
        what, n = chosen.choice(GOODS), next(numbers)
        name = chosen.choice(sorted(WRITES))
        yield lambda memory, name=name, what=what, n=n: WRITES[name](memory, what, n)


def _learn(memory: Memory, what: str, n: int) -> object:
    run = buying(what, works=n % 4 != 3)
    return memory.learn(run | {"source_task_id": f"{what} {n}"})


def _report(memory: Memory, what: str, n: int) -> None:
    plan = memory.recall(f"Buy {what} in the shop", app="shop").plan
    if plan is not None:
        memory.report(plan, "success" if n % 3 else "failure", judge="test")


def _state(memory: Memory, what: str, n: int) -> None:
    memory.add_triple(what, "costs", f"{n} euros")


def _retract(memory: Memory, what: str, _: int) -> None:
    for fact in memory.facts(what)[:1]:
        memory.retract_fact(fact.fact_id)


def _forget(memory: Memory, what: str, _: int) -> None:
    for run in memory.recall(f"Buy {what} in the shop", app="shop").experiences[:1]:
        memory.forget(experience_id=run.experience_id)


def _decide(memory: Memory, what: str, n: int) -> None:
    decide = memory.approve if n % 2 else memory.quarantine
    for run in memory.recall(f"Buy {what} in the shop", app="shop").experiences[:1]:
        decide(experience_id=run.experience_id)


def _document(memory: Memory, what: str, n: int) -> None:
    memory.add_document(f"{what.title()} number {n} is kept on the shelf.", name=what)


WRITES: Mapping[str, Callable[[Memory, str, int], object]] = {
    "learn": _learn,
    "learn again": _learn,
    "report": _report,
    "state": _state,
    "retract": _retract,
    "forget": _forget,
    "decide": _decide,
    "document": _document,
    "generalize": lambda memory, _, __: memory.generalize(),
    "clear patterns": lambda memory, _, __: memory.clear("patterns"),
}


def refused(write: Callable[[Memory], object], memory: Memory) -> None:
    """Do it, or be told that it can't be done now."""
    with suppress(KgmemError):
        write(memory)
