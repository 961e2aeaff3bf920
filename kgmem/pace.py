"""Long work in the background steps aside for who waits for an answer.

One interpreter runs one thread at a time, and gives a thread that computes 5 ms before
another one's turn. Long work therefore calls `breathe` between small units, and sleeps
there while others are active; in all other threads the call does nothing.

The garbage collector steps aside as well while a call that makes much at once is at
work: `uncollected`.
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


@contextmanager
def uncollected() -> Iterator[None]:
    """While the block runs, cyclic garbage waits; it is looked for right after.

    What a call makes and drops again is freed as always. Looked through meanwhile, it
    would pass for old, and bring on looks through all that the process holds. Blocks of
    several threads may overlap: the first to end lets the collector in again. A
    collector that the host switched off stays off.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        _Made()  # a look that is due is taken here, not by whoever goes on


class _Made:
    """Something that the collector counts: it looks when such a thing is made."""
