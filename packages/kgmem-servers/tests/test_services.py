"""The service backends against recorded exchanges and a real loopback server."""

import json
import logging
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.config import Settings
from kgmem.errors import ConfigurationError, ServiceError
from kgmem_servers.services import embedding, rerank
from kgmem_servers.services.chat import HttpChat
from kgmem_servers.services.client import ServiceClient
from kgmem_servers.services.embedding import HttpEmbedder
from kgmem_servers.services.rerank import HttpReranker
from tests.service_doubles import (
    BASE,
    KEY,
    Clock,
    LoopbackServer,
    Recorded,
    client,
)

FIXTURES = Path(__file__).parent / "fixtures" / "services"
EMBEDDING_MODEL = "Qwen/Qwen3-Embedding-8B"


def fixtures(service: str) -> Any:
    paths = sorted(FIXTURES.glob(f"{service}_*.json"))
    assert paths
    return pytest.mark.parametrize(
        "case",
        [json.loads(path.read_text(encoding="utf-8")) for path in paths],
        ids=[path.stem for path in paths],
    )


def check(
    case: dict[str, Any], service: str, ask: Callable[[ServiceClient], Any]
) -> None:
    """Run a fixture's case; assert on answer, requests, pauses and counts."""
    recorded, clock = Recorded(case["exchanges"]), Clock()
    service_client = client(recorded, service, clock=clock)

    if "fails" in case:
        with pytest.raises(ServiceError) as failure:
            ask(service_client)
        message = str(failure.value)
        assert [part for part in case["fails"] if part not in message] == []
        assert KEY not in message
        assert len(message) < 700
    else:
        assert ask(service_client) == pytest.approx(case["gives"], abs=1e-6)

    assert recorded.bodies == recorded.expected
    assert {r.headers["authorization"] for r in recorded.requests} <= {f"Bearer {KEY}"}
    assert clock.waits == case.get("waits", clock.waits)
    assert service_client.report() | case.get("usage", {}) == service_client.report()


@fixtures("embedding")
def test_embedding_exchange(case: dict[str, Any]) -> None:
    def ask(service_client: ServiceClient) -> list[float]:
        embedder = HttpEmbedder.connect(
            service_client, EMBEDDING_MODEL, case["dimensions"]
        )
        rows = embedder.embed(case["texts"])
        assert rows.dtype == np.float32
        assert rows.shape == (len(case["texts"]), embedder.dimensions)
        return [float(number) for number in rows.ravel()]

    flat = [number for row in case.get("gives", ()) for number in row]
    check({**case, **({"gives": flat} if flat else {})}, "embedding", ask)


@fixtures("rerank")
def test_rerank_exchange(case: dict[str, Any]) -> None:
    rerankers: list[HttpReranker] = []

    def ask(service_client: ServiceClient) -> list[float]:
        rerankers.append(HttpReranker(service_client, "Qwen/Qwen3-Reranker-8B"))
        return rerankers[0].rerank(case["query"], case["documents"])

    check(case, "rerank", ask)

    assert sorted(rerankers[0].service.left_out) == case.get("left_out", [])


@fixtures("chat")
def test_chat_exchange(case: dict[str, Any]) -> None:
    chats: list[HttpChat] = []

    def ask(service_client: ServiceClient) -> str:
        chats.append(HttpChat(service_client, "qwen3"))
        return chats[0].complete(case["prompt"])

    check(case, "chat", ask)

    expected = case.get("left_out", sorted(chats[0].service.left_out))
    assert sorted(chats[0].service.left_out) == expected


def numbered(request: httpx.Request, shuffle: random.Random) -> httpx.Response:
    """Embeds the text `n` as the direction (n + 1, 1), rows in any order."""
    texts = json.loads(request.content)["input"]
    rows = [
        {"index": place, "embedding": [int(text) + 1.0, 1.0]}
        for place, text in enumerate(texts)
    ]
    shuffle.shuffle(rows)
    return httpx.Response(200, json={"data": rows})


