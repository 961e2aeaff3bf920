"""Who is let in, and who is not."""

from datetime import UTC, datetime, timedelta

import pytest
from fastapi.testclient import TestClient

from kgmem import Memory
from kgmem_serve.http.access.keys import KeyFile
from tests.over_http import RUN, Bearing


def test_without_keys_anybody_on_this_machine_is_let_in(client: TestClient) -> None:
    answer = client.post("/v1/stats", json={})

    assert answer.status_code == 200


@pytest.mark.parametrize("kind", ["none", "wrong", "expired", "revoked", "basic"])
def test_a_key_that_is_not_valid_is_told_the_same_words(
    client: TestClient, keys: KeyFile, kind: str
) -> None:
    past = datetime.now(UTC) - timedelta(days=1)
    given = {
        "wrong": "Bearer kgm_wrong",
        "expired": "Bearer "
        + keys.add("old", spaces=None, roles=["read"], expires_at=past),
        "revoked": "Bearer " + keys.add("gone", spaces=None, roles=["read"]),
        "basic": "Basic YTpi",
    }
    keys.revoke("gone")
    headers = {"Authorization": given[kind]} if kind in given else {}

    answer = client.post("/v1/stats", json={}, headers=headers)

    error = answer.json()["error"]
    assert answer.status_code == 401
    assert error["code"] == "Unauthorized"
    assert "needs a valid key" in error["message"]
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_key_that_is_revoked_while_it_is_used_opens_nothing_more(
    client: TestClient, keys: KeyFile, bearing: Bearing
) -> None:
    headers = bearing("read")
    before = client.post("/v1/stats", json={}, headers=headers)

    KeyFile(keys.path).revoke("ann")

    assert before.status_code == 200
    assert client.post("/v1/stats", json={}, headers=headers).status_code == 401


@pytest.mark.parametrize(
    ("roles", "verb", "body", "status"),
    [
        (["read"], "recall", {"task": "search cat"}, 200),
        (["read"], "learn", {"trajectory": RUN}, 403),
        (["read", "write"], "learn", {"trajectory": RUN}, 200),
        (["write"], "recall", {"task": "search cat"}, 403),
        (["read", "write"], "doctor", {}, 403),
        (["operate"], "doctor", {}, 200),
    ],
)
def test_a_key_may_do_what_its_roles_say(
    client: TestClient, bearing: Bearing, roles, verb: str, body, status: int
) -> None:
    answer = client.post(f"/v1/{verb}", json=body, headers=bearing(*roles))

    assert answer.status_code == status


def test_another_space_is_as_if_it_were_not_there(
    client: TestClient, memory: Memory, bearing: Bearing
) -> None:
    memory.in_space("desk").learn(RUN)
    headers = bearing("read", spaces=["shop"])

    answers = [
        client.post("/v1/stats", json={}, headers={**headers, "Kgmem-Space": space})
        for space in ("desk", "nowhere")
    ]

    assert [one.status_code for one in answers] == [404, 404]
    assert len({one.json()["error"]["message"] for one in answers}) == 1


def test_an_id_of_another_space_is_not_found(
    client: TestClient, memory: Memory, bearing: Bearing
) -> None:
    learned = memory.in_space("desk").learn(RUN)
    asked = {"experience_id": learned.experience_id}
    headers = bearing("read", spaces=["shop"])

    answer = client.post("/v1/experience", json=asked, headers=headers)

    assert answer.status_code == 404


@pytest.mark.parametrize(
    "verb", ["cypher", "doctor", "repair", "reindex", "retry_failed"]
)
def test_what_sees_every_space_needs_a_key_of_all(
    client: TestClient, bearing: Bearing, verb: str
) -> None:
    body = {"query": "MATCH (t:Task) RETURN t.text"} if verb == "cypher" else {}
    headers = bearing("operate", spaces=["default"])

    answer = client.post(f"/v1/{verb}", json=body, headers=headers)

    assert answer.status_code == 403
    assert "all spaces" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    "path",
    [
        "//v1/stats",
        "/console/../v1/stats",
        "/console/%2e%2e/v1/stats",
        "/health/../v1/stats",
        "/V1/STATS",
        "/v1/stats/",
        "/console/..%2f..%2fkeys.json",
    ],
)
def test_tricks_with_paths_open_nothing(
    client: TestClient, bearing: Bearing, path: str
) -> None:
    bearing("read")

    posted = client.post(path, json={}, follow_redirects=False)
    got = client.get(path, follow_redirects=False)

    assert posted.status_code >= 400 or posted.is_redirect
    assert got.status_code >= 400 or got.is_redirect


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:8700", 200),
        ("127.0.0.1:8700", 200),
        ("[::1]:8700", 200),
        ("memory.example", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("localhost@evil.example", 421),
        ("evil.example#localhost", 421),
        ("", 421),
    ],
)
def test_a_host_that_is_not_ours_is_refused(
    client: TestClient, host: str, status: int
) -> None:
    answer = client.get("/health", headers={"Host": host})

    assert answer.status_code == status


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://localhost", 200),
        ("https://desk.example", 200),
        ("https://evil.example", 403),
        ("http://localhost.evil.example", 403),
        ("null", 403),
    ],
)
def test_pages_of_others_may_not_call(
    client: TestClient, origin: str, status: int
) -> None:
    answer = client.post("/v1/stats", json={}, headers={"Origin": origin})

    assert answer.status_code == status


@pytest.mark.parametrize(
    ("method", "names"),
    [
        ("POST", "authorization,kgmem-space"),
        ("POST", "idempotency-key,kgmem-attempt"),
        ("PUT", "content-type,x-request-id"),
        ("POST", "mcp-session-id,mcp-protocol-version,last-event-id"),
    ],
)
def test_an_allowed_site_may_ask_whether_it_may_call(
    client: TestClient, bearing: Bearing, method: str, names: str
) -> None:
    bearing("read")
    asked = {
        "Origin": "https://desk.example",
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": names,
    }

    answer = client.options("/v1/stats", headers=asked)

    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "https://desk.example"


def test_two_keys_in_one_request_are_none(client: TestClient, bearing: Bearing) -> None:
    good = bearing("read")["Authorization"]
    twice = [("Authorization", good), ("Authorization", "Bearer kgm_other")]

    answer = client.post("/v1/stats", json={}, headers=twice)

    assert answer.status_code == 401


@pytest.mark.parametrize("path", ["/mcp", "/v1/stats"])
def test_no_method_goes_without_a_key(
    client: TestClient, bearing: Bearing, path: str
) -> None:
    bearing("read")

    assert client.options(path).status_code == 401
