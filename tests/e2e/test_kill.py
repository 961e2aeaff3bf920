"""kill -9 at random moments of learning: what was acknowledged is there, once.

Rounds by KGMEM_TEST_KILLS (embedded) and KGMEM_TEST_KILLS_NEO4J
(default 2 each).
"""

import random
import sys
from pathlib import Path

import pytest

from kgmem import Memory
from tests.conftest import GIVEN
from tests.doubles import WordEmbedder
from tests.e2e.killed import killed
from tests.servers import Neo4jSettings

LEARNER = Path(__file__).with_name("learner.py")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
]


def check(memory: Memory, acknowledged: list[str]) -> None:
    """All acknowledged runs are there once, whole, and both stores agree."""
    rows = memory.cypher(
        "MATCH (t:Task)-[:ATTEMPTED_AS]->(e:Experience)-[:HAS_STEP]->(s:Step) "
        "WHERE e.space = $space RETURN e.source_task_id AS run, count(s) AS steps"
    )
    stored = [row["run"] for row in rows]
    assert len(stored) == len(set(stored))
    assert set(acknowledged) <= set(stored)
    assert {row["steps"] for row in rows} == {3}
    # At most the one call that was cut off is there beyond what was acknowledged.
    diagnosis = memory.doctor()
    assert diagnosis.ok, diagnosis.findings
    last = acknowledged[-1].removeprefix("run-")
    found = memory.recall(f"Order item {last} in shop {int(last) % 7}")
    assert any(e.source_task_id == acknowledged[-1] for e in found.experiences)


def test_killed_while_learning_embedded(tmp_path: Path) -> None:
    rounds = int(GIVEN.get("KGMEM_TEST_KILLS", "2"))
    seed = random.randrange(10**6)
    acknowledged: list[str] = []

    for number in range(rounds):
        acknowledged += killed(
            LEARNER, tmp_path / "memory", number * 10_000, seed + number
        )
        with Memory.open(tmp_path / "memory", embedder=WordEmbedder()) as memory:
            check(memory, acknowledged)


def test_killed_while_learning_with_neo4j(
    tmp_path: Path, neo4j_clean: Neo4jSettings
) -> None:
    rounds = int(GIVEN.get("KGMEM_TEST_KILLS_NEO4J", "2"))
    seed = random.randrange(10**6)
    env = {
        "KGMEM_GRAPH": "neo4j",
        "KGMEM_NEO4J_URI": neo4j_clean.uri,
        "KGMEM_NEO4J_USER": neo4j_clean.user,
        "KGMEM_NEO4J_PASSWORD": neo4j_clean.password,
        "KGMEM_NEO4J_DATABASE": neo4j_clean.database,
    }
    settings = neo4j_clean.memory(tmp_path / "memory")
    acknowledged: list[str] = []

    for number in range(rounds):
        acknowledged += killed(
            LEARNER, tmp_path / "memory", number * 10_000, seed + number, **env
        )
        with Memory.connect(settings=settings, embedder=WordEmbedder()) as memory:
            check(memory, acknowledged)
