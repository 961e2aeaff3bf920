"""A call that comes again is answered as before, and not done again."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from kgmem import Memory
from kgmem.errors import ServerUnavailable
from kgmem_serve.http import once as module
from kgmem_serve.http.app import create_app
from kgmem_serve.http.once import SECONDS, Answers
from kgmem_serve.wire.connection import ONCE, SPACE, START
from tests.doubles import WordEmbedder


def test_a_key_is_done_once() -> None:
    answers, done = Answers(), []

    told = [
        answers.once("a", "k", n, lambda: done.append(1) or len(done)) for n in (1, 2)
    ]

    assert told == [1, 1]


def test_the_second_waits_for_the_first() -> None:
    answers, done, gate = Answers(), [], threading.Event()

    def work() -> int:
        gate.wait(5)
        done.append(1)
        return len(done)

    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(answers.once, "a", "k", n, work) for n in (1, 2)]
        gate.set()
        told = [one.result() for one in both]

    assert told == [1, 1]


def test_a_repeated_call_of_another_start_is_not_known() -> None:
    before, now = Answers(), Answers()

    with pytest.raises(ServerUnavailable, match="not known whether it was done"):
        now.once("a", f"{before.start}.k", 2, lambda: 1)

    assert now.once("a", f"{before.start}.k", 1, lambda: 1) == 1
    assert now.once("a", f"{now.start}.j", 2, lambda: 1) == 1


def test_answers_are_kept_for_a_time_and_a_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    answers = Answers(lambda: now[0])
    monkeypatch.setattr(module, "KEPT_BYTES", 10)
    for key in "abc":
        answers.once("a", key, 1, lambda: b"12345678")
    full = len(answers._kept)

    now[0] = SECONDS + 1
    answers.once("a", "d", 1, lambda: b"")

    assert full == 2
    assert [key for _, key in answers._kept] == ["d"]


def test_a_key_is_of_one_space_and_each_answer_names_the_start(tmp_path: Path) -> None:
    with Memory.open(tmp_path, embedder=WordEmbedder()) as memory:
        client = TestClient(create_app(memory))
        told = [
            client.post(
                "/v1/add_fact",
                json={"content": "Tea is at the left"},
                headers={ONCE: "order-17", SPACE: space},
            )
            for space in ("a", "b")
        ]
        spaces = memory.spaces()

    assert spaces == ["a", "b"]
    assert all(len(one.headers[START]) == 12 for one in told)
