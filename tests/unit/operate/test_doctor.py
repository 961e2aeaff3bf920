"""Comparing the two stores while others write."""

from typing import Any

import pytest

from kgmem import Memory
from kgmem.errors import GraphUnavailable, InvalidInput
from kgmem.index.projection import Projection


def learn(memory: Memory, task: str) -> str:
    return memory.learn({"task": task, "source_task_id": task}).task_id


def projection(memory: Memory) -> Projection:
    return memory._parts.projection  # type: ignore[union-attr]


@pytest.mark.parametrize("before", [True, False])
def test_task_learned_during_a_repair_keeps_its_point(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, before: bool
) -> None:
    learn(memory, "one")
    memory.flush()
    index = projection(memory).index
    versions, late = index.versions, []

    def meanwhile(*asked: Any) -> Any:
        if not late and before:
            late.append(learn(memory, "two"))
        found = versions(*asked)
        if not late:
            late.append(learn(memory, "two"))
        return found

    monkeypatch.setattr(index, "versions", meanwhile)

    diagnosis = memory.repair()

    assert (diagnosis.ok, diagnosis.drift) == (True, 0)
    assert late[0] in versions("experiences", "default")


def test_a_graph_that_goes_away_meanwhile_is_asked_no_more(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def gone(*_: Any) -> Any:
        asked.append("require")
        monkeypatch.setattr(store, "read", lambda name, **_: asked.append(name))
        raise GraphUnavailable("the graph is gone; start it")

    store = memory._parts.store  # type: ignore[union-attr]
    monkeypatch.setattr(projection(memory), "require", gone)

    with pytest.raises(GraphUnavailable, match="start it"):
        memory.doctor()

    assert asked == ["require"]


def test_waiting_rows_are_no_drift(memory: Memory) -> None:
    learn(memory, "one")
    memory.flush()
    projection(memory).mismatch = "another model"

    learn(memory, "two")
    diagnosis = memory.doctor()

    assert diagnosis.drift == 0
    assert memory.stats()["waiting"] == 1
    assert "another model" in {finding.message for finding in diagnosis.findings}


def test_point_without_a_task_is_drift_and_goes(memory: Memory) -> None:
    gone = learn(memory, "one")
    learn(memory, "two")
    memory.flush()
    engine = memory._parts.engine  # type: ignore[union-attr]
    engine.write(
        lambda tx: tx.run(
            "MATCH (t:Task {task_id: $id}) OPTIONAL MATCH (t)-->(e:Experience) "
            "DETACH DELETE t, e",
            {"id": gone},
        )
    )

    sick, healed = memory.doctor(), memory.repair()

    assert (sick.ok, sick.drift) == (False, 1)
    assert "have no node" in sick.findings[0].message
    assert healed.ok
    assert gone not in projection(memory).index.versions("experiences", "default")


def test_a_graph_that_is_only_read_is_told_and_not_taken_for_the_vectors(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn(memory, "one")

    def refuse(*_: Any) -> Any:
        raise InvalidInput("no write operations are allowed on this database")

    monkeypatch.setattr(memory._parts.store.engine, "write", refuse)  # type: ignore[union-attr]

    told = memory.doctor()

    assert not told.ok
    assert [one.message for one in told.findings] == [
        "the graph is only read: no write operations are allowed on this database"
    ]


def test_settings_that_wait_for_a_reindex_are_told(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = projection(memory).index
    monkeypatch.setattr(index, "waiting_settings", lambda: ["KGMEM_QDRANT_SHARDS"])

    told = memory.doctor()

    assert told.ok
    assert "the collections were made without KGMEM_QDRANT_SHARDS" in {
        one.message for one in told.findings
    }
