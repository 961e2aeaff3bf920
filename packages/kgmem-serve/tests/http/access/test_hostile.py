"""Bodies that no client of ours sends, and content that is meant for a browser."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.over_http import RUN

DEEP = 100_000


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b'"task"',
        b"{",
        b'{"task": "\\ud800"}',
        b'{"task": "\xff"}',
        b'{"task": NaN}',
        b'{"task": "a", "top_n": 1e999}',
        b'{"task": "a", "top_n": 99999999999999999999999}',
        b'{"task": "a", "elements": ' + b"[" * DEEP + b"]" * DEEP + b"}",
        b'{"task": "a", "task": ["b"]}',
        b'{"task": "a\\u0000b", "app": {}}',
        b'{"__class__": "x", "task": "a"}',
    ],
)
def test_an_odd_body_is_refused_or_answered(client: TestClient, body: bytes) -> None:
    sent = {"Content-Type": "application/json"}

    answer = client.post("/v1/recall", content=body, headers=sent)

    assert answer.status_code in (200, 400, 422)
    if answer.status_code != 200:
        assert answer.json()["error"]["request_id"]


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "..\\..\\x",
        "/etc/passwd",
        "a\x00b",
        "." * 300,
        "",
        "C:\\x",
        "con",
    ],
)
def test_the_name_of_a_file_is_no_path(client: TestClient, name: str) -> None:
    content = json.dumps(RUN).encode()

    answer = client.post("/v1/learn_from", params={"name": name}, content=content)

    assert answer.status_code in (200, 422)


def test_stored_markup_is_text(client: TestClient) -> None:
    script = "<script>alert(1)</script>"
    run: dict[str, Any] = {**RUN, "task": script, "app": script}
    client.post("/v1/learn", json={"trajectory": run})

    answer = client.post("/v1/recall", json={"task": script})

    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.json()["experiences"][0]["task"] == script
