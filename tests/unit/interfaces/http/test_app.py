"""A memory over HTTP answers as it does in process."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from kgmem import Memory
from kgmem.interfaces.http.app import create_app
from tests.doubles import WordEmbedder

RUN = {
    "task": "search cat",
    "steps": [{"action": "click", "target": {"role": "button", "name": "go"}}],
    "outcome": "success",
    "source": "test",
}


@pytest.fixture
def memory(tmp_path: Path):
    with Memory.open(tmp_path, embedder=WordEmbedder()) as memory:
        yield memory


@pytest.fixture
def client(memory: Memory) -> TestClient:
    return TestClient(create_app(memory))


def test_what_is_learned_over_http_is_recalled(
    memory: Memory, client: TestClient
) -> None:
    learned = client.post("/v1/learn", json={"trajectory": RUN})

    answer = client.post("/v1/recall", json={"task": "search cat"}).json()

    here = memory.recall("search cat")
    assert learned.status_code == 200
    assert answer["route"] == here.route
    assert [step["action"] for step in answer["plan"]["steps"]] == ["click"]
