"""Long work in the background steps aside for who waits for an answer.

One interpreter runs one thread at a time, and gives a thread that computes 5 ms before
another one's turn. Long work therefore calls `breathe` between small units, and sleeps
there while others are active; in all other threads the call does nothing.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_local = threading.local()


def breathe() -> None:
    """Let others go first, if this thread has been asked to."""
    step_aside: Callable[[], None] | None = getattr(_local, "step_aside", None)
    if step_aside is not None:
        step_aside()


@contextmanager
def stepping_aside(step_aside: Callable[[], None]) -> Iterator[None]:
    """While the block runs, this thread's `breathe` calls `step_aside`."""
    _local.step_aside = step_aside
    try:
        yield
    finally:
        _local.step_aside = None
