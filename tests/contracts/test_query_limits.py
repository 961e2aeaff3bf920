"""The bounds of a person's query on each graph."""

import json
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from kgmem import Memory, QueryLimit
from kgmem.backends.graphs.arcadedb import ArcadeEngine
from tests.contracts.query_limits import LONG, QueryLimitContract
from tests.doubles import WordEmbedder


class TestOnEachEngine(QueryLimitContract):
    pass


def test_settings_bound_the_query_of_a_memory(new_home: Path) -> None:
    bounds = {"cypher_timeout": 0.5, "cypher_max_rows": 3}
    with Memory.open(new_home, settings=bounds, embedder=WordEmbedder()) as memory:
        rows = memory.cypher("UNWIND range(1, 3) AS a RETURN a")
        with pytest.raises(QueryLimit, match="3 rows"):
            memory.cypher("UNWIND range(1, 4) AS a RETURN a")
        with pytest.raises(QueryLimit, match="longer"):
            memory.cypher(LONG)

    assert len(rows) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.slow
def test_a_limit_that_a_killed_process_left_is_taken_away(tmp_path: Path) -> None:
    program = """
        import os, signal, sys, threading, time
        from pathlib import Path
        from kgmem.backends.graphs.arcadedb import ArcadeEngine
        engine = ArcadeEngine(Path(sys.argv[1]))
        with engine._limit.of(0.01):
            os.kill(os.getpid(), signal.SIGKILL)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), str(tmp_path / "graph")]
    )
    kept = json.loads((tmp_path / "graph/db/configuration.json").read_text())

    engine = ArcadeEngine(tmp_path / "graph")
    rows = engine.read(
        "UNWIND range(1, 500) AS a UNWIND range(1, 500) AS b RETURN max(a * b) AS n"
    )
    engine.close()

    assert done.returncode == -signal.SIGKILL
    assert kept["configuration"]["command.timeout"] == 10
    assert rows == [{"n": 250_000}]
