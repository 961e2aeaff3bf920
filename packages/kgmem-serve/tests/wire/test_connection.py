"""Requests are repeated where nothing is done twice by it, and errors come back."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from kgmem.errors import (
    InvalidInput,
    JobRunning,
    KgmemError,
    MemoryLocked,
    NotAllowed,
    NotFound,
    ServerUnavailable,
    ServiceError,
)
from kgmem_serve.wire.connection import (
    ATTEMPT,
    ONCE,
    START,
    Connection,
    WireCall,
)

Handler = Callable[[httpx.Request], httpx.Response]


class Answering:
    """A server that answers each request with the next thing in its list."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []
        self.slept: list[float] = []
        self.connection = Connection(
            "http://memory",
            transport=httpx.MockTransport(self._answer),
            sleep=self.slept.append,
            patience=60,
        )

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        told = self.answers.pop(0)
        if isinstance(told, Exception):
            raise told
        return told

    def sent(self, header: str) -> list[str | None]:
        return [one.headers.get(header) for one in self.requests]


def refused(status: int, code: str, **headers: str) -> httpx.Response:
    body = {"error": {"code": code, "message": "because"}}
    return httpx.Response(status, json=body, headers=headers)


DONE = httpx.Response(200, json=1)
CALL = WireCall("/v1/stats", b"{}")


@pytest.mark.parametrize(
    "failure",
    [
        httpx.ConnectError("refused"),
        httpx.RemoteProtocolError("gone"),
        httpx.ReadError("reset"),
        refused(503, "GraphUnavailable"),
        refused(429, "TooManyRequests"),
        httpx.Response(502, text="<html>no"),
    ],
    ids=str,
)
def test_what_may_go_later_is_sent_again(failure: Any) -> None:
    server = Answering(failure, DONE)

    body = server.connection(CALL)

    assert body == b"1"
    assert len(server.slept) == 1


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (refused(404, "NotFound"), NotFound),
        (refused(422, "InvalidInput"), InvalidInput),
        (refused(409, "JobRunning"), JobRunning),
        (refused(401, "Unauthorized"), NotAllowed),
        (refused(403, "Forbidden"), NotAllowed),
        (refused(503, "MemoryLocked"), MemoryLocked),
        (refused(501, "MissingExtra"), KgmemError),
        (refused(500, "ServiceError"), ServiceError),
        (httpx.Response(500, text="oh"), ServiceError),
        (httpx.ReadTimeout("slow"), ServerUnavailable),
    ],
    ids=str,
)
def test_what_stays_wrong_is_told_at_once(answer: Any, kind: type[Exception]) -> None:
    server = Answering(answer)

    with pytest.raises(kind):
        server.connection(CALL)

    assert server.slept == []


def test_a_server_that_stays_away_is_told_by_its_address() -> None:
    connection = Connection("http://127.0.0.1:9", patience=0)

    with pytest.raises(ServerUnavailable, match=r"http://127.0.0.1:9 does not answer"):
        connection(CALL)


def test_what_would_be_done_twice_carries_one_key_and_counts_what_was_sent() -> None:
    server = Answering(
        httpx.Response(200, json=0, headers={START: "s1"}),
        httpx.ConnectError("refused"),
        httpx.ReadError("reset"),
        DONE,
    )
    server.connection(CALL)

    server.connection(WireCall("/v1/forget", b"{}", is_repeatable=False))

    keys = server.sent(ONCE)
    assert keys[0] is None
    assert len(set(keys[1:])) == 1
    assert str(keys[1]).startswith("s1.")
    assert server.sent(ATTEMPT) == ["1", "1", "1", "2"]


def test_what_was_not_begun_does_not_count_as_sent() -> None:
    server = Answering(refused(503, "Busy"), refused(503, "GraphUnavailable"), DONE)

    server.connection(WireCall("/v1/forget", b"{}", is_repeatable=False))

    assert server.sent(ATTEMPT) == ["1", "1", "2"]


def test_what_streams_comes_part_by_part_or_as_its_error() -> None:
    headed = httpx.Response(200, content=b"abc", headers={"X": "1"})
    server = Answering(headed, refused(404, "NotFound"))
    parts: list[bytes] = []

    headers = server.connection.stream(CALL, parts.append)
    with pytest.raises(NotFound):
        server.connection.stream(CALL, parts.append)

    assert b"".join(parts) == b"abc"
    assert headers["X"] == "1"
