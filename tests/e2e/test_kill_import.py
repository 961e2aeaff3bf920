"""kill -9 at random moments of an import: what was acknowledged is there as a whole,
the rest goes on where it stopped.

Rounds by KGMEM_TEST_KILLS_IMPORT (default 2).
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kgmem import Memory
from tests.doubles import WordEmbedder
from tests.e2e.importer import body

IMPORTER = Path(__file__).with_name("importer.py")
PARTS = 6
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
]


def killed_importer(folder: Path, start: int, seed: int) -> list[str]:
    """What an importer acknowledged before it was killed at a random moment."""
    process = subprocess.Popen(
        [sys.executable, str(IMPORTER), str(folder), str(start)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    first = process.stdout.readline()  # it is importing now
    assert first, process.stderr.read()
    time.sleep(random.Random(seed).uniform(0.0, 1.0))
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate()
    lines = (first + rest).splitlines(keepends=True)
    return [line.strip() for line in lines if line.endswith("\n")]


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
        acknowledged += killed_importer(tmp_path / "memory", 1000 * round_, round_)

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
