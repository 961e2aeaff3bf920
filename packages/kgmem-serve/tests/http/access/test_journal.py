"""Who changed what: lines that survive, newest first."""

import errno
import os
import threading
from pathlib import Path
from typing import Literal

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient

from kgmem import Memory
from kgmem.interfaces.cli import cli
from kgmem_serve.http.access.journal import Journal
from tests.over_http import RUN, Bearing


def noted(journal: Journal, count: int, space: str = "shop") -> None:
    for n in range(count):
        journal.add("ann", space, "learn", {"experience_id": str(n)})


def ids(entries) -> list[str]:
    return [one.what["experience_id"] for one in entries]


@pytest.mark.parametrize("size", [200, 16_000_000])
def test_pages_are_newest_first_over_all_files(tmp_path: Path, size: int) -> None:
    journal = Journal(tmp_path, size)
    noted(journal, 7)
    noted(journal, 2, "desk")

    first = journal.page("shop", 3)
    second = journal.page("shop", 3, first.next)
    third = journal.page("shop", 3, second.next)

    pages = [ids(one.entries) for one in (first, second, third)]
    assert pages == [["6", "5", "4"], ["3", "2", "1"], ["0"]]
    assert third.next is None
    assert (len(list(tmp_path.glob("*.jsonl"))) > 1) == (size == 200)


def test_what_a_full_disk_did_not_take_is_written_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, whole, room = Journal(tmp_path), os.write, [60, 0]

    def full(fd: int, data: bytes) -> int:
        if not (most := room.pop(0)):
            raise OSError(errno.ENOSPC, "no room")
        return whole(fd, data[:most])

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        journal.add("ann", "shop", "learn", {"experience_id": "0"})
    journal.add("ann", "shop", "learn", {"experience_id": "1"})

    assert ids(journal.page(None).entries) == ["1", "0"]


def test_a_disk_that_stays_full_takes_no_memory_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(fd: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "no room")

    journal = Journal(tmp_path)
    monkeypatch.setattr("kgmem_serve.http.access.journal.MAX_WAITING", 400)
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        noted(journal, 9)
    journal.add("ann", "shop", "learn", {"experience_id": "last"})

    kept = ids(journal.page(None).entries)
    assert kept[0] == "last"
    assert kept[1:] == [str(n) for n in reversed(range(len(kept) - 1))]
    assert 1 < len(kept) < 9


@pytest.mark.parametrize(("durability", "flushed"), [("power", 2), ("process", 0)])
def test_a_line_is_as_safe_as_the_change(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    durability: Literal["process", "power"],
    flushed: int,
) -> None:
    seen: list[int] = []
    monkeypatch.setattr(os, "fsync", seen.append)

    noted(Journal(tmp_path, durability=durability), 2)

    assert len(seen) == flushed


def test_a_torn_line_is_left_out_and_ends(tmp_path: Path) -> None:
    noted(Journal(tmp_path), 1)
    (file,) = tmp_path.glob("*.jsonl")
    file.write_bytes(file.read_bytes() + b'{"at": "2026-')

    noted(Journal(tmp_path), 1)

    assert ids(Journal(tmp_path).page(None).entries) == ["0", "0"]


def test_lines_of_many_threads_are_all_there(tmp_path: Path) -> None:
    journal = Journal(tmp_path, 2_000)
    threads = [threading.Thread(target=noted, args=(journal, 20)) for _ in range(8)]

    for one in threads:
        one.start()
    for one in threads:
        one.join()

    assert len(journal.page(None, 1_000).entries) == 160


def test_changes_are_noted_by_key_and_shown_in_their_space(
    client: TestClient, memory: Memory, bearing: Bearing, tmp_path: Path
) -> None:
    headers = bearing("read", "write", "operate", spaces=["default", "desk"])
    body = {"trajectory": RUN}
    desk = {**headers, "Kgmem-Space": "desk"}
    learned = client.post("/v1/learn", json=body, headers=headers).json()
    client.post("/v1/learn", json=body, headers=desk)
    client.post("/v1/recall", json={"task": "search cat"}, headers=headers)
    client.post("/v1/agents/bo/add_event", json={"event": "moved"}, headers=headers)
    told = {"id": learned["experience_id"], "by": "ann", "why": "seen"}
    client.post("/v1/approve", json=told, headers=headers)

    page = client.get("/v1/journal", headers=headers).json()

    calls = [one["call"] for one in page["entries"]]
    assert calls == ["approve", "agents/{agent_id}/add_event", "learn"]
    assert {one["caller"] for one in page["entries"]} == {"ann"}
    assert page["entries"][2]["what"]["experience_id"] == learned["experience_id"]
    assert all(one["request_id"] for one in page["entries"])
    assert "search cat" not in str(page)
    home = str(memory.settings.home)
    shown = CliRunner().invoke(cli, ["--home", home, "--space", "desk", "journal"])
    assert "learn" in shown.stdout


@pytest.mark.parametrize("role", ["read", "write"])
def test_the_journal_is_for_operators(
    client: TestClient, bearing: Bearing, role
) -> None:
    assert client.get("/v1/journal", headers=bearing(role)).status_code == 403
