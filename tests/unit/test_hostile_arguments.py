"""Whatever a public method is given, it answers or raises an error of kgmem.

The methods are those of the class, each called with arguments that are right, and then
with one of them replaced by anything odd. A new method is covered at once: where this
file does not know an argument that it needs, the test says so.
"""

import asyncio
import inspect
import math
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kgmem import AsyncMemory, KgmemError, Memory, Settings
from kgmem.model.plan import PlanStep
from tests.doubles import WordEmbedder

RUN = {
    "task": "Open settings",
    "app": "phone",
    "outcome": "success",
    "source_task_id": "run-1",
    "steps": [{"action": "click", "target": {"name": "Gear"}}],
}
HISTORY = [{"action": "click(Gear)", "url": "https://a.example/settings"}]


def _deep(depth: int = 10_000) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def _deep_map(depth: int = 10_000) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth):
        value = {"params": value, "steps": [value]}
    return value


def _cycle() -> list[Any]:
    value: list[Any] = []
    value += [value, value]
    return value


def _cyclic_map() -> dict[str, Any]:
    value: dict[str, Any] = {"task": "x"}
    value |= {"steps": [value, value], "params": value}
    return value


class OddKeys(dict[Any, Any]):
    """A mapping with keys that are no texts."""


ODD: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "zero": lambda: 0,
    "minus one": lambda: -1,
    "true": lambda: True,
    "big": lambda: 2**64,
    "huge": lambda: 10**5_000,
    "nan": lambda: math.nan,
    "inf": lambda: math.inf,
    "bytes": lambda: b"\xff\x00",
    "empty": lambda: "",
    "blank": lambda: " \n",
    "text": lambda: "odd",
    "half a character": lambda: "a\ud800b",
    "NUL": lambda: "a\x00b",
    "long name": lambda: "n" * 5_000,
    "megabyte": lambda: "word " * 200_000,
    "list": lambda: [5, None, "a", b"x"],
    "list of halves": lambda: ["\ud800", "a\x00"],
    "list of maps": lambda: [{"a": object()}, {5: 6}],
    "deep list": _deep,
    "deep map": _deep_map,
    "cycle": _cycle,
    "cyclic map": _cyclic_map,
    "map": lambda: {"a": 1},
    "odd keys": lambda: OddKeys({5: 1, None: 2, ("a",): 3, b"x": 4, "\ud800": 5}),
    "map of a huge number": lambda: {"task": 10**5_000, "steps": [10**5_000]},
    "set": lambda: {1, "a"},
    "object": object,
    "class": lambda: int,
    "function": lambda: len,
    "generator": lambda: iter([object(), 5]),
    "path with NUL": lambda: Path("a\x00b"),
    "path with half a character": lambda: Path("a\ud800b"),
    "long path": lambda: Path("n" * 5_000),
    "device": lambda: Path("/dev/null"),
    "array": lambda: np.zeros(3),
    "numpy number": lambda: np.float64("nan"),
    "numpy whole number": lambda: np.int64(3),
    "last moment": lambda: datetime.max,
    "beyond the calendar": lambda: datetime.max.replace(
        tzinfo=timezone(-timedelta(hours=14))
    ),
    "first moment": lambda: datetime.min.replace(tzinfo=UTC),
}


def _right(folder: Path) -> dict[str, Any]:
    """Arguments that are right, by name; a dotted name is of that method alone."""
    text = folder / "note.md"
    text.write_text("# Rooms\n\nThe key of room 5 hangs at the door.\n")
    facts = folder / "facts.jsonl"
    facts.write_text('{"content": "Water is wet."}\n')
    return {
        "trajectory": RUN,
        "trajectories": [RUN],
        "raw_history": HISTORY,
        "is_successful": True,
        "source_task_id": "raw-1",
        "id": "raw-1",
        "by": "a person",
        "why": "seen",
        "record": {
            "task_description": "Open mail",
            "action_flow": [{"action": "click", "target_element_description": "Mail"}],
            "is_successful": True,
        },
        "learn_from.source": [RUN],
        "unit": {
            "session_id": "s-1",
            "task_info": {"task_text": "Open mail"},
            "final_status": "success",
            "steps": [{"action": "click('Mail')"}],
        },
        "task": "Open settings",
        "goal": "Open settings",
        "query": "settings",
        "cypher.query": "MATCH (t:Task) RETURN count(t) AS n",
        "step": PlanStep(n=1, action="click"),
        "elements": [{"role": "button", "name": "Gear"}],
        "plan": {
            "plan_id": "p-1",
            "task": "Open settings",
            "route": "direct_replay",
            "origin": {"kind": "experience", "id": "x"},
            "steps": [{"n": 1, "action": "click"}],
        },
        "outcome": "success",
        "path": folder / "made.jsonl",
        "add_document.path": text,
        "import_facts.path": facts,
        "open.path": folder / "another",
        "paths": [text],
        "pattern_id": "p",
        "agent_id": "a",
        "content": "The door is open.",
        "subject": "Ann",
        "predicate": "likes",
        "object": "tea",
        "drafts": [{"content": "The door is shut."}],
        "single_valued": True,
        "fact_id": "f",
        "verify": [{"kind": "file", "at": str(text), "contains": "room"}],
        "check": {"check": {"kind": "file", "at": str(text), "contains": "room"}},
        "entity": "Ann",
        "aliases": ["Annie"],
        "keep": "Ann",
        "other": "Bob",
        "fact_ids": ["f"],
        "name": "Bob",
        "experience_id": "e",
        "kind": "facts",
        "space": "default",
        "changes": "content",
        "params": "n",
        "export_pattern.format": "skill",
        "rows": [{"thing": "settings"}],
        "run.task": "Open {thing}",
        "options": "start",
    }


