"""A served memory in a process of its own: stopped, killed, crowded, and slowly fed."""

import asyncio
import json
import os
import socket
import threading
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from kgmem import Memory
from tests.e2e.serving import ServedProcess, free_port, serving

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

KILLS = int(os.environ.get("KGMEM_TEST_KILLS", "2"))
CLIENTS = 4
NGRAM = {"embedding": "ngram"}


def run(name: str) -> dict[str, Any]:
    """A run that counts once however often it is sent."""
    return {
        "task": f'search "{name}"',
        "app": "shop",
        "source_task_id": name,
        "outcome": "success",
        "steps": [
            {"action": "click", "target": {"role": "button", "name": "go"}},
            {"action": "type", "value": name, "target": {"name": "Article"}},
        ],
    }


class StubbornClient(threading.Thread):
    """Learns runs and adds messages, and sends each until it is acknowledged."""

    def __init__(self, address: str, number: int) -> None:
        super().__init__()
        self._address, self._number = address, number
        self.ended = threading.Event()
        self.acknowledged: list[str] = []
        self.refused: list[str] = []

    def run(self) -> None:
        with httpx.Client(base_url=self._address, timeout=20) as client:
            n = 0
            while not self.ended.is_set() and not self.refused:
                name = f"run-{self._number}-{n}"
                learned = self._sent(client, "/v1/learn", {"trajectory": run(name)})
                place = f"/v1/agents/ann/conversations/s{self._number}/add"
                message = {"role": "user", "content": name, "message_id": name}
                if learned and self._sent(client, place, message):
                    self.acknowledged.append(name)
                    n += 1

    def _sent(self, client: httpx.Client, path: str, body: Any) -> bool:
        while not self.ended.is_set():
            try:
                answer = client.post(path, json=body)
            except httpx.TransportError:
                time.sleep(0.05)
                continue
            if answer.status_code == 200:
                return True
            if answer.status_code != 503:
                self.refused.append(answer.text)
                return False
        return False


def wait_for_more(clients: list[StubbornClient]) -> None:
    """Return when some more was acknowledged."""
    until = time.monotonic() + 120
    wanted = sum(len(one.acknowledged) for one in clients) + 2 * CLIENTS
    while sum(len(one.acknowledged) for one in clients) < wanted:
        assert not any(one.refused for one in clients)
        assert time.monotonic() < until, [one.refused for one in clients]
        time.sleep(0.01)


def test_kill_9_under_load_loses_nothing_acknowledged_and_doubles_nothing(
    tmp_path: Path,
) -> None:
    home, port = tmp_path / "home", free_port()
    clients = [StubbornClient(f"http://127.0.0.1:{port}", n) for n in range(CLIENTS)]

    for one in clients:
        one.start()
    for _ in range(KILLS):
        with serving(home, port) as served:
            wait_for_more(clients)
            served.kill()
    with serving(home, port) as served:
        wait_for_more(clients)
        for one in clients:
            one.ended.set()
        for one in clients:
            one.join(60)
        code = served.stop()

    acknowledged = {name for one in clients for name in one.acknowledged}
    with Memory.open(home, settings=NGRAM) as memory:
        rows = memory.cypher(
            "MATCH (e:Experience)-[:HAS_STEP]->(s:Step) "
            "RETURN e.source_task_id AS run, count(s) AS steps"
        )
        messages = [
            one.content
            for n in range(CLIENTS)
            for one in memory.agent("ann").conversation(f"s{n}").messages()
        ]
        diagnosis = memory.doctor()
    stored = [row["run"] for row in rows]
    files = (home / "journal").glob("*.jsonl")
    lines = [line for file in files for line in file.read_bytes().splitlines()]
    journal = list(map(json.loads, lines))
    assert code == 0
    assert [one.refused for one in clients] == [[]] * CLIENTS
    assert acknowledged <= set(stored)
    assert len(stored) == len(set(stored))
    assert {row["steps"] for row in rows} == {2}
    assert acknowledged <= set(messages)
    assert len(messages) == len(set(messages))
    assert diagnosis.ok, diagnosis.findings
    assert sum(one["call"] == "learn" for one in journal) >= len(acknowledged)


def test_what_was_begun_is_done_when_it_stops(tmp_path: Path) -> None:
    home = tmp_path / "home"
    many = {"trajectories": [run(f"run-{n}") for n in range(150)]}
    answers: list[httpx.Response] = []

    with serving(home) as served:
        asked = threading.Thread(
            target=lambda: answers.append(
                httpx.post(f"{served.address}/v1/learn_many", json=many, timeout=120)
            )
        )
        asked.start()
        with Memory.connect(served.address) as there:
            while not there.stats()["experiences"]:
                time.sleep(0.05)
        code = served.stop()
        asked.join(60)

    with Memory.open(home, settings=NGRAM) as memory:
        stored = memory.stats()["experiences"]
    assert code == 0
    assert [one.status_code for one in answers] == [200]
    assert answers[0].json()["stored"] == stored == 150


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory):
    home = tmp_path_factory.mktemp("served") / "home"
    limits = {"KGMEM_SERVE_BODY_SECONDS": "1.5", "KGMEM_SERVE_BODY_MB": "0.1"}
    with serving(home, settings=limits) as served:
        httpx.post(f"{served.address}/v1/learn", json={"trajectory": run("tea")})
        yield served


def test_200_connections_at_once_are_all_answered(served: ServedProcess) -> None:
    async def main() -> list[httpx.Response]:
        limits = httpx.Limits(max_connections=200)
        async with httpx.AsyncClient(limits=limits, timeout=120) as client:
            asked = {"task": 'search "tea"', "app": "shop"}
            calls = [
                client.post(f"{served.address}/v1/recall", json=asked)
                for _ in range(200)
            ]
            return await asyncio.gather(*calls)

    answers = asyncio.run(main())

    assert {one.status_code for one in answers} == {200}
    assert {one.json()["route"] for one in answers} == {"direct_replay"}


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"POST /v1/stats HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /v1/stats HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{",
    ],
)
def test_who_sends_slowly_is_cut_off(served: ServedProcess, sent: bytes) -> None:
    at = urlsplit(served.address)
    with socket.create_connection((str(at.hostname), at.port), 30) as connection:
        connection.sendall(sent)

        answer = b"".join(iter(lambda: connection.recv(4_096), b""))

    assert answer.startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("POST /v1/stats HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000", 413),
        ("GET /console/../../keys.json HTTP/1.1\r\nHost: localhost", 404),
        ("GET /console/%2e%2e/%2e%2e/keys.json HTTP/1.1\r\nHost: localhost", 404),
        ("GET /console/..%5c..%5ckeys.json HTTP/1.1\r\nHost: localhost", 404),
        ("GET /health HTTP/1.1\r\nHost: evil.example", 421),
        ("GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example", 400),
        ("GET http://evil.example/health HTTP/1.1\r\nHost: localhost", 404),
        ("GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + "a" * 1_000_000, 400),
        ("GET /health\x00 HTTP/1.1\r\nHost: localhost", 400),
        (
            "POST /v1/stats HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
            "Content-Length: 3",
            400,
        ),
    ],
)
def test_tricks_with_heads_are_refused(
    served: ServedProcess, head: str, status: int
) -> None:
    at = urlsplit(served.address)
    with socket.create_connection((str(at.hostname), at.port), 30) as connection:
        connection.sendall(f"{head}\r\nConnection: close\r\n\r\n".encode("latin-1"))

        answer = connection.recv(4_096)

    assert answer.startswith(f"HTTP/1.1 {status} ".encode())
