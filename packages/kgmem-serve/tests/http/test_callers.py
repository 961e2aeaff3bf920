"""Spaces in use are held open, each by one memory."""

from fastapi.testclient import TestClient

from kgmem import Memory
from kgmem_serve.http.app import create_app
from kgmem_serve.http.callers import OpenSpaces
from kgmem_serve.wire.names import in_path

UNIT = {
    "kind": "step",
    "task_text": "buy tea",
    "step_id": "1",
    "action": {"type": "click", "target": {"role": "button", "name": "Go"}},
    "success": True,
}


def test_a_space_with_a_run_in_progress_does_not_make_room(memory: Memory) -> None:
    spaces = OpenSpaces(memory, most=2)
    busy = id(spaces.named("busy"))
    spaces.named("busy").writeback(UNIT)

    for n in range(5):
        spaces.named(str(n))

    assert id(spaces.named("busy")) == busy
    assert len(spaces._open) <= 3


def test_a_space_that_a_request_has_is_the_same_one_for_the_next(
    memory: Memory,
) -> None:
    spaces = OpenSpaces(memory, most=1)
    held = spaces.named("held")

    for name in "abc":
        spaces.named(name)

    assert spaces.named("held") is held
    assert set(spaces._used) <= {"held", "a", "b", "c"}


def test_an_id_with_half_a_character_is_not_found(memory: Memory) -> None:
    client = TestClient(create_app(memory), raise_server_exceptions=False)

    answer = client.get(f"/v1/memories/{in_path('x' + chr(0xD800))}")

    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "NotFound"
