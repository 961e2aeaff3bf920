"""Nothing but a file is written to, replaced or read as a file."""

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kgmem import InvalidInput, Memory
from kgmem.learn.failed_log import FailedLog
from tests.doubles import WordEmbedder

pytestmark = pytest.mark.skipif(os.name != "posix", reason="no pipes in folders")


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    folder: Path = tmp_path_factory.mktemp("special")
    with Memory.open(folder / "m", embedder=WordEmbedder()) as memory:
        memory.learn({"task": "Open settings"})
        yield memory


@pytest.fixture(params=["pipe", "link to a device", "folder"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    place = tmp_path / "special.jsonl"
    if request.param == "pipe":
        os.mkfifo(place)
    elif request.param == "folder":
        place.mkdir()
    else:
        place.symlink_to("/dev/null")
    return place


def what_is(place: Path) -> tuple[int, int, int]:
    """A file, and when it was changed; not when it was looked at."""
    found = place.lstat()
    return found.st_ino, found.st_mode, found.st_mtime_ns


def in_time(work: Callable[[], Any]) -> None:
    """Do it in a thread: whoever opens a pipe waits for its other end for ever."""
    raised: list[BaseException] = []

    def call() -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    thread.join(30)
    assert not thread.is_alive(), "it waits for the other end of the pipe"
    if raised:
        raise raised[0]


def test_an_export_replaces_files_alone(memory: Memory, place: Path) -> None:
    before = what_is(place)

    with pytest.raises(InvalidInput, match=r"folder|device"):
        in_time(lambda: memory.export_to(place, overwrite=True))

    assert what_is(place) == before
    assert list(place.parent.iterdir()) == [place]


@pytest.mark.parametrize("name", ["import_from", "import_facts", "add_document"])
def test_files_alone_are_read(memory: Memory, place: Path, name: str) -> None:
    with pytest.raises(InvalidInput, match=r"folder|device|no file"):
        in_time(lambda: getattr(memory, name)(place))


def test_what_is_no_file_is_no_export(place: Path) -> None:
    in_time(lambda: Memory.is_export(place))

    assert not Memory.is_export(place)


def test_the_failed_log_writes_to_files_alone(place: Path) -> None:
    log = FailedLog(place)
    before = what_is(place)
    kept: list[bool] = []

    in_time(lambda: kept.append(log.append({"a": 1}, "odd")))
    with pytest.raises(OSError, match="no file"):
        in_time(lambda: log.rewrite(()))

    assert kept == [False]
    assert what_is(place) == before
