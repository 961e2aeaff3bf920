"""A memory over HTTP answers as it does in process."""

import tempfile
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from kgmem import Memory
from kgmem.errors import GraphUnavailable
from kgmem_serve.http.app import create_app

RUN = {
    "task": "search cat",
    "steps": [{"action": "click", "target": {"role": "button", "name": "go"}}],
    "outcome": "success",
    "source": "test",
}


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


def test_an_export_that_fails_leaves_no_files(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()

    def failing(self: Memory, path: Path, **_: object) -> None:
        path.write_text("half")
        raise GraphUnavailable("away")

    monkeypatch.setattr(Memory, "export_to", failing)

    assert client.get("/v1/export").status_code == 503
    assert not list((tmp_path / "temporary").iterdir())
