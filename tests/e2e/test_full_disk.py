"""A disk with little room ends no process: vectors wait, said so, and follow later.

On a small disk in memory, whose mapped pages take room as soon as they are touched.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory
from tests.doubles import WordEmbedder

pytestmark = pytest.mark.slow

CROWDED = Path(__file__).with_name("crowded.py")
MEGABYTES = 240


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, which only an administrator of Linux can have made."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("a small disk can be made by root on Linux alone")
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(place)],
        capture_output=True,
        text=True,
    )
    if made.returncode:
        pytest.skip(f"no disk can be mounted here: {made.stderr}")
    yield place
    # Lazily: this process keeps the engine's log open there.
    subprocess.run(["umount", "-l", str(place)], check=True)


def crowded(disk: Path, before: int, after: int | None = None) -> dict[str, Any]:
    """What a process tells that had so little room (in kilobytes)."""
    given = [str(before), *([] if after is None else [str(after)])]
    done = subprocess.run(
        [sys.executable, str(CROWDED), str(disk), *given],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def make(disk: Path) -> None:
    """A memory with vectors of four runs."""
    assert crowded(disk, MEGABYTES * 1_000)["learned"] == ["ready"] * 4


def assert_heals(disk: Path, runs: int) -> None:
    """With room again, what waited is taken up by opening and asking."""
    (disk / "filler").unlink(missing_ok=True)
    with Memory.open(disk / "memory", embedder=WordEmbedder()) as memory:
        memory.recall("Order item 1 in shop 1", app="shop1")
        stats = memory.stats()
        assert (stats["experiences"], stats["points"]) == (runs, runs)
        assert stats["waiting"] == 0
        assert memory.capabilities()["degraded"] == []
        assert memory.doctor().ok


@pytest.mark.parametrize("left", [12_000, 48_000, 100_000])
def test_new_memory_goes_on_without_vectors(disk: Path, left: int) -> None:
    told = crowded(disk, left)

    assert told["learned"] == ["pending"] * 4
    assert "too little disk space" in told["degraded"][0]
    assert "too little disk space" in told["stages"]["seed"]
    assert any("room" in cure for _, cure in told["findings"])
    assert_heals(disk, 4)


@pytest.mark.parametrize("left", [4_000, 12_000, 40_000])
def test_memory_that_is_there_goes_on_without_vectors(disk: Path, left: int) -> None:
    make(disk)

    told = crowded(disk, left)

    assert told["learned"] == ["pending"] * 4
    assert "too little disk space" in told["degraded"][0]
    assert_heals(disk, 8)


def test_disk_that_fills_while_the_memory_is_open(disk: Path) -> None:
    make(disk)

    told = crowded(disk, 150_000, after=20_000)

    assert told["learned"] == ["ready", "pending", "pending", "pending"]
    assert "too little disk space" in told["degraded"][0]
    assert "seed" not in told["stages"]  # what has vectors is still found by them
    assert_heals(disk, 8)


def test_no_room_at_all_is_told_of_each_run(disk: Path) -> None:
    make(disk)

    told = crowded(disk, 150_000, after=0)

    assert told["learned"][0] == "ready"
    assert all("free some disk space" in one for one in told["learned"][1:])
    assert_heals(disk, 5)
