"""Two processes on one Neo4j: what one of them learns or forgets, the other says."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.shared_space import GOODS, buying
from tests.servers import Neo4jSettings

ASKED = Path(__file__).with_name("asked.py")
TASK = "Buy black tea in the shop"


class Process:
    """A memory in a process of its own."""

    def __init__(self, home: Path, server: Neo4jSettings) -> None:
        names = {
            "KGMEM_GRAPH": "neo4j",
            "KGMEM_NEO4J_URI": server.uri,
            "KGMEM_NEO4J_USER": server.user,
            "KGMEM_NEO4J_PASSWORD": server.password,
            "KGMEM_NEO4J_DATABASE": server.database,
        }
        self.process = subprocess.Popen(
            [sys.executable, str(ASKED), str(home)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **names},
        )

    def __call__(self, method: str, *args: Any, **kwargs: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([method, args, kwargs]) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"{method}: the process ended"
        return json.loads(line)

    def close(self) -> None:
        """Let it end, and wait for it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(timeout=30)
        self.process.stdout.close()


@pytest.fixture
def two(
    tmp_path: Path, neo4j_empty: Neo4jSettings
) -> Iterator[tuple[Process, Process]]:
    with ExitStack() as stack:
        opened = []
        for name in ("one", "other"):
            opened.append(Process(tmp_path / name, neo4j_empty))
            stack.callback(opened[-1].close)
            opened[-1]("patterns")  # the schema is there before the next one opens
        yield opened[0], opened[1]


def test_what_one_generalizes_the_other_follows_and_what_it_forgets_nobody_says(
    two: tuple[Process, Process],
) -> None:
    one, other = two
    assert other("recall", "Buy oats in the shop", app="shop")["plan"] is None

    one("learn_many", [buying(what) for what in GOODS[:3]])
    one("generalize")
    followed = other("recall", "Buy oats in the shop", app="shop")
    replayed = other("recall", TASK, app="shop")

    assert followed["plan"]["origin"]["kind"] == "pattern"
    assert followed["plan"]["bindings"]["search"] == "oats"
    assert replayed["route"] == "direct_replay"

    (pattern,) = one("patterns")
    one("forget", pattern_id=pattern["pattern_id"])
    for run in one("cypher", "MATCH (e:Experience) RETURN e.experience_id AS id"):
        one("forget", experience_id=run["id"])
    asked = other("recall", TASK, app="shop")
    matched = other("match", "Buy oats in the shop", "shop")

    assert (asked["route"], asked["plan"]) == ("reflexion_explore", None)
    assert matched is None
    said = json.dumps({**asked, "task": ""})
    assert not [what for what in GOODS[:3] if what in said]
    assert other("stats")["cache_size"] == 0
