"""Long work in the background steps aside for who waits for an answer.

One interpreter runs one thread at a time, and gives a thread that computes 5 ms before
another one's turn. Long work therefore calls `breathe` between small units, and sleeps
there while others are active; in all other threads the call does nothing.

The garbage collector looks less often in a process that holds a memory: see
`look_less_often`.
"""

import gc
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


MADE = 20_000
"""Objects that are made and not freed before the collector looks at them."""


def look_less_often() -> None:
    """Let the garbage collector look after MADE new objects at the soonest.

    Python's own 700 is right for a small program: a memory holds some 400,000 objects,
    and a batch job makes as many for a while, which would pass for old, and bring on
    looks through all. What drops out of use is freed at once, as always; a host that
    looks even less often, or never, is left as it is.
    """
    first, *rest = gc.get_threshold()
    if 0 < first < MADE:
        gc.set_threshold(MADE, *rest)
