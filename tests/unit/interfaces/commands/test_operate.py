"""`kgmem doctor`, `repair`, `reindex`, `stats`, `forget` and `schema`."""

import json
import shutil
from pathlib import Path

import pytest

from kgmem import Memory, Metrics
from tests.unit.interfaces.conftest import Kgmem


def test_doctor_of_lost_vectors_and_repair(learned: Kgmem, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "kgmem" / "vectors")

    sick = learned("doctor", "--json")
    healed = learned("repair")
    sound = learned("doctor")

    assert sick.exit_code == 1
    assert json.loads(sick.stdout)["drift"] == 2
    assert healed.exit_code == 0
    assert sound.exit_code == 0


def test_forget_asks_first(learned: Kgmem) -> None:
    run = json.loads(learned("show", "mouse-1", "--json").stdout)["run"]

    refused = learned("forget", "--experience", run["experience_id"], input="n\n")
    done = learned("forget", "--experience", run["experience_id"], input="y\n")

    assert refused.exit_code == 1
    assert refused.stdout == ""
    assert done.exit_code == 0
    assert done.stdout == "forgot 1 run\n"
    assert learned("show", "mouse-1").exit_code == 1


def test_schema_of_a_new_graph(kgmem: Kgmem) -> None:
    before = kgmem("schema", "status", "--json")
    applied = kgmem("schema", "apply")
    after = kgmem("schema", "status")
    again = kgmem("schema", "apply")

    assert before.exit_code == 1
    assert json.loads(before.stdout)["version"] is None
    assert applied.stdout == "applied schema.cypher\n"
    assert after.exit_code == 0
    assert again.stdout == "the schema is current\n"


def test_stats_are_watched_until_somebody_has_seen_enough(
    learned: Kgmem, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Metrics] = []
    look = Memory.metrics

    def seen(memory: Memory) -> Metrics:
        if len(looks) == 3:
            raise KeyboardInterrupt
        looks.append(look(memory))
        return looks[-1]

    monkeypatch.setattr(Memory, "metrics", seen)

    result = learned("stats", "--watch", "--every", "0.1")

    assert result.exit_code == 0
    assert len(looks) == 3
    assert "retrieval_hit_rate" in result.stdout
