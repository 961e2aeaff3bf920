"""What a server does from time to time."""

import logging
import threading
from pathlib import Path

import pytest

from kgmem import Memory
from kgmem_serve.http import schedule
from kgmem_serve.http.schedule import HOUR, Schedule
from tests.doubles import WordEmbedder


@pytest.fixture
def memory(tmp_path: Path):
    with Memory.open(tmp_path, embedder=WordEmbedder()) as memory:
        for space in ("a", "b"):
            memory.in_space(space).add_fact("Tea is at the left")
        yield memory


@pytest.mark.parametrize(
    ("hour", "expected"),
    [(1.0, (5.0, "generalize")), (23.5, (0.5, "generalize")), (25, (5, "generalize"))],
)
def test_work_is_done_at_multiples_of_its_hours(
    memory: Memory, hour: float, expected: tuple[float, str]
) -> None:
    plan = Schedule(memory, {"prune": 48, "generalize": 6}, lambda: 0.0)

    wait, name = plan.next_work(hour * HOUR)

    assert (wait / HOUR, name) == expected


def test_every_space_has_it_also_where_one_fails(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="kgmem")
    done = []

    def work(one: Memory) -> None:
        done.append(one.space)
        if one.space == "a":
            one.experience("none")

    monkeypatch.setattr(schedule, "WORK", {"prune": work})

    Schedule(memory, {"prune": 1}, lambda: 0.0).do("prune")

    assert done == ["a", "b"]
    assert "prune of space a failed" in caplog.text


def test_it_begins_by_itself_and_ends_with_the_block(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()
    monkeypatch.setattr(schedule, "WORK", {"prune": lambda _: begun.set()})

    with Schedule(memory, {"prune": 1}, lambda: HOUR - 0.01):
        assert begun.wait(10)

    assert not any(one.name == "kgmem-schedule" for one in threading.enumerate())
