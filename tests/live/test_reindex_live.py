"""A reindex beside the work of another process, on a Neo4j server and the double of a
Qdrant that both processes share."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from kgmem import JobRunning, Memory, Settings
from kgmem.ports import Vectors
from tests.doubles import WordEmbedder
from tests.qdrant_double import QdrantDouble, qdrant_double
from tests.servers import Neo4jSettings

SLOW = 0.3
"""Seconds that a batch takes to embed."""
TASKS = 130


class Slow(WordEmbedder):
    calibration = None  # so that nothing is linked, which the double takes long for

    def embed(self, texts: Sequence[str]) -> Vectors:
        if len(texts) > 1:
            time.sleep(SLOW)
        return super().embed(texts)


@pytest.fixture
def qdrant() -> Iterator[QdrantDouble]:
    with qdrant_double() as double:
        yield double


@pytest.fixture
def given(
    tmp_path: Path, neo4j_empty: Neo4jSettings, qdrant: QdrantDouble
) -> dict[str, Any]:
    return {
        "home": str(tmp_path / "home"),
        "graph": "neo4j",
        "vectors": "qdrant",
        "neo4j_uri": neo4j_empty.uri,
        "neo4j_user": neo4j_empty.user,
        "neo4j_password": neo4j_empty.password,
        "neo4j_database": neo4j_empty.database,
        "qdrant_url": qdrant.url,
        "qdrant_prefer_grpc": False,
        "generalize_after": 0,
    }


def opened(given: dict[str, Any]) -> Memory:
    secret = {"neo4j_password": SecretStr(given["neo4j_password"])}
    return Memory.connect(
        settings=Settings.load(**{**given, **secret}), embedder=Slow()
    )


def run(name: str, n: int) -> dict[str, Any]:
    return {
        "task": f"Find {name} {n}",
        "app": "shop",
        "outcome": "success",
        "source_task_id": f"{name}-{n}",
        "steps": [{"action": "click", "target": {"role": "button", "name": "Go"}}],
    }


@contextmanager
def another(part: str, given: dict[str, Any]) -> Iterator["subprocess.Popen[str]"]:
    """Another process, which has opened the memory and does its part."""
    command = [sys.executable, "-m", "tests.live.test_reindex_live", part]
    root = Path(__file__).parents[2]
    child = subprocess.Popen(
        [*command, json.dumps(given)],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == "ready\n"
            yield child
        finally:
            child.kill()


def told(child: "subprocess.Popen[str]") -> dict[str, Any]:
    """What it says once it is asked to end."""
    answer, _ = child.communicate("end\n", timeout=120)
    said: dict[str, Any] = json.loads(answer.splitlines()[-1])
    return said


def test_nothing_is_missing_and_no_recall_fails_beside_a_reindex(
    given: dict[str, Any],
) -> None:
    with opened(given) as memory:
        memory.learn_many([run("mouse", n) for n in range(70)])
        with another("works", given) as child:
            memory.reindex()
            memory.reindex()  # now what the other began with is gone
            said = told(child)
        memory.flush()
        diagnosis = memory.doctor()
        stats = memory.stats()

    assert said["failed"] == []
    assert said["learned"] > 0
    assert said["generation"] > 1
    assert stats["generation"] == 3
    assert stats["points"] == stats["tasks"] == 70 + said["learned"]
    assert (diagnosis.ok, diagnosis.drift) == (True, 0)
    assert stats["waiting"] == 0


def test_a_killed_reindex_is_gone_on_with_by_another_process(
    given: dict[str, Any], qdrant: QdrantDouble
) -> None:
    with opened(given) as memory:
        memory.learn_many([run("mouse", n) for n in range(TASKS)])
        memory.flush()
        with another("reindexes", given) as child:
            deadline = time.monotonic() + 30
            while held(qdrant, 2) < 32 and time.monotonic() < deadline:
                time.sleep(0.01)
            child.kill()
        begun = held(qdrant, 2)
        with pytest.raises(JobRunning):
            memory.reindex()
        assert memory._parts is not None
        memory._parts.engine.write(
            lambda tx: tx.run(
                "MATCH (m:Meta {meta_id: 'reindex'}) SET m.expires_at = 0"
            )
        )
        again = Slow("words-2")
        count = memory.reindex(embedder=again)
        diagnosis = memory.doctor()
        stats = memory.stats()

    # beside each task its kind, which is the same text for all
    embedded = {text for call in again.calls for text in call}
    embedded &= {run("mouse", n)["task"] for n in range(TASKS)}
    assert 32 <= begun < TASKS
    assert (count, stats["generation"], stats["model"]) == (TASKS, 2, "words-2")
    assert len(embedded) <= TASKS - begun
    assert diagnosis.ok


def test_two_homes_of_one_graph_are_told(given: dict[str, Any], tmp_path: Path) -> None:
    """Each has a folder of vectors of its own."""
    homes = [{**given, "vectors": "edge", "home": str(tmp_path / n)} for n in "ab"]
    with opened(homes[0]) as first, opened(homes[1]) as second:
        first.learn(run("mouse", 1))
        first.flush()
        alone = first.capabilities()["degraded"]
        split = second.capabilities()["degraded"]
        found = [one for one in second.doctor().findings if "Qdrant" in one.cure]
        healed = second.repair()
        degraded = second.capabilities()["degraded"]

    assert not any("another store" in one for one in alone)
    assert any("another store" in one for one in split)
    assert [one.severity for one in found] == ["warning"]
    assert (healed.ok, healed.drift) == (True, 0)
    assert not any("another store" in one for one in degraded)


def held(qdrant: QdrantDouble, generation: int) -> int:
    """Points of a generation's experiences."""
    with qdrant.one_at_a_time:
        for one in qdrant.client.get_collections().collections:
            if one.name.startswith(f"kgmem_experiences_{generation}_"):
                return qdrant.client.count(one.name).count
    return 0


def works(given: dict[str, Any]) -> None:
    """Learn and recall until told to end."""
    over: list[str] = []
    with opened(given) as memory:
        say("ready")
        wait_for_the_end(over)
        failed, n = [], 0
        while not over:
            memory.learn(run("house", n))
            found = memory.recall(f"find house {n}", app="shop")
            failed += [
                f"{s.name}: {s.reason}" for s in found.stages if s.status == "failed"
            ]
            failed += [] if found.experiences else [f"house {n} was not found"]
            n += 1
        memory.flush()
        number = memory.stats()["generation"]
    say(json.dumps({"learned": n, "failed": failed, "generation": number}))


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def wait_for_the_end(over: list[str]) -> None:
    def read() -> None:
        over.append(sys.stdin.readline())

    threading.Thread(target=read, daemon=True).start()


def reindexes(given: dict[str, Any]) -> None:
    """For another model, until it is killed."""
    with opened(given) as memory:
        say("ready")
        memory.reindex(embedder=Slow("words-2"))


if __name__ == "__main__":
    {"works": works, "reindexes": reindexes}[sys.argv[1]](json.loads(sys.argv[2]))
