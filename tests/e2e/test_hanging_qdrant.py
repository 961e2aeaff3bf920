"""A Qdrant server that takes requests and answers none: nobody waits for it for long,
and once it answers, all goes on by itself."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgmem import Memory, Settings
from kgmem.backends.graphs.arcadedb import ArcadeEngine
from kgmem.wiring import assemble, index_of
from kgmem_servers.qdrant import QdrantIndex
from kgmem_servers.qdrant_calls import FAILURES
from tests.doubles import WordEmbedder
from tests.qdrant_stub import QdrantStub, Reply, Request, serving

AN_HOUR = 3600.0


class HangingStub(QdrantStub):
    """Answers nothing while `back` is not set; counts what waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.back = threading.Event()
        self.back.set()
        self.hung: list[Request] = []

    def answer(self, request: Request) -> Reply:
        if not self.back.is_set():
            self.hung.append(request)
            self.back.wait()
        return super().answer(request)


@pytest.fixture
def stub() -> Iterator[HangingStub]:
    hanging = HangingStub()
    with serving(hanging):
        yield hanging
        hanging.back.set()


@pytest.fixture
def memory(stub: HangingStub, tmp_path: Path) -> Iterator[Memory]:
    settings = Settings.load(
        home=tmp_path,
        vectors="qdrant",
        qdrant_url=stub.url,
        qdrant_prefer_grpc=False,
        qdrant_recall_timeout=1,
        generalize_after=0,
    )
    engine = ArcadeEngine(tmp_path / "graph")
    with Memory(
        assemble(settings, engine, index_of(settings), WordEmbedder()), "default"
    ) as opened:
        yield opened
        stub.back.set()


def run(task: str) -> dict[str, object]:
    """A run of one step."""
    step = {"action": "click", "target": {"role": "button", "name": task}}
    return {"task": task, "app": "shop", "outcome": "success", "steps": [step]}


def test_a_recall_tries_once_and_then_leaves_the_server_alone(
    stub: HangingStub, memory: Memory
) -> None:
    memory.learn(run("log in"))
    stub.back.clear()

    recalled = [memory.recall("log in") for _ in range(FAILURES + 3)]

    assert [len(one.experiences) for one in recalled] == [1] * len(recalled)
    [seed] = [stage for stage in recalled[0].stages if stage.name == "seed"]
    assert "KGMEM_QDRANT_RECALL_TIMEOUT" in (seed.reason or "")
    [seed] = [stage for stage in recalled[-1].stages if stage.name == "seed"]
    assert "left alone" in (seed.reason or "")
    assert len(stub.hung) == 1


def test_a_learn_goes_to_the_outbox_and_follows_by_itself(
    stub: HangingStub, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgmem_servers.qdrant_calls.UNHEARD", 0.0)
    stub.back.clear()

    learned = [memory.learn(run(f"open shelf {n}")) for n in range(FAILURES + 2)]

    assert {one.vectors for one in learned} == {"pending"}
    assert {request.path for request in stub.hung} == {"/"}, "signs of life alone"
    assert len(stub.hung) == 1
    stub.back.set()
    index = memory._open.projection.index
    assert isinstance(index, QdrantIndex)
    index._calls.breaker._clock = lambda: time.monotonic() + AN_HOUR
    memory.flush()
    upserts = stub.sent("POST", ".*kgmem_experiences.*/points/batch")
    points = [
        point
        for request in upserts
        for operation in request.body["operations"]
        for point in operation["upsert"]["points"]
    ]
    assert len({point["id"] for point in points}) == len(learned)
