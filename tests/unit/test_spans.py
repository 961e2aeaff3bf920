"""Spans go where an SDK puts them, and nowhere without one."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from kgmem import Memory
from kgmem.errors import ServiceError
from kgmem.recall.stages import Trace
from kgmem.spans import span, trace_as
from kgmem_serve.http.app import create_app
from tests.doubles import WordEmbedder
from tests.unit.operate.metrics.test_measure import TASK, run

EXPORTER = InMemorySpanExporter()


@pytest.fixture
def exported(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    """What an SDK that is configured gets."""
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(EXPORTER))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    EXPORTER.clear()
    yield EXPORTER
    trace_as("off")


def by_name(exporter: InMemorySpanExporter) -> dict[str, ReadableSpan]:
    return {one.name: one for one in exporter.get_finished_spans()}


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    settings = {"otel": "on"}
    with Memory.open(tmp_path, embedder=WordEmbedder(), settings=settings) as memory:
        memory.learn(run())
        yield memory


def test_each_stage_of_a_recall_is_a_span_within_the_recalls(
    exported: InMemorySpanExporter, memory: Memory
) -> None:
    found = memory.recall(TASK, app="shop")

    spans = by_name(exported)
    recall = spans.pop("recall")
    assert recall.attributes is not None
    assert recall.attributes["kgmem.route"] == found.route
    assert set(spans) == {f"recall {stage.name}" for stage in found.stages}
    assert {one.parent and one.parent.span_id for one in spans.values()} == {
        recall.context.span_id
    }


def test_no_span_tells_what_was_asked(
    exported: InMemorySpanExporter, memory: Memory
) -> None:
    memory.recall(TASK, app="shop")

    told = "".join(one.to_json() for one in exported.get_finished_spans())
    assert "cat" not in told


def test_a_request_is_a_span_within_the_callers(
    exported: InMemorySpanExporter, memory: Memory
) -> None:
    caller = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

    TestClient(create_app(memory)).post(
        "/v1/recall", json={"task": TASK}, headers={"traceparent": caller}
    )

    request = by_name(exported)["POST /v1/recall"]
    recall = by_name(exported)["recall"]
    assert request.parent is not None
    assert f"{request.parent.span_id:016x}" == "b7ad6b7169203331"
    assert recall.parent is not None
    assert recall.parent.span_id == request.context.span_id
    assert request.attributes is not None
    assert request.attributes["http.response.status_code"] == 200


def test_a_stage_that_fails_says_so_without_its_message(
    exported: InMemorySpanExporter,
) -> None:
    trace_as("on")

    with Trace().stage("embed", survive=True):
        raise ServiceError("embedding", "secret", "wait")

    failed = by_name(exported)["recall embed"]
    assert failed.attributes is not None
    assert failed.attributes["kgmem.status"] == "failed"
    assert failed.attributes["error.type"] == "ServiceError"
    assert "secret" not in failed.to_json()


def test_nothing_is_made_where_nobody_asks(exported: InMemorySpanExporter) -> None:
    trace_as("off")

    with span("recall") as made:
        pass

    assert made is None
    assert exported.get_finished_spans() == ()


def test_opentelemetry_is_loaded_where_it_is_asked_for() -> None:
    code = """
import os, sys, kgmem.wiring
from kgmem.spans import trace_as
trace_as('auto')
print('opentelemetry' in sys.modules)
os.environ['OTEL_SERVICE_NAME'] = 'agents'
trace_as('auto')
print('opentelemetry' in sys.modules)
"""

    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert told.stdout.split() == ["False", "True"]
