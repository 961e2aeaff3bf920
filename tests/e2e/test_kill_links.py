"""kill -9 while the batch job links tasks: it goes on where it was."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kgmem import Memory
from kgmem.graph.store import MAX_LINKS
from tests.doubles import WordEmbedder

ROOT = Path(__file__).parents[2]
COUNTS = (
    "MATCH (t:Task) WHERE t.space = $space RETURN t.unlinked IS NULL AS done, "
    "coalesce(t.links, 0) AS links, COUNT { (t)-[:SIMILAR_TO]-(:Task) } AS found"
)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
]


def test_a_killed_job_links_the_rest_the_next_time(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.e2e.linker", str(folder)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    told = [process.stdout.readline().strip() for _ in range(3)]

    process.send_signal(signal.SIGKILL)
    process.communicate()

    settings = {"generalize_after": 0}
    with Memory.open(folder, embedder=WordEmbedder(), settings=settings) as memory:
        between = memory.cypher(COUNTS)
        waiting = [one.message for one in memory.doctor().findings]
        report = memory.generalize()
        after = memory.cypher(COUNTS)

    assert told == ["4", "8", "12"]
    left = sum(not row["done"] for row in between)
    assert 0 < left <= 28
    assert any(f"{left} tasks are not linked" in one for one in waiting)
    assert report.linked == left
    assert all(row["done"] and row["links"] == row["found"] for row in after)
    assert 0 < max(row["found"] for row in after) <= MAX_LINKS
