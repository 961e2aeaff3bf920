"""What doctor finds and repair heals where records or points are lost or left over."""

from typing import Any

import pytest

from kgmem import Memory


def a_run(n: int, task: str = "Open the inbox") -> dict[str, Any]:
    return {
        "task": task,
        "app": "mail",
        "source_task_id": f"run-{n}",
        "outcome": "success",
        "steps": [
            {"action": "click", "target": {"role": "button", "name": "Inbox"}},
            {"action": "click", "target": {"role": "button", "name": f"Row {n}"}},
        ],
    }


def lose(memory: Memory, query: str) -> None:
    """Delete records behind the program's back."""
    assert memory._parts is not None
    memory._parts.engine.write(lambda tx: tx.run(query))


class TestHealing:
    @pytest.mark.parametrize(
        ("lost", "told", "runs_left"),
        [
            ("MATCH (n:Experience) DETACH DELETE n", "steps belong to no run", 0),
            ("MATCH (n:Task) DETACH DELETE n", "runs belong to no task", 0),
            ("MATCH (n:Task|Experience) DETACH DELETE n", "steps belong to no run", 0),
            (
                "MATCH (n:Experience) WHERE n.source_task_id = 'run-1' DETACH DELETE n",
                "tasks count other runs",
                2,
            ),
        ],
    )
    def test_lost_records_are_found_and_what_is_left_cleared_away(
        self, memory: Memory, lost: str, told: str, runs_left: int
    ) -> None:
        memory.learn_many([a_run(1), a_run(2), a_run(3, "Open the outbox")])
        memory.flush()
        lose(memory, lost)

        sick = memory.doctor()
        healed = memory.repair()

        finding = next(one for one in sick.findings if told in one.message)
        assert not sick.ok
        assert "kgmem repair" in finding.cure
        assert "backup" in finding.cure
        assert healed.ok, healed.findings
        stats = memory.stats()
        assert stats["experiences"] == runs_left
        assert (stats["steps"], stats["elements"]) == ((4, 3) if runs_left else (0, 0))
        assert stats["points"] == stats["tasks"]
        memory.learn(a_run(1))
        assert memory.recall("Open the inbox", app="mail").experiences != ()
        assert memory.doctor().ok

    def test_points_that_the_graph_does_not_know(self, memory: Memory) -> None:
        other = memory.in_space("别的租户")
        memory.learn(a_run(1))
        other.learn(a_run(1))
        other.add_fact("The inbox is on the left.")
        memory.flush()
        lose(
            memory,
            "MATCH (n) WHERE n.space = '别的租户' DETACH DELETE n",
        )

        sick = memory.doctor()
        healed = memory.repair()

        assert (sick.ok, sick.drift) == (False, 2)
        finding = next(one for one in sick.findings if "does not know" in one.message)
        assert "2 points" in finding.message
        assert "kgmem repair" in finding.cure
        assert (healed.ok, healed.drift) == (True, 0)
        assert memory.stats()["points"] == 1

    def test_nothing_is_found_in_a_memory_that_is_well(self, memory: Memory) -> None:
        memory.learn_many([a_run(n, f"Open box {n}") for n in range(5)])
        memory.in_space("other").learn(a_run(1))
        memory.forget(task_id=memory.learn(a_run(7)).task_id)

        assert memory.doctor().ok
        assert memory.doctor().drift == 0
