"""`kgmem doctor`, `repair`, `reindex`, `stats`, `forget` and `schema`."""

import gzip
import json
import shutil
from pathlib import Path

import pytest

from kgmem import Memory, Metrics
from kgmem.backends.graphs.arcadedb import ArcadeEngine
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


def test_an_older_memory_is_backed_up_before_it_is_changed(
    learned: Kgmem, tmp_path: Path
) -> None:
    engine = ArcadeEngine(tmp_path / "kgmem" / "graph")
    engine.write(
        lambda tx: tx.run("""
        MATCH (m:Meta {meta_id: 'schema'}) SET m.schema_version = 10,
          m.checksums = m.checksums[..10]
        CREATE (:Entity {entity_id: 'e', space: 'default', name: 'agent:Ann',
                         key: 'agent:ann', kind: 'person'})
        """)
    )
    engine.close()

    refused = learned("patterns")
    applied = learned("schema", "apply", "--backup", str(tmp_path / "backup"))
    restored = learned(
        "--home", str(tmp_path / "new"), "restore", str(tmp_path / "backup")
    )

    [file] = (tmp_path / "backup").glob("*.jsonl.gz")
    assert refused.exit_code != 0
    assert "--backup" in refused.stderr
    assert applied.stdout.endswith("applied V011__people_by_their_ids.cypher\n")
    header = gzip.decompress(file.read_bytes()).splitlines()[0]
    assert json.loads(header)["schema_version"] == 10
    assert restored.exit_code == 0
    with Memory.open(tmp_path / "new") as memory:
        [person] = memory.cypher("MATCH (e:Entity) RETURN e.key AS key")
        assert person == {"key": "agent:Ann"}


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
