"""kill -9 at random moments of an import: what was acknowledged is there as a whole,
the rest goes on where it stopped.

Rounds by KGMEM_TEST_KILLS_IMPORT (default 2).
"""

import os
import sys
from pathlib import Path

import pytest

from kgmem import Memory
from tests.doubles import WordEmbedder
from tests.e2e.importer import body
from tests.e2e.killed import killed

IMPORTER = Path(__file__).with_name("importer.py")
ROOT = Path(__file__).parents[2]
PARTS = 6
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
]


def parts(memory: Memory) -> dict[str, int]:
    """Number of parts by the source of their document."""
    rows = memory.cypher(
        "MATCH (d:Document)-[:HAS_CHUNK]->(c:Chunk) WHERE d.space = $space "
        "RETURN d.source AS source, count(c) AS parts"
    )
    return {row["source"]: row["parts"] for row in rows}


def test_killed_while_importing(tmp_path: Path) -> None:
    acknowledged: list[str] = []
    for round_ in range(int(os.environ.get("KGMEM_TEST_KILLS_IMPORT", "2"))):
        acknowledged += killed(
            IMPORTER, tmp_path / "memory", 1000 * round_, round_, PYTHONPATH=str(ROOT)
        )

    with Memory.open(tmp_path / "memory", embedder=WordEmbedder()) as memory:
        found, facts = parts(memory), {fact.fact_id for fact in memory.facts()}
        whole = {d.source for d in memory.documents() if d.status == "ready"}
        torn = [d.source for d in memory.documents() if d.status != "ready"]
        for source in torn:
            n = int(source.removeprefix("station-").removesuffix(".md"))
            memory.add_document(text=body(n), source=source)
        diagnosis = memory.doctor()
        mended = parts(memory)

    sources = [a.split()[1] for a in acknowledged if a.startswith("document")]
    kept = {a.split()[1] for a in acknowledged if a.startswith("fact")}
    assert set(sources) <= whole
    assert all(found[source] == PARTS for source in sources)
    assert kept <= facts
    assert set(mended.values()) == {PARTS}
    assert (diagnosis.ok, diagnosis.drift) == (True, 0)
