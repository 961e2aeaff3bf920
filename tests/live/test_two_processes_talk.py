"""Two processes write one conversation on one Neo4j: each message once, in order."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from kgmem import Memory
from tests.doubles import WordEmbedder
from tests.servers import Neo4jSettings

TALKING = Path(__file__).with_name("talking.py")
NAMES = ("ann", "bob")
EACH = 25


def environment(server: Neo4jSettings) -> dict[str, str]:
    return {
        "KGMEM_GRAPH": "neo4j",
        "KGMEM_NEO4J_URI": server.uri,
        "KGMEM_NEO4J_USER": server.user,
        "KGMEM_NEO4J_PASSWORD": server.password,
        "KGMEM_NEO4J_DATABASE": server.database,
    }


@pytest.fixture
def memory(
    tmp_path: Path, neo4j_empty: Neo4jSettings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Memory]:
    """A third one, with the schema, on the same graph."""
    for name, value in environment(neo4j_empty).items():
        monkeypatch.setenv(name, value)
    settings = {"home": tmp_path / "third"}
    with Memory.connect(settings=settings, embedder=WordEmbedder()) as memory:
        yield memory


def talked(tmp_path: Path, server: Neo4jSettings) -> list[list[int]]:
    """What the processes' messages were numbered; both write at the same time."""
    env = {**os.environ, **environment(server)}
    with ExitStack() as stack:
        processes = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, str(TALKING), str(tmp_path / one), one, str(EACH)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    env=env,
                )
            )
            for one in NAMES
        ]
        for one in processes:
            assert one.stdout is not None
            assert one.stdout.readline() == "ready\n"
        for one in processes:
            assert one.stdin is not None
            one.stdin.write("\n")
            one.stdin.flush()
        return [json.loads(one.communicate(timeout=120)[0]) for one in processes]


def test_each_message_is_there_once_and_in_the_order_in_which_it_was_acknowledged(
    memory: Memory, tmp_path: Path, neo4j_empty: Neo4jSettings
) -> None:
    numbered = talked(tmp_path, neo4j_empty)

    messages = memory.agent("a").conversation("shared").messages()
    said = [one.content for one in messages]
    places = {one.content: one.n for one in messages}

    assert [one.n for one in messages] == list(range(3 * EACH))
    assert len(set(said)) == 3 * EACH
    for name, own in zip(NAMES, numbered, strict=True):
        assert own == sorted(own)
        assert own == [places[f"{name} says {n}"] for n in range(EACH)]
    info = memory.agent("a").conversation("shared").info()
    assert info is not None
    assert info.messages == 3 * EACH
    assert 0 < info.folded < info.messages
    # Each process has vectors of its own here, which the others' messages lack.
    told = [one.message for one in memory.doctor().findings]
    assert not [one for one in told if "conversation" in one]
