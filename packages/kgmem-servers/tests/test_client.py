"""Turns, patience, limits and the breaker of a client, by a clock that stands still
and by a real loopback server."""

import json
import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.server import BaseHTTPRequestHandler

import httpx
import pytest

from kgmem.errors import ConfigurationError, ServiceError
from kgmem_servers.breaker import FAILURES
from kgmem_servers.services.client import ServiceClient
from kgmem_servers.services.failures import OutOfPatience, Patience
from tests.service_doubles import (
    KEY,
    Clock,
    LoopbackServer,
    Script,
    client,
    ok,
)

BUSY = httpx.Response(429, json={"message": "slow down"})
DOWN = httpx.Response(503, json={"detail": "starting"})
SHORT = Patience(5.0, "KGMEM_EMBEDDING_RECALL_PATIENCE")


def fails(service_client: ServiceClient, patience: Patience | None = None) -> str:
    with pytest.raises(ServiceError) as failure:
        service_client.post("/embeddings", {}, patience)
    return str(failure.value)


# patience -----------------------------------------------------------------------------


def test_429_for_a_whole_minute_is_survived() -> None:
    clock = Clock()

    def answer(request: httpx.Request) -> httpx.Response:
        return BUSY if clock.now < 1_060 else ok(data=[])

    found = client(answer, clock=clock).post("/embeddings", {})

    assert found == {"data": []}
    assert 1_060 <= clock.now < 1_090


def test_429_without_end_is_given_up_within_the_patience() -> None:
    clock, script = Clock(), Script(BUSY)
    service_client = client(script, clock=clock)

    message = fails(service_client)

    assert clock.now <= 1_090
    assert script.asked > 8
    assert "KGMEM_EMBEDDING_PATIENCE" in message
    assert "slow down" in message


def test_a_retry_after_of_zero_does_not_make_it_hammer() -> None:
    clock = Clock()
    script = Script(httpx.Response(429, headers={"retry-after": "0"}))

    fails(client(script, clock=clock))

    assert script.asked < 40


def test_a_wait_that_is_longer_than_the_patience_is_not_begun() -> None:
    clock = Clock()
    script = Script(httpx.Response(429, headers={"retry-after": "30"}))

    message = fails(client(script, clock=clock), SHORT)

    assert (clock.now, script.asked) == (1_000, 1)
    assert "asked again in 30.0 s, with 5.0 s left of the 5 s" in message


def test_503_is_given_up_after_three_repeats_whatever_the_patience() -> None:
    script = Script(DOWN)

    fails(client(script, patience=10_000))

    assert script.asked == 4


def test_no_wait_on_the_network_is_longer_than_the_patience() -> None:
    timeouts: list[float] = []

    def answer(request: httpx.Request) -> httpx.Response:
        timeouts.append(request.extensions["timeout"]["read"])
        return ok(data=[])

    service_client = client(answer, timeout=30)
    service_client.post("/embeddings", {}, SHORT)
    service_client.post("/embeddings", {})

    assert timeouts == [5.0, 30.0]


# concurrency --------------------------------------------------------------------------


def test_no_more_than_so_many_requests_run_at_once() -> None:
    both, lock = threading.Barrier(2), threading.Lock()
    running, seen = 0, []

    def answer(request: httpx.Request) -> httpx.Response:
        nonlocal running
        with lock:
            running += 1
            seen.append(running)
        both.wait(10)
        with lock:
            running -= 1
        return ok(data=[])

    service_client = client(answer, concurrency=2)
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda _: service_client.post("/x", {}), range(6)))

    assert max(seen) == 2


def test_who_gets_no_slot_in_time_is_told_the_settings() -> None:
    arrived, released = threading.Event(), threading.Event()

    def answer(request: httpx.Request) -> httpx.Response:
        arrived.set()
        released.wait(10)
        return ok(data=[])

    service_client = client(answer, concurrency=1)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(service_client.post, "/x", {})
        arrived.wait(10)

        with pytest.raises(OutOfPatience, match="KGMEM_EMBEDDING_CONCURRENCY"):
            service_client.post("/x", {}, Patience(0.01, "KGMEM_X"))
        released.set()

    assert first.result() == {"data": []}


@pytest.mark.parametrize(
    "outcome",
    [DOWN, httpx.Response(400), httpx.ReadTimeout("slow"), RuntimeError("bug")],
)
def test_a_slot_is_always_given_back(
    outcome: httpx.Response | Exception,
) -> None:
    repeats = 4 if outcome is DOWN else 1
    script = Script(*[outcome] * repeats, ok(data=[]))
    service_client = client(script, concurrency=1)

    with suppress(ServiceError, RuntimeError):
        service_client.post("/x", {})

    assert service_client.post("/x", {}) == {"data": []}


# the breaker --------------------------------------------------------------------------


def test_after_failures_in_a_row_calls_fail_at_once_and_say_why() -> None:
    clock, script = Clock(), Script(httpx.ReadTimeout("slow"))
    service_client = client(script, clock=clock)
    for _ in range(FAILURES):
        fails(service_client)

    message = fails(service_client)

    assert script.asked == FAILURES
    assert "UTC after 5 failures in a row, the last: /embeddings did not" in message
    found = service_client.condition()
    assert (found["breaker"], found["asked_again_in"]) == ("open", 30.0)
    assert found["last_failure"].startswith("/embeddings did not answer within 5 s")


