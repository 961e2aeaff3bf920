"""The dashboard asks for nothing that the endpoint does not tell."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from kgmem import Memory, Settings
from kgmem_serve.http.app import create_app
from tests.doubles import WordEmbedder
from tests.servers import free_port
from tests.unit.operate.metrics.test_measure import TASK, replay, run, searching

DASHBOARD = Path(__file__).parents[2] / "docs" / "examples" / "grafana.json"
SELECTOR = re.compile(r"\b(kgmem_\w+)(?:\{([^}]*)\})?(\[\w+\])?")
MATCHER = re.compile(r'(\w+)(=~|=)"([^"]*)"')
GROUPED = re.compile(r"\bby \(([^)]*)\)")
LEGEND = re.compile(r"\{\{(\w+)\}\}")
WORD = re.compile(r"[a-z_]+")


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Sample]]:
    """What the endpoint tells of a memory in which everything has happened."""
    settings = Settings.load(
        home=tmp_path_factory.mktemp("grafana"),
        rerank_base_url=f"http://127.0.0.1:{free_port()}/v1",
        rerank_model="none",
        rerank_patience=0.1,
        generalize_after=0,
    )
    with Memory.connect(settings=settings, embedder=WordEmbedder()) as memory:
        _use(memory)
        client = TestClient(create_app(memory))
        client.post("/v1/recall", json={"task": TASK})
        yield [
            sample
            for family in text_string_to_metric_families(client.get("/metrics").text)
            for sample in family.samples
        ]


def _use(memory: Memory) -> None:
    memory.learn(run())
    for what in ("cat", "dog", "mouse"):
        memory.learn(searching(what))
    memory.generalize()
    memory.learn(searching("horse"))
    replay(memory, "success", actions=1, duration_ms=100)
    for _ in range(3):
        replay(memory, "failure", actions=1)
    memory.recall(TASK, app="shop")
    memory.recall(TASK, app="shop")


def queries() -> list[tuple[str, str]]:
    """Each expression of the dashboard with its legend."""
    panels = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    return [
        (one["expr"], one["legendFormat"])
        for panel in panels
        for one in panel["targets"]
    ]


def found(samples: list[Sample], name: str, matchers: str) -> list[Sample]:
    """The samples that a selector takes; the dashboard's variable takes all."""
    wanted = MATCHER.findall(matchers)
    return [
        one
        for one in samples
        if one.name == name
        and all(
            label in one.labels
            and ((op == "=~" and value == "$space") or one.labels[label] == value)
            for label, op, value in wanted
        )
    ]


@pytest.mark.parametrize(("expression", "legend"), queries(), ids=lambda one: one[:50])
def test_each_query_has_what_it_asks_for(
    samples: list[Sample], expression: str, legend: str
) -> None:
    selectors = SELECTOR.findall(expression)
    grouped = set(re.findall(r"\w+", " ".join(GROUPED.findall(expression))))

    taken = [found(samples, name, matchers) for name, matchers, _ in selectors]

    assert selectors
    assert all(taken), expression
    shown = set(LEGEND.findall(legend))
    for some in taken:
        labels = set.intersection(*({*one.labels} for one in some))
        assert grouped <= labels
        assert shown <= (grouped or labels)


def test_the_specifications_metrics_are_all_on_it() -> None:
    from kgmem.interfaces.metrics_view import NAMED

    shown = " ".join(expression for expression, _ in queries())

    assert [name for name in NAMED if f"kgmem_{name}" not in shown] == []
