"""The metrics over HTTP: for the console, and for Prometheus."""

import math
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


def test_prometheus_reads_what_the_memory_tells(
    memory: Memory, client: TestClient
) -> None:
    here = memory.metrics()

    answer = client.get("/metrics")

    told = samples(answer.text)
    space = ("space", "default")
    assert answer.headers["content-type"].startswith("text/plain")
    for name in GAUGES:
        value, wanted = told[f"kgmem_{name}", (space,)], getattr(here, name)
        assert math.isnan(value) if wanted is None else value == wanted
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
