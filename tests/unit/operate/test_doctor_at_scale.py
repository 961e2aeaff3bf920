"""Counting and checking take what indexes tell, and labels a page at a time."""

from typing import Any

import pytest

from kgmem import Memory
from kgmem.graph import store as graph_store
from kgmem.graph.store import GraphStore
from kgmem.ports import CypherEngine

CLICK = {"action": "click", "target": {"role": "button", "name": "Save"}}


def learn(memory: Memory, task: str, outcome: str = "success") -> str:
    run = {"task": task, "app": "shop", "outcome": outcome, "steps": [CLICK, CLICK]}
    learned = memory.learn({**run, "source_task_id": task})
    return learned.experience_id


def engine(memory: Memory) -> CypherEngine:
    return memory._parts.engine  # type: ignore[union-attr]


def run(memory: Memory, text: str, **params: Any) -> None:
    engine(memory).write(lambda tx: tx.run(text, params))


def test_doctor_finds_what_is_wrong_on_any_page(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = [learn(memory, f"task {n}") for n in range(7)]
    monkeypatch.setattr(graph_store, "PAGE", 2)
    run(
        memory,
        "UNWIND $ids AS id MATCH (e:Experience {experience_id: id}) "
        "MATCH (e)-[:HAS_STEP]->(s:Step) WHERE s.n = 2 DETACH DELETE s",
        ids=[min(runs), max(runs)],
    )
    run(memory, "CREATE (t:Task {task_id: 'zz', space: 'default', runs: 0})")

    told = "\n".join(one.message for one in memory.doctor().findings)

    assert f"run {min(runs)} has 1 of 2 steps" in told
    assert f"run {max(runs)} has 1 of 2 steps" in told
    assert "task zz has no run" in told


def test_repair_clears_away_more_than_a_page(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn(memory, "one")
    monkeypatch.setattr(graph_store, "PAGE", 2)
    rows = [{"step_id": f"s{n}", "space": "default", "n": n} for n in range(5)]
    run(memory, "UNWIND $rows AS row CREATE (s:Step) SET s += row", rows=rows)

    memory.repair()

    assert list(GraphStore(engine(memory)).wrong("stray_steps")) == []
    assert memory.cypher("MATCH (s:Step) RETURN count(s) AS n")[0]["n"] == 2
