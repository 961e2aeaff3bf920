"""Batches of one call: side by side, halved where refused, nothing asked twice."""

import json
import threading
from typing import Any

import httpx
import pytest

from kgmem.config import Settings
from kgmem.errors import ServiceError
from kgmem_servers.services import embedding
from kgmem_servers.services.embedding import PROBE, HttpEmbedder
from kgmem_servers.services.failures import Patience
from tests.service_doubles import Clock, Script, client

LONG = "长" * 50


class Picky:
    """Embeds the text `n` as the direction (n + 1, 1); refuses a request with a text
    of more than 20 characters."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self._lock = threading.Lock()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        texts = json.loads(request.content)["input"]
        with self._lock:
            self.asked.append(texts)
        if any(len(text) > 20 for text in texts):
            return httpx.Response(400, json={"error": {"message": "text too long"}})
        rows = [
            {"index": n, "embedding": [float(text) + 1 if text.isdigit() else 1.0, 1.0]}
            for n, text in enumerate(texts)
        ]
        return httpx.Response(200, json={"data": rows})


def numbers(vectors: Any, places: list[int]) -> list[int]:
    """Which texts the rows are of."""
    return [round(float(vectors[n][0] / vectors[n][1])) - 1 for n in places]


def test_the_beginning_stands_for_a_text_that_is_too_long() -> None:
    picky = Picky()
    embedder = HttpEmbedder(client(picky), "m", 2, batch=8)
    texts = [str(n) for n in range(20)]
    texts[13] = "7" + "x" * 45

    vectors = embedder.embed(texts)

    good = [n for n in range(20) if n != 13]
    assert numbers(vectors, good) == good
    assert ["7" + "x" * 10] in picky.asked
    assert vectors[13].any()


def test_a_text_that_is_refused_in_any_length_gets_a_harmless_ones_row() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        texts = json.loads(request.content)["input"]
        if texts != [PROBE]:
            return httpx.Response(422)
        data = [{"index": 0, "embedding": [1.0, 1.0]}]
        return httpx.Response(200, json={"data": data})

    [row] = HttpEmbedder(client(answer), "m", 2).embed(["poison"])

    assert row.tolist() == pytest.approx([0.5**0.5, 0.5**0.5])


def test_a_single_bad_text_is_told_from_a_bad_request() -> None:
    broken = HttpEmbedder(client(Script(httpx.Response(400))), "m", 2)

    with pytest.raises(ServiceError):
        broken.embed([LONG])


def test_what_is_no_fault_of_a_text_is_raised_from_within_a_half() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        texts = json.loads(request.content)["input"]
        if len(texts) == 4:
            return httpx.Response(413)
        if texts == [PROBE]:
            data = [{"index": 0, "embedding": [1.0, 1.0]}]
            return httpx.Response(200, json={"data": data})
        return httpx.Response(401)

    embedder = HttpEmbedder(client(answer), "m", 2)

    with pytest.raises(ServiceError, match="KGMEM_EMBEDDING_API_KEY"):
        embedder.embed(["1", "2", "3", "4"])


def test_batches_of_one_call_run_side_by_side() -> None:
    both, plain = threading.Barrier(2), Picky()

    def answer(request: httpx.Request) -> httpx.Response:
        both.wait(10)  # breaks unless two requests are there at once
        return plain(request)

    embedder = HttpEmbedder(client(answer, concurrency=2), "m", 2, batch=5)

    vectors = embedder.embed([str(n) for n in range(20)])

    assert numbers(vectors, list(range(20))) == list(range(20))


def test_an_error_of_one_batch_is_the_error_of_the_call() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if "7" in json.loads(request.content)["input"]:
            return httpx.Response(404, json={"detail": "no such model"})
        return Picky()(request)

    embedder = HttpEmbedder(client(answer), "m", 2, batch=2)

    with pytest.raises(ServiceError, match="no such model"):
        embedder.embed([str(n) for n in range(40)])

    names = [thread.name for thread in threading.enumerate()]
    assert not [name for name in names if name.startswith("kgmem-service")]


def test_one_text_is_given_up_soon_and_many_are_waited_for() -> None:
    clock = Clock()
    embedder = HttpEmbedder(
        client(Script(httpx.Response(429)), clock=clock),
        "m",
        2,
        recall_patience=Patience(5.0, "KGMEM_EMBEDDING_RECALL_PATIENCE"),
    )

    with pytest.raises(ServiceError, match="RECALL_PATIENCE"):
        embedder.embed(["one"])
    after_one = clock.now
    with pytest.raises(ServiceError, match="KGMEM_EMBEDDING_PATIENCE"):
        embedder.embed(["one", "two"])

    assert after_one <= 1_005
    assert clock.now - after_one > 60


def test_settings_reach_the_client() -> None:
    data = [{"index": 0, "embedding": [1.0, 0.0]}]
    transport = httpx.MockTransport(
        lambda _: httpx.Response(
            200, json={"data": data, "usage": {"total_tokens": 500_000}}
        )
    )
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]  # pydantic-settings' own argument
        embedding_base_url="https://models.test/v1",
        embedding_model="m",
        embedding_concurrency=7,
        embedding_price_in=0.1,
    )

    embedder = embedding.from_settings(settings, transport)

    assert embedder is not None
    assert embedder.service.concurrency == 7
    assert embedder.service.report()["cost"] == pytest.approx(0.05)