@given(
    numbers=st.lists(st.integers(0, 500), max_size=40),
    batch=st.integers(1, 12),
    seed=st.integers(0, 99),
)
def test_batches_keep_the_order_of_the_texts(
    numbers: list[int], batch: int, seed: int
) -> None:
    shuffle = random.Random(seed)
    service_client = client(lambda request: numbered(request, shuffle))
    embedder = HttpEmbedder(service_client, "m", 2, batch=batch)

    rows = embedder.embed([str(number) for number in numbers])

    assert [round(x / y) - 1 for x, y in rows.tolist()] == numbers
    assert service_client.report()["calls"] == -(-len(numbers) // batch)


def test_a_lone_surrogate_is_sent_as_a_question_mark() -> None:
    sent: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.extend(json.loads(request.content)["input"])
        return httpx.Response(200, json={"data": [{"index": 0, "embedding": [1, 1]}]})

    HttpEmbedder(client(answer), "m", 2).embed(["鼠标\ud800"])

    assert sent == ["鼠标?"]


def test_a_connection_that_breaks_is_tried_again_with_growing_pauses() -> None:
    clock = Clock()

    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError(f"[Errno 111] Connection refused with {KEY}")

    service_client = client(refuse, clock=clock)

    with pytest.raises(ServiceError, match="KGMEM_EMBEDDING_BASE_URL") as failure:
        service_client.post("/embeddings", {})

    assert KEY not in str(failure.value)
    assert service_client.report()["retries"] == 3
    for wait, middle in zip(clock.waits, [0.5, 1.0, 2.0], strict=True):
        assert middle * 0.5 <= wait <= middle * 1.5


def test_the_key_is_in_no_repr_and_no_log(caplog: pytest.LogCaptureFixture) -> None:
    answers = iter([httpx.Response(503), httpx.Response(401, json={"error": KEY})])
    service_client = client(lambda _: next(answers))

    with (
        caplog.at_level(logging.DEBUG),
        pytest.raises(ServiceError) as failure,
    ):
        service_client.post("/embeddings", {"input": ["a"]})

    assert "embedding service: 503; repeat 1 in" in caplog.text
    for shown in (caplog.text, repr(service_client), repr(vars(service_client))):
        assert KEY not in shown
    assert KEY not in repr(failure.value)


def test_without_a_key_no_authorization_is_sent_and_401_says_so() -> None:
    sent: list[bool] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append("authorization" in request.headers)
        return httpx.Response(401)

    with pytest.raises(ServiceError, match="KGMEM_CHAT_API_KEY, which is not set"):
        client(answer, "chat", key=None).post("/chat/completions", {})

    assert sent == [False]


@pytest.mark.parametrize(
    "base_url",
    [
        "models.test/v1",
        "ftp://models.test",
        "https://",
        "https://user:secret-word@models.test/v1",
        "https://models.test/v1?key=secret-word",
        "https://models.test:port/v1",
    ],
)
def test_a_base_url_that_can_not_work_is_refused_at_once(base_url: str) -> None:
    with pytest.raises(ConfigurationError, match="KGMEM_EMBEDDING_BASE_URL") as failure:
        client(lambda _: httpx.Response(200), base_url=base_url)

    assert "secret-word" not in str(failure.value)


@pytest.mark.parametrize("key", ["sk-\nsecret-word", "“secret-word”"])
def test_a_key_that_no_header_can_hold_is_refused_at_once(key: str) -> None:
    with pytest.raises(ConfigurationError, match="KGMEM_EMBEDDING_API_KEY") as failure:
        client(lambda _: httpx.Response(200), key=key)

    assert "secret-word" not in str(failure.value)


def settings(**values: object) -> Settings:
    return Settings(_env_file=None, **values)  # type: ignore[call-arg, arg-type]


def test_set_dimensions_need_no_probe() -> None:
    embedder = embedding.from_settings(
        settings(
            embedding_base_url=BASE, embedding_model="e5", embedding_dimensions=256
        )
    )

    assert embedder is not None
    assert (embedder.model, embedder.dimensions) == ("e5@256", 256)
    assert embedder.embed([]).shape == (0, 256)
    assert embedder.service.report()["calls"] == 0


def test_base_url_without_model_names_the_variable() -> None:
    with pytest.raises(ConfigurationError, match="KGMEM_RERANK_MODEL"):
        rerank.from_settings(settings(rerank_base_url=BASE))


class Loopback(LoopbackServer):
    """A real HTTP server that plays (status, headers, body); None keeps silent."""

    def __init__(self, answers: Sequence[tuple[int, dict[str, str], str] | None]):
        self.released = threading.Event()
        self.bodies: list[Any] = []
        script, outer = iter(answers), self

        class Scripted(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["content-length"])
                outer.bodies.append(json.loads(self.rfile.read(length)))
                answer = next(script)
                if answer is None:
                    outer.released.wait(30)
                    return
                status, headers, body = answer
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(body.encode())))
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_: object) -> None: ...

        super().__init__(Scripted)

    def stop(self) -> None:
        self.released.set()
        super().stop()


@pytest.fixture
def loopback() -> Iterator[Callable[..., Loopback]]:
    started: list[Loopback] = []

    def start(*answers: tuple[int, dict[str, str], str] | None) -> Loopback:
        started.append(Loopback(answers))
        return started[-1]

    yield start
    for server in started:
        server.stop()


def test_real_server_that_keeps_silent(loopback: Callable[..., Loopback]) -> None:
    server = loopback(None)
    service_client = client(
        httpx.HTTPTransport(), "chat", base_url=server.url, timeout=0.2
    )

    with pytest.raises(ServiceError, match=r"within 0\.2 s; raise KGMEM_CHAT_TIMEOUT"):
        HttpChat(service_client, "m").complete("hello")
    service_client.close()

    assert service_client.report()["retries"] == 0
    assert len(server.bodies) == 1


def test_real_server_that_is_gone(loopback: Callable[..., Loopback]) -> None:
    server = loopback()
    server.stop()
    service_client = client(httpx.HTTPTransport(), base_url=server.url)

    with pytest.raises(ServiceError, match="KGMEM_EMBEDDING_BASE_URL"):
        HttpEmbedder.connect(service_client, "m")
    service_client.close()

    assert service_client.report()["retries"] == 3
    assert service_client.report()["failures"] == 1
