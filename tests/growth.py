"""How the processor time of a piece of work grows with its size."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

TRIES = 3
# Below it the clock's own steps would decide.
LEAST = 0.005


def growth(work: Callable[[], object], larger: Callable[[], object]) -> float:
    """How many times the processor time of `work` the `larger` one takes.

    The least of several tries of each, since what else runs on the machine only adds,
    and without the collector, which looks through all that the tests before have made.
    """
    work()  # what the first call loads
    return _least(larger) / max(_least(work), LEAST)


def _least(work: Callable[[], object]) -> float:
    return min(_seconds(work) for _ in range(TRIES))


def _seconds(work: Callable[[], object]) -> float:
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()
