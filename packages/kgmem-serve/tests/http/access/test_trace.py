"""Each request has an id, headers for browsers, and one line in the log."""

import json
import logging

import pytest
from fastapi.testclient import TestClient

from kgmem_serve.http.access.logs import JsonLines
from tests.over_http import RUN, Bearing


@pytest.mark.parametrize("given", ["run-17", "a.b:c_1"])
def test_a_sane_id_is_taken(client: TestClient, given: str) -> None:
    answer = client.post("/v1/nothing", headers={"X-Request-Id": given})

    assert answer.headers["x-request-id"] == given
    assert answer.json()["error"]["request_id"] == given


@pytest.mark.parametrize("given", ["", "a b", "x" * 200, '"}{', "-x"])
def test_another_one_is_replaced(client: TestClient, given: str) -> None:
    answer = client.get("/health", headers={"X-Request-Id": given})

    assert answer.headers["x-request-id"] not in ("", given)


def test_answers_keep_browsers_from_guessing(client: TestClient) -> None:
    answer = client.get("/console/")

    assert answer.headers["content-security-policy"].startswith("default-src 'self'")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in answer.headers


def test_a_line_tells_who_asked_what_and_never_the_words(
    client: TestClient, bearing: Bearing, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {**bearing("write"), "X-Request-Id": "one"}
    caplog.set_level(logging.INFO, "kgmem.requests")

    client.post("/v1/learn?note=hidden", json={"trajectory": RUN}, headers=headers)

    (record,) = [one for one in caplog.records if one.name == "kgmem.requests"]
    line = json.loads(JsonLines().format(record))
    told = {name: line[name] for name in ("caller", "space", "route", "status")}
    assert told == {
        "caller": "ann", "space": "default", "route": "/v1/learn", "status": 200
    }  # fmt: skip
    assert line["ms"] > 0
    for word in ("search cat", "hidden", headers["Authorization"][-20:]):
        assert word not in json.dumps(line)


def test_what_was_raised_is_told_without_its_words() -> None:
    try:
        raise ValueError("a secret")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("kgmem", logging.ERROR, "", 0, "failed", (), info)

    line = json.loads(JsonLines().format(record))

    assert line["error"] == "ValueError"
    assert line["frames"]
    assert "a secret" not in json.dumps(line)
