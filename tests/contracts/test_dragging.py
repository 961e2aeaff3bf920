"""An action on two elements: both are kept, found again, healed and told."""

from pathlib import Path
from typing import Any

from kgmem import Memory

BOARD = {"url": "https://board.example/board", "title": "Board"}


def card(name: str, **more: Any) -> dict[str, Any]:
    return {"role": "listitem", "name": name, **more}


def column(name: str, **more: Any) -> dict[str, Any]:
    return {"role": "region", "name": name, **more}


def a_drag(name: str, to: str, run: str) -> dict[str, Any]:
    return {
        "task": f'Move "{name}" to "{to}"',
        "app": "board",
        "source_task_id": run,
        "outcome": "success",
        "steps": [
            {
                "action": "drag",
                "target": card(name),
                "destination": column(to),
                "page_before": BOARD,
                "effect": True,
            }
        ],
    }


PAGE = [card("Fix login"), card("Write docs"), column("To do"), column("Done")]


def targets_of(memory: Memory) -> list[tuple[str, str | None]]:
    rows = memory.cypher(
        "MATCH (s:Step)-[r:TARGETS]->(el:UIElement) WHERE s.space = $space "
        "RETURN el.name AS name, r.part AS part"
    )
    return sorted(((row["name"], row["part"]) for row in rows), key=str)


class TestDragging:
    def test_both_elements_are_kept(self, memory: Memory) -> None:
        memory.learn(a_drag("Fix login", "Done", "run-1"))

        (run,) = memory.recall('Move "Fix login" to "Done"', app="board").experiences

        assert run.steps[0].target
        assert run.steps[0].destination
        assert run.steps[0].destination.name == "Done"
        assert targets_of(memory) == [("Done", "destination"), ("Fix login", None)]
        assert memory.doctor().ok

    def test_both_go_when_the_run_is_forgotten(self, memory: Memory) -> None:
        learned = memory.learn(a_drag("Fix login", "Done", "run-1"))

        memory.forget(task_id=learned.task_id)

        assert memory.stats()["elements"] == 0
        assert memory.doctor().ok

    def test_both_are_exported_and_imported(
        self, memory: Memory, tmp_path: Path
    ) -> None:
        memory.learn(a_drag("Fix login", "Done", "run-1"))
        memory.export_to(tmp_path / "all.jsonl")
        memory.clear("all")

        memory.import_from(tmp_path / "all.jsonl")

        assert targets_of(memory) == [("Done", "destination"), ("Fix login", None)]
        (run,) = memory.recall('Move "Fix login" to "Done"', app="board").experiences
        assert run.steps[0].destination is not None
        assert memory.doctor().ok

    def test_a_plan_says_where_a_drag_ends(self, memory: Memory) -> None:
        memory.learn(a_drag("Fix login", "Done", "run-1"))

        recollection = memory.recall('Move "Fix login" to "Done"', app="board")

        assert recollection.plan is not None
        (step,) = recollection.plan.steps
        found = memory.locate(step, PAGE)
        assert found.index == 0
        assert found.destination is not None
        assert found.destination.index == 3
        assert 'drag listitem "Fix login" to region "Done"' in recollection.to_prompt()

    def test_a_pattern_fills_both_ends(self, memory: Memory) -> None:
        for n, (name, to) in enumerate(
            [("Fix login", "Done"), ("Write docs", "To do"), ("Ship it", "Review")]
        ):
            memory.learn(a_drag(name, to, f"run-{n}"))
        memory.generalize()

        recollection = memory.recall('Move "Buy milk" to "Waiting"', app="board")

        assert recollection.plan is not None
        (step,) = recollection.plan.steps
        assert step.target
        assert step.destination
        assert (step.target.name, step.destination.name) == ("Buy milk", "Waiting")
        again = memory.patterns()[0].steps[0]
        assert again.destination is not None
        assert "{" in (again.destination.name or "")

    def test_a_secret_in_either_end_is_hidden(self, memory: Memory) -> None:
        run = a_drag("Fix login", "Done", "run-1")
        run["steps"][0]["destination"]["text"] = "card 4111 1111 1111 1111"

        memory.learn(run)

        (kept,) = memory.recall(run["task"], app="board").experiences
        assert "4111 1111" not in kept.model_dump_json()
        assert "[REDACTED:card" in kept.model_dump_json()
