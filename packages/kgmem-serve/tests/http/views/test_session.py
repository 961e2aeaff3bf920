"""Who looks at the console, and at what."""

from fastapi.testclient import TestClient

from kgmem import Memory
from kgmem_serve.http.app import create_app
from kgmem_serve.http.callers import Caller
from tests.over_http import run


def test_whoever_calls_locally_may_look_at_all_spaces(
    memory: Memory, client: TestClient
) -> None:
    memory.learn(run("search cat"))
    memory.in_space("其他").learn(run("search dog"))

    session = client.get("/v1/views/session").json()

    assert session["spaces"] == sorted(["default", "其他"])
    assert session["space"] == "default"
    assert "operate" in session["roles"]


def test_a_key_sees_its_own_spaces_alone(memory: Memory) -> None:
    app = create_app(memory)
    key = Caller("bob", frozenset({"team"}), frozenset({"read"}))

    @app.middleware("http")
    async def known(request, call_next):
        request.state.caller = key
        return await call_next(request)

    memory.learn(run("search cat"))

    session = TestClient(app).get("/v1/views/session").json()

    assert session["spaces"] == ["team"]
    assert session["space"] == "team"
    assert session["roles"] == ["read"]


def test_a_space_named_in_any_script_is_meant_percent_encoded(
    memory: Memory, client: TestClient
) -> None:
    named = {"kgmem-space": "%E5%85%B6%E4%BB%96"}

    session = client.get("/v1/views/session", headers=named).json()

    assert session["space"] == "其他"
