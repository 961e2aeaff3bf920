"""What could not be learned is kept."""

import json
import logging
import os
import threading
from pathlib import Path

import pytest

from kgmem.learn.failed_log import FailedLog


@pytest.fixture
def log(tmp_path: Path) -> FailedLog:
    return FailedLog(tmp_path / "logs" / "failed_learning_tasks.jsonl")


def test_what_goes_in_comes_out_in_order(log: FailedLog) -> None:
    log.append({"task": "在淘宝买手机\n"}, "boom")
    log.append({"task": "second"}, "bang")

    found = log.entries()

    assert [e.payload["task"] for e in found] == ["在淘宝买手机\n", "second"]
    assert [e.error for e in found] == ["boom", "bang"]
    assert len(log.path.read_text(encoding="utf-8").splitlines()) == 2


def test_no_log_is_an_empty_log(log: FailedLog) -> None:
    assert log.entries() == ()


def test_a_torn_last_line_is_skipped(
    log: FailedLog,
) -> None:
    log.append({"n": 1}, "e")
    with log.path.open("a", encoding="utf-8") as file:
        file.write('{"at": "2026-01-01", "inp')

    log.append({"n": 2}, "e")

    found = log.entries()
    assert [entry.payload["n"] for entry in found] == [1, 2]


def test_lines_that_are_no_entries_are_skipped(log: FailedLog) -> None:
    log.path.parent.mkdir(parents=True)
    log.path.write_bytes(b'[1]\n{"x": 1}\n\xff\xfe\n\n' + b"[" * 100_000 + b"\n")

    assert log.entries() == ()


def test_rewrite_leaves_what_remains_and_no_other_file(log: FailedLog) -> None:
    for n in range(3):
        log.append({"n": n}, "e")
    entries = log.entries()

    log.rewrite(entries[1:])

    assert log.entries() == entries[1:]
    assert os.listdir(log.path.parent) == [log.path.name]


def test_remove_keeps_what_came_meanwhile(log: FailedLog) -> None:
    log.append({"n": 0}, "e")
    done = log.entries()
    log.append({"n": 1}, "e")

    log.remove(done)

    assert [entry.payload for entry in log.entries()] == [{"n": 1}]


def test_threads_do_not_mix_their_lines(log: FailedLog) -> None:
    def write(who: int) -> None:
        for n in range(25):
            log.append({"who": who, "n": n, "text": "x" * 500}, "e")

    threads = [threading.Thread(target=write, args=(who,)) for who in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    found = log.entries()
    assert len(found) == 100


def test_a_disk_that_refuses_is_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    log = FailedLog(tmp_path / "file" / "failed.jsonl")

    with caplog.at_level(logging.WARNING):
        written = log.append({"n": 1}, "e")

    assert not written
    assert "can't keep a failed input" in caplog.text


def test_anything_can_be_written(log: FailedLog) -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]

    assert log.append({"path": Path("a"), "bad": "\ud800\x00", "nan": 1e999}, "e")
    assert not log.append(deep, "e")
    assert json.loads(log.path.read_text(encoding="utf-8"))["input"]["path"] == "a"
