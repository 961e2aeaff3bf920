"""A kind of value on its whole way: from runs to a slot, and to another task's plan."""

from pathlib import Path
from typing import Any

from kgmem import Memory
from tests.doubles import WordEmbedder


def a_run(n: int, flight: str) -> dict[str, Any]:
    return {
        "task": f"Show whether {flight} is late",
        "app": "airport",
        "source_task_id": f"run-{n}",
        "outcome": "success",
        "steps": [
            {
                "action": "type",
                "value": flight.replace(" ", ""),
                "target": {"role": "textbox", "name": "Search"},
            },
            {"action": "click", "target": {"role": "button", "name": "Show"}},
        ],
    }


def test_a_flight_number_fills_a_slot_without_its_space(tmp_path: Path) -> None:
    with Memory.open(tmp_path, embedder=WordEmbedder()) as memory:
        for n, flight in enumerate(("BA 117", "MU 5137", "LH 400")):
            memory.learn(a_run(n, flight))
        memory.generalize()

        match = memory.match("Show whether CA 1234 is late", app="airport")
        plan = memory.recall("Show whether CA 1234 is late", app="airport").plan

    assert match is not None
    (slot,) = match.pattern.slots
    assert (slot.kind, slot.transform) == ("flight_number", "no_spaces")
    assert list(match.bindings.values()) == ["CA 1234"]
    assert plan is not None
    assert plan.steps[0].value == "CA1234"