SKIPPED = {"close"}
"""Takes nothing, and ends what the others need."""
PUBLIC = sorted(
    name
    for name, member in inspect.getmembers(Memory, callable)
    if not name.startswith("_") and name not in SKIPPED
)


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    folder: Path = tmp_path_factory.mktemp("hostile")
    few = Settings(max_document_mb=0.1)
    with Memory.open(folder / "m", embedder=WordEmbedder(), settings=few) as memory:
        memory.learn(RUN)
        memory.add_triple("Ann", "knows", "Bob")
        yield memory


def _ask(work: Callable[[], Any]) -> str | None:
    """What is wrong with how it ended; None if nothing is."""
    try:
        given = work()
        if isinstance(given, Memory):
            given.close()
        return None
    except KgmemError as error:
        message = str(error)
        if len(message) > 5_000:
            return f"a message of {len(message)} characters"
        printable = not any("\ud800" <= ch <= "\udfff" for ch in message)
        return None if printable else f"a message that nobody can print: {message!a}"
    except Exception as error:  # what the test is about
        return f"{type(error).__name__}: {error!s:.200}"


def _calls(
    name: str, method: Callable[..., Any], right: dict[str, Any]
) -> Iterator[tuple[str, Callable[[], Any]]]:
    """The calls to be made, each with what is odd about it."""
    parameters = inspect.signature(method).parameters
    given: dict[str, Any] = {}
    for key, one in parameters.items():
        needed = one.default is inspect.Parameter.empty
        if needed and one.kind is not inspect.Parameter.VAR_KEYWORD:
            known = f"{name}.{key}" if f"{name}.{key}" in right else key
            assert known in right, f"say in _right what a good {key!r} of {name} is"
            given[key] = right[known]
    for key, one in parameters.items():
        for odd, make in ODD.items():
            if key in ("progress", "agent") and odd in ("class", "function"):
                continue  # what a caller's own function raises comes out
            if one.kind is inspect.Parameter.VAR_KEYWORD:
                arguments = {**given, right[key]: make()}
            else:
                arguments = {**given, key: make()}
            yield (
                f"{name}({key}={odd})",
                lambda arguments=arguments: method(**arguments),  # type: ignore[misc]
            )


@pytest.mark.parametrize("name", PUBLIC)
@pytest.mark.slow
def test_only_errors_of_kgmem_come_out(
    memory: Memory, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # names that are good make files
    wrong = {
        what: said
        for what, work in _calls(name, getattr(memory, name), _right(tmp_path))
        if (said := _ask(work))
    }

    assert not wrong, "\n".join(f"{key} -> {said}" for key, said in wrong.items())


@pytest.mark.parametrize("name", PUBLIC)
def test_the_same_for_asyncio(memory: Memory, name: str) -> None:
    """One generic wrapper: that each method goes through it is enough."""

    async def call() -> None:
        await getattr(AsyncMemory(memory), name)(object(), unknown=1)

    # As Python says of arguments that there are not, or, where any may be given, as
    # the method says of the first.
    with pytest.raises((TypeError, KgmemError)):
        asyncio.run(call())


def test_the_memory_works_on_after_it(memory: Memory) -> None:
    memory.learn({**RUN, "task": "Open mail", "source_task_id": "afterwards"})
    memory.add_triple("Cleo", "knows", "Dan")

    assert memory.recall("Open mail").experiences
    assert [fact.object for fact in memory.facts("Cleo")] == ["Dan"]
    assert memory.doctor().ok
