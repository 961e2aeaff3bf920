"""The metrics over HTTP: for the console, and for Prometheus."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from kgmem import Memory
from kgmem_serve.http.app import create_app
from kgmem_serve.http.measured.exposition import GAUGES
from tests.doubles import WordEmbedder
from tests.unit.operate.metrics.test_measure import replay, run


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """One in which something was learned, found, replayed and refused."""
    with Memory.open(tmp_path, embedder=WordEmbedder()) as memory:
        memory.learn(run())
        memory.recall("nothing like it, at all")
        replay(memory, "success", actions=1, duration_ms=500)
        replay(memory, "failure", actions=1)
        yield memory


@pytest.fixture
def client(memory: Memory) -> TestClient:
    return TestClient(create_app(memory))


def samples(text: str) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """By name and labels."""
    return {
        (one.name, tuple(sorted(one.labels.items()))): one.value
        for family in text_string_to_metric_families(text)
        for one in family.samples
    }


def test_the_console_gets_what_the_memory_tells(
    memory: Memory, client: TestClient
) -> None:
    here = memory.metrics().model_dump(mode="json", exclude={"at"})

    answer = client.get("/v1/views/metrics").json()

    assert {name: one for name, one in answer.items() if name != "at"} == here


def test_prometheus_reads_what_the_memory_tells(
    memory: Memory, client: TestClient
) -> None:
    here = memory.metrics()

    answer = client.get("/metrics")

    told = samples(answer.text)
    space = ("space", "default")
    assert answer.headers["content-type"].startswith("text/plain")
    for name in GAUGES:
        assert told.get((f"kgmem_{name}", (space,))) == getattr(here, name)
    assert told["kgmem_recalls_total", (("route", "direct_replay"), space)] == 2
    assert told["kgmem_replays", (("outcome", "failure"), space)] == 1
    assert told["kgmem_saved_actions", (space,)] == here.saved.actions.saved
    assert told["kgmem_recall_seconds_count", (space,)] == 3
    assert told["kgmem_recall_seconds_bucket", (("le", "+Inf"), space)] == 3
    stage = ("kgmem_recall_stage_seconds_count", (space, ("stage", "expand")))
    assert told[stage] == 3


def test_each_space_has_metrics_of_its_own(client: TestClient) -> None:
    headers = {"Kgmem-Space": "other"}

    told = samples(client.get("/metrics", headers=headers).text)

    assert told["kgmem_total_experiences", (("space", "other"),)] == 0


def test_requests_are_counted_by_their_route(client: TestClient) -> None:
    client.post("/v1/agents/some-secret-name/to_prompt", json={})
    client.post("/v1/recall", json={"no": "task"})
    client.request("BREW", "/nowhere")

    answer = client.get("/metrics").text

    told = samples(answer)
    recall = (("method", "POST"), ("route", "/v1/recall"), ("status", "422"))
    odd = (("method", "other"), ("route", "none"), ("status", "404"))
    assert told["kgmem_http_requests_total", recall] == 1
    assert told["kgmem_http_requests_total", odd] == 1
    assert told["kgmem_http_request_seconds_count", (("route", "/v1/recall"),)] == 1
    assert "some-secret-name" not in answer
