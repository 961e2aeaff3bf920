"""Two processes on one Neo4j: what one of them learns or forgets, the other says; and
of a conversation that both write each message is there once, in order."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
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
        names = ("uri", "user", "password", "database")
        told = {f"KGMEM_NEO4J_{n.upper()}": getattr(server, n) for n in names}
        self.process = subprocess.Popen(
            [sys.executable, str(ASKED), str(home)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "KGMEM_GRAPH": "neo4j", **told},
        )

    def __call__(self, method: str, *args: Any, **kwargs: Any) -> Any:
        return self._asked([[method, args, kwargs]])

    def talk(self, method: str, *args: Any, **kwargs: Any) -> Any:
        """The same of a conversation that all share."""
        path = [["agent", ["a"], {}], ["conversation", ["shared"], {}]]
        return self._asked([*path, [method, args, kwargs]])

    def _asked(self, calls: list[Any]) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(calls) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"{calls}: the process ended"
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


NAMES = ("ann", "bob")
EACH = 25


def talked(process: Process, name: str) -> list[int]:
    """What a process's own messages were numbered; some that all have are between."""
    numbered = []
    for n in range(EACH):
        own = process.talk("add", "user", f"{name} says {n}", message_id=f"{name}{n}")
        numbered.append(own["n"])
        process.talk("add", "user", f"both say {n}", message_id=f"both{n}")
    return numbered


def test_each_message_is_there_once_and_in_the_order_in_which_it_was_acknowledged(
    two: tuple[Process, Process],
) -> None:
    with ThreadPoolExecutor(2) as at_once:
        numbered = list(at_once.map(talked, two, NAMES))

    messages = two[0].talk("messages")
    places = {one["content"]: one["n"] for one in messages}
    assert [one["n"] for one in messages] == list(range(3 * EACH))
    assert len(places) == 3 * EACH
    for name, own in zip(NAMES, numbered, strict=True):
        assert own == sorted(own)
        assert own == [places[f"{name} says {n}"] for n in range(EACH)]
    info = two[1].talk("info")
    assert info["messages"] == 3 * EACH
    assert 0 < info["folded"] < info["messages"]
    # Each process has vectors of its own here, which the others' messages lack.
    told = [one["message"] for one in two[0]("doctor")["findings"]]
    assert not [one for one in told if "conversation" in one]
