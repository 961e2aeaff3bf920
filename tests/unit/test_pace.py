"""Garbage that waits while a call is at work."""

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest

from kgmem.pace import uncollected


class Loop:
    """Garbage that only the collector finds."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    was = gc.isenabled()
    gc.enable()
    yield
    if not was:
        gc.disable()


def many_loops() -> weakref.ref[Loop]:
    loops = [Loop() for _ in range(2 * gc.get_threshold()[0])]
    return weakref.ref(loops[0])


def test_garbage_waits_for_the_end_of_the_block_and_no_longer() -> None:
    with uncollected():
        first = many_loops()
        during = first() is not None

    assert during
    assert first() is None


def test_of_blocks_that_overlap_the_first_to_end_lets_it_in() -> None:
    begun, end = threading.Event(), threading.Event()

    def other() -> None:
        with uncollected():
            begun.set()
            end.wait(10)

    with uncollected():
        thread = threading.Thread(target=other)
        thread.start()
        begun.wait(10)
    seen = gc.isenabled()
    end.set()
    thread.join()

    assert seen
    assert gc.isenabled()
