"""A clock that stands still, recorded answers, and clients that use both."""

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
from pydantic import SecretStr

from kgmem_servers.services.client import ServiceClient
from kgmem_servers.services.usage import Prices

KEY = "test-key-0123456789"
BASE = "https://models.test/v1"
Handler = Callable[[httpx.Request], httpx.Response]


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.waits: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds


class Recorded:
    """Plays the answers of a fixture and keeps what was asked."""

    def __init__(self, exchanges: list[dict[str, Any]]) -> None:
        self.expected = [exchange["request"] for exchange in exchanges]
        self.requests: list[httpx.Request] = []
        self._answers = iter(exchange["response"] for exchange in exchanges)

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = next(self._answers)
        body = {"json": answer["json"]} if "json" in answer else {}
        return httpx.Response(
            answer["status"],
            headers=answer.get("headers"),
            content=answer["text"].encode() if "text" in answer else None,
            **body,
        )

    @property
    def bodies(self) -> list[Any]:
        return [json.loads(request.content) for request in self.requests]


class Script:
    """Plays answers one after the other, the last one for ever."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = list(answers)
        self.asked = 0

    def __call__(self, request: httpx.Request) -> httpx.Response:
        answer = self.answers[min(self.asked, len(self.answers) - 1)]
        self.asked += 1
        if isinstance(answer, Exception):
            raise answer
        # A fresh one each time: the stream of a response can be read once.
        return httpx.Response(
            answer.status_code, headers=answer.headers, content=answer.content
        )


def ok(**fields: Any) -> httpx.Response:
    """A success with these fields."""
    return httpx.Response(200, json=fields)


def client(
    handler: Handler | httpx.BaseTransport,
    service: str = "embedding",
    *,
    base_url: str = BASE,
    key: str | None = KEY,
    timeout: float = 5.0,
    patience: float = 90.0,
    concurrency: int = 4,
    prices: Prices | None = None,
    clock: Clock | None = None,
) -> ServiceClient:
    """A client whose pauses take no time."""
    transport = (
        handler
        if isinstance(handler, httpx.BaseTransport)
        else httpx.MockTransport(handler)
    )
    clock = clock or Clock()
    return ServiceClient(
        base_url,
        SecretStr(key) if key is not None else None,
        timeout,
        name=service,
        setting=f"KGMEM_{service.upper()}",
        patience=patience,
        concurrency=concurrency,
        prices=prices,
        transport=transport,
        sleep=clock.sleep,
        clock=clock,
    )


class LoopbackServer:
    """A real HTTP server on this machine, which serves until it is stopped."""

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.thread = threading.Thread(
            target=self.server.serve_forever, kwargs={"poll_interval": 0.01}
        )
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/v1"

    def stop(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
