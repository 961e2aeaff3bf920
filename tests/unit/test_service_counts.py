"""What a memory tells of the services that it asks, on a real loopback server."""

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory

KEY = "test-key-0123456789"
RUN = {
    "task": "search for a mouse",
    "app": "shop",
    "outcome": "success",
    "source": "test",
    "steps": [
        {"action": "type", "value": "mouse", "target": {"role": "textbox"}},
        {"action": "click", "target": {"role": "button", "name": "Search"}},
    ],
}


def embedding(asked: dict[str, Any]) -> dict[str, Any]:
    rows = [
        {"index": n, "embedding": [float(len(text)), 1.0, 2.0]}
        for n, text in enumerate(asked["input"])
    ]
    return {"data": rows, "usage": {"total_tokens": 10 * len(rows)}}


def relevance(asked: dict[str, Any]) -> dict[str, Any]:
    results = [
        {"index": n, "relevance_score": 0.5} for n in range(len(asked["documents"]))
    ]
    return {"results": results, "usage": {"total_tokens": 7}}


class Answering(BaseHTTPRequestHandler):
    """Embeds and reranks; refuses the key for chat."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.path.endswith("/chat/completions"):
            self._send(401, {"error": {"message": f"bad key {KEY}"}})
        elif self.path.endswith("/rerank"):
            self._send(200, relevance(asked))
        else:
            self._send(200, embedding(asked))

    def _send(self, status: int, body: dict[str, Any]) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., Memory]]:
    """Opens a memory whose services, named by keyword, are the loopback server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    thread = threading.Thread(
        target=server.serve_forever, kwargs={"poll_interval": 0.01}
    )
    thread.start()
    memories: list[Memory] = []

    def start(*services: str) -> Memory:
        url = f"http://127.0.0.1:{server.server_port}/v1"
        settings: dict[str, Any] = {"generalize_after": 0}
        for name in services:
            settings |= {
                f"{name}_base_url": url,
                f"{name}_model": f"{name}-model",
                f"{name}_api_key": KEY,
                f"{name}_price_in": 2.0,
            }
        memories.append(Memory.open(tmp_path / "memory", settings=settings))
        return memories[-1]

    yield start
    for memory in memories:
        for user in (memory._open.projection.embedder, memory._open.recall.reranker):
            if service := getattr(user, "service", None):
                service.close()
        if chat := memory._open.learn.chat:
            chat.service.close()  # type: ignore[attr-defined]  # it is an HttpChat
        memory.close()
    server.shutdown()
    thread.join()
    server.server_close()


def test_stats_count_requests_tokens_and_cost_of_each_service(
    opened: Callable[..., Memory],
) -> None:
    memory = opened("embedding", "rerank")

    memory.learn(RUN)
    memory.recall("search for a keyboard")

    services = memory.stats()["services"]
    # a probe for the dimensions, the learned task, and the recalled one, which is
    # compared with known values and without them
    assert services["embedding"]["requests"] == 3
    assert services["embedding"]["total_tokens"] == 40
    assert services["embedding"]["cost"] == pytest.approx(40 * 2 / 1e6)
    assert services["rerank"]["prompt_tokens"] == 7
    json.dumps(services)


def test_capabilities_name_model_and_host_of_each_service(
    opened: Callable[..., Memory],
) -> None:
    memory = opened("embedding", "rerank", "chat")

    found = memory.capabilities()

    assert set(found["services"]) == {"embedding", "rerank", "chat"}
    assert found["services"]["chat"]["model"] == "chat-model"
    assert found["services"]["embedding"]["model"] == "embedding-model@3"
    assert found["services"]["embedding"]["host"].startswith("127.0.0.1:")
    assert found["services"]["embedding"]["breaker"] == "closed"
    assert found["degraded"] == []


def test_a_service_that_is_left_alone_is_told_as_degraded(
    opened: Callable[..., Memory],
) -> None:
    memory = opened("chat")

    memory.learn(RUN)  # by rules, since the chat service refuses the key

    found = memory.capabilities()
    assert found["services"]["chat"]["breaker"] == "open"
    assert any("chat service is left alone" in note for note in found["degraded"])
    assert KEY not in json.dumps(found) + json.dumps(memory.stats())
