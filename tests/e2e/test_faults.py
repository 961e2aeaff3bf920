"""Parts that are down, files that are held, inputs that fail."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from kgmem import GraphUnavailable, InvalidInput, Memory, Settings, VectorsUnavailable
from kgmem.backends.graphs.arcadedb import ArcadeEngine
from kgmem.backends.vectors.edge import EdgeIndex
from kgmem.ports import Collection, Found, Transaction, VectorPoint, VectorQuery
from kgmem.wiring import assemble
from tests.doubles import SwitchableEmbedder, WordEmbedder

ONE = {
    "task": "Rename the file report.txt",
    "app": "files",
    "outcome": "success",
    "source_task_id": "one",
    "steps": [{"action": "click", "target": {"role": "button", "name": "Rename"}}],
}


class UnreliableIndex(EdgeIndex):
    """An Edge index that can be made to fail, as a server that is down would."""

    down = False

    def upsert(self, collection: Collection, points: Sequence[VectorPoint]) -> None:
        self._check()
        super().upsert(collection, points)

    def search(
        self, collection: Collection, queries: Sequence[VectorQuery]
    ) -> list[Found]:
        self._check()
        return super().search(collection, queries)

    def _check(self) -> None:
        if UnreliableIndex.down:
            raise VectorsUnavailable("the vector store does not answer")


class LateIndex(EdgeIndex):
    """An Edge index that takes its time: what is written is not found yet."""

    def upsert(self, collection: Collection, points: Sequence[VectorPoint]) -> None:
        pass


class UnreliableEngine(ArcadeEngine):
    """A graph that can be made to fail."""

    down = False

    def write(self, work: Callable[[Transaction], Any]) -> Any:
        if self.down:
            raise GraphUnavailable("the graph does not answer")
        return super().write(work)


@pytest.fixture
def unreliable(tmp_path: Path) -> Any:
    settings = Settings.load(home=tmp_path / "memory")
    engine = UnreliableEngine(tmp_path / "memory" / "graph")
    parts = assemble(
        settings,
        engine,
        UnreliableIndex(tmp_path / "memory" / "vectors"),
        SwitchableEmbedder(),
    )
    yield Memory(parts, "default")
    UnreliableIndex.down = False
    parts.close()


def test_learning_goes_on_without_the_vector_store(unreliable: Memory) -> None:
    UnreliableIndex.down = True

    learned = unreliable.learn(ONE)
    found = unreliable.recall(ONE["task"])

    assert learned.vectors == "pending"
    stages = {s.name: s for s in found.stages}
    assert stages["seed"].status == "failed"
    assert "does not answer" in stages["seed"].reason
    assert found.route == "direct_replay"  # the very same words, by the graph


def test_own_writes_are_read_before_the_vector_store_shows_them(tmp_path: Path) -> None:
    parts = assemble(
        Settings.load(home=tmp_path),
        ArcadeEngine(tmp_path / "graph"),
        LateIndex(tmp_path / "vectors"),
        WordEmbedder(),
    )
    with Memory(parts, "default") as memory:
        memory.learn(ONE)
        memory.learn({**ONE, "app": "sftp", "source_task_id": "two"})

        in_app = memory.recall(ONE["task"], app="files")
        in_any = memory.recall(ONE["task"])

    assert {s.status for s in in_app.stages} == {"ok"}
    assert in_app.route == "direct_replay"
    assert {one.app for one in in_any.experiences} == {"files", "sftp"}


def test_learning_and_recall_without_the_embedder(unreliable: Memory) -> None:
    embedder = unreliable._parts.projection.embedder
    embedder.down = True

    learned = unreliable.learn(ONE)
    found = unreliable.recall(ONE["task"])

    assert learned.vectors == "pending"
    assert {s.name: s.status for s in found.stages}["embed"] == "failed"
    assert found.route == "direct_replay"


def test_failed_learning_is_kept_and_can_be_retried(
    unreliable: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(UnreliableEngine, "down", True)
    with pytest.raises(GraphUnavailable):
        unreliable.learn({**ONE, "preconditions": "password: hunter2-Zx9"})
    log = unreliable.settings.logs / "failed_learning_tasks.jsonl"
    kept = log.read_text()
    monkeypatch.setattr(UnreliableEngine, "down", False)

    report = unreliable.retry_failed()

    assert "hunter2-Zx9" not in kept
    assert json.loads(kept)["input"]["trajectory"]["source_task_id"] == "one"
    assert (report.stored, report.failed) == (1, 0)
    assert log.read_text() == ""
    assert unreliable.recall(ONE["task"]).route == "direct_replay"


def test_bad_input_is_kept_redacted_in_the_failed_log(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m", embedder=WordEmbedder()) as memory:
        bad = {**ONE, "steps": [{"action": "clik", "value": "sk-" + "a1B2" * 12}]}
        with pytest.raises(InvalidInput, match=r"steps\[0\]\.action"):
            memory.learn(bad)
        kept = (memory.settings.logs / "failed_learning_tasks.jsonl").read_text()
        again = memory.retry_failed()

    assert "clik" in kept
    assert "a1B2a1B2" not in kept
    assert again.failed == 1


def test_second_process_is_told_who_holds_the_memory(tmp_path: Path) -> None:
    code = (
        "import sys; from kgmem import Memory, MemoryLocked\n"
        "try: Memory.open(sys.argv[1])\n"
        "except MemoryLocked as error: print(error)"
    )
    with Memory.open(tmp_path / "m", embedder=WordEmbedder()):
        said = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "m")],
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert str(tmp_path / "m") in said
    assert str(__import__("os").getpid()) in said


def test_other_embedder_is_refused_until_reindexed(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m", embedder=WordEmbedder("words-1")) as memory:
        memory.learn(ONE)

    with Memory.open(tmp_path / "m", embedder=WordEmbedder("words-2")) as memory:
        before = memory.recall("rename a file")
        sick = memory.doctor()
        points = memory.reindex()
        after = memory.recall("rename a file")
        healthy = memory.doctor()

    assert {s.name: s.status for s in before.stages}["embed"] == "failed"
    assert "kgmem reindex" in {finding.cure for finding in sick.findings}
    assert points == 1
    assert {s.name: s.status for s in after.stages}["embed"] == "ok"
    assert healthy.ok


def test_reindex_that_fails_leaves_the_old_vectors(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m", embedder=WordEmbedder("words-1")) as memory:
        memory.learn(ONE)
        broken = SwitchableEmbedder("words-2")
        broken.down = True

        with pytest.raises(Exception, match="does not answer"):
            memory.reindex(embedder=broken)

        assert memory.stats()["model"] == "words-1"
        assert memory.recall(ONE["task"]).route == "direct_replay"
        assert memory.doctor().ok


@pytest.mark.slow
def test_large_texts_are_stored_or_refused_never_halved(tmp_path: Path) -> None:
    big = "长" * 1_000_000
    with Memory.open(tmp_path / "m", embedder=WordEmbedder()) as memory:
        memory.learn({**ONE, "steps": [{"action": "type", "value": big}]})
        (run,) = memory.recall(ONE["task"]).experiences

    assert run.steps[0].value == big
