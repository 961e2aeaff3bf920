"""Frames and tabs of what a run touched: kept, compared, and a part of each plan."""

from pathlib import Path
from typing import Any

from kgmem import Memory

FRAME = "name=pay & src=/inner & index=0"
TAB = "order=1 & opener=0"


def a_run(voucher: str, run: str, **where: str) -> dict[str, Any]:
    shown = {"frame": FRAME, "tab": TAB, **where}
    return {
        "task": f"Pay with voucher {voucher}",
        "app": "shop",
        "source_task_id": run,
        "outcome": "success",
        "steps": [
            {
                "action": "type",
                "target": {"role": "textbox", "name": "Voucher", **shown},
                "value": voucher,
            },
            {"action": "click", "target": {"role": "link", "name": "Next", **shown}},
            {"action": "key", "value": "Escape", "params": {"tab": TAB}},
        ],
    }


def told_of(memory: Memory, task: str) -> list[tuple[str | None, ...]]:
    plan = memory.recall(task, app="shop").plan
    assert plan is not None
    return [
        (step.target.frame, step.target.tab) for step in plan.steps if step.target
    ] + [(str(step.params.get("tab")),) for step in plan.steps if not step.target]


WHERE = [(FRAME, TAB), (FRAME, TAB), (TAB,)]


class TestWhereabouts:
    def test_they_are_exported_and_imported(
        self, memory: Memory, tmp_path: Path
    ) -> None:
        memory.learn(a_run("X-77", "run-1"))
        memory.export_to(tmp_path / "all.jsonl")
        memory.clear("all")

        memory.import_from(tmp_path / "all.jsonl")

        assert told_of(memory, "Pay with voucher X-77") == WHERE
        assert memory.doctor().ok

    def test_a_name_in_another_frame_is_another_element(self, memory: Memory) -> None:
        memory.learn(a_run("X-77", "run-1"))
        memory.learn(a_run("X-77", "run-2", frame="name=gift & index=0"))

        rows = memory.cypher(
            "MATCH (el:UIElement) WHERE el.space = $space "
            "RETURN el.name AS name, el.frame AS frame"
        )

        assert {row["frame"] for row in rows} == {FRAME, "name=gift & index=0"}
        assert len(rows) == 4
