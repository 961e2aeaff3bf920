"""`kgmem doctor`, `repair`, `reindex`, `stats`, `forget` and `schema`."""

import json
import shutil
from pathlib import Path

import pytest

from kgmem import Memory, Metrics
from tests.unit.interfaces.conftest import Kgmem


def test_doctor_of_a_sound_memory(learned: Kgmem) -> None:
    result = learned("doctor")

    assert result.exit_code == 0
    assert "arcadedb" in result.stdout
    assert result.stdout.endswith("ok, drift 0\n")


def test_doctor_of_lost_vectors_and_repair(learned: Kgmem, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "kgmem" / "vectors")

    sick = learned("doctor", "--json")
    healed = learned("repair")
    sound = learned("doctor")

    assert sick.exit_code == 1
    assert json.loads(sick.stdout)["drift"] == 2
    assert healed.exit_code == 0
    assert sound.exit_code == 0


def test_reindex_for_another_embedder(learned: Kgmem) -> None:
    result = learned("reindex", "--embedding", "e5")

    assert result.exit_code == 0
    assert result.stdout.startswith("2 points for ")
    assert "KGMEM_EMBEDDING=e5" in result.stderr
    assert learned("doctor").exit_code == 1
    assert learned("reindex").exit_code == 0
    assert learned("doctor").exit_code == 0


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


def test_metrics_are_told_for_people_and_for_programs(learned: Kgmem) -> None:
    shown = learned("stats", "--metrics")
    told = json.loads(learned("stats", "--metrics", "--json").stdout)

    assert shown.stdout.startswith("actions saved: no replay told them yet\n")
    assert "total_experiences" in shown.stdout
    assert told["total_experiences"] == 2


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


def test_what_is_watched_is_no_json(learned: Kgmem) -> None:
    result = learned("stats", "--watch", "--json")

    assert result.exit_code == 2