def test_recalls_in_a_hurry_do_not_open_the_breaker_for_who_can_wait() -> None:
    clock = Clock()

    def answer(request: httpx.Request) -> httpx.Response:
        return BUSY if clock.now < 1_060 else ok(data=[])

    service_client = client(answer, clock=clock)
    for _ in range(FAILURES + 2):
        fails(service_client, SHORT)

    assert service_client.condition()["breaker"] == "closed"
    assert service_client.post("/embeddings", {}) == {"data": []}


def test_when_its_rest_is_over_a_success_closes_the_breaker() -> None:
    clock = Clock()
    script = Script(*[httpx.ReadTimeout("slow")] * FAILURES, ok(data=[]))
    service_client = client(script, clock=clock)
    for _ in range(FAILURES):
        fails(service_client)
    clock.now += 30

    found = service_client.post("/embeddings", {})

    assert found == {"data": []}
    assert service_client.condition()["breaker"] == "closed"


def test_refusals_of_a_request_do_not_open_the_breaker() -> None:
    script = Script(httpx.Response(400, json={"error": "too long"}))
    service_client = client(script)

    for _ in range(FAILURES * 2):
        fails(service_client)

    assert script.asked == FAILURES * 2
    assert service_client.condition()["breaker"] == "closed"


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_not_shown_again(status: int) -> None:
    script = Script(httpx.Response(status, json={"error": f"bad key {KEY}"}))
    service_client = client(script)
    fails(service_client)

    message = fails(service_client)

    assert script.asked == 1
    assert f"answered {status}" in message
    assert "after 1 failures in a row, the last" in message
    assert "check KGMEM_EMBEDDING_API_KEY" in message
    assert KEY not in message + repr(service_client.condition())


# answers ------------------------------------------------------------------------------


def test_an_answer_that_dribbles_ends_with_the_patience() -> None:
    clock = Clock()

    def stream() -> Iterator[bytes]:
        while True:
            clock.now += 1
            yield b" "

    service_client = client(
        lambda _: httpx.Response(200, content=stream()), clock=clock
    )

    message = fails(service_client, SHORT)

    assert clock.now <= 1_006
    assert "did not answer within 5 s; raise KGMEM_EMBEDDING_RECALL_PATIENCE" in message


def test_the_condition_shows_the_host_and_nothing_of_the_path() -> None:
    service_client = client(
        Script(ok(data=[])), base_url="http://127.0.0.1:8080/tenant-word/v1"
    )

    found = service_client.condition()

    assert found["host"] == "127.0.0.1:8080"
    assert "tenant-word" not in repr(found)


@pytest.mark.parametrize(
    ("key", "fault"),
    [
        ("   ", "is blank"),
        ('"secret-word"', "holds quotes"),
        ("'secret-word'", "holds quotes"),
        ("Bearer secret-word", "without `Bearer`"),
    ],
)
def test_a_slip_in_a_key_is_refused_at_once(key: str, fault: str) -> None:
    with pytest.raises(ConfigurationError, match="KGMEM_EMBEDDING_API_KEY") as failure:
        client(Script(ok(data=[])), key=key)

    assert fault in str(failure.value)
    assert "secret-word" not in str(failure.value)


# a real server ------------------------------------------------------------------------


class Raw(LoopbackServer):
    """A real HTTP server that writes the given bytes and hangs up."""

    def __init__(self, *answers: bytes) -> None:
        script = iter(answers)

        class Scripted(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["content-length"]))
                self.wfile.write(next(script))
                self.close_connection = True

            def log_message(self, *_: object) -> None: ...

        super().__init__(Scripted)


def whole(body: object) -> bytes:
    content = json.dumps(body).encode()
    head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nset-cookie: a=b\r\n"
    return f"{head}content-length: {len(content)}\r\n\r\n".encode() + content


@pytest.fixture
def raw() -> Iterator[Callable[..., Raw]]:
    started: list[Raw] = []

    def start(*answers: bytes) -> Raw:
        started.append(Raw(*answers))
        return started[-1]

    yield start
    for server in started:
        server.stop()


def test_half_an_answer_is_asked_for_again(raw: Callable[..., Raw]) -> None:
    answer = whole({"data": [1, 2, 3]})
    server = raw(answer[:-4], answer)
    service_client = client(httpx.HTTPTransport(), base_url=server.url)

    found = service_client.post("/embeddings", {})
    service_client.close()

    assert found == {"data": [1, 2, 3]}
    assert service_client.report()["retries"] == 1


def test_the_key_is_in_no_log_of_the_http_libraries(
    raw: Callable[..., Raw], caplog: pytest.LogCaptureFixture
) -> None:
    server = raw(whole({"data": []}), b"HTTP/1.1 401 No\r\ncontent-length: 0\r\n\r\n")
    service_client = client(httpx.HTTPTransport(), base_url=server.url)

    with caplog.at_level(logging.DEBUG):
        service_client.post("/embeddings", {"input": ["a"]})
        fails(service_client)
    service_client.close()

    names = {record.name.partition(".")[0] for record in caplog.records}
    assert {"httpcore", "httpx"} <= names
    for record in caplog.records:
        assert KEY not in record.getMessage() + repr(record.args)
