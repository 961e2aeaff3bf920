"""What calls take of the processor, told apart by who pays for it."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kgmem_bench.common.stand import Stand


@dataclass(frozen=True, slots=True)
class Cost:
    """Processor time of one call in milliseconds, on average."""

    calls: int
    ready_ms: float
    """Of the thread that calls, less embedding: as with ready vectors."""
    waited_ms: float
    """Of the thread that calls, embedding included."""
    all_ms: float
    """Of all threads, less embedding, until the work that follows is done."""


def cost(at: Stand, calls: Iterable[Callable[[], object]], each: int = 1) -> Cost:
    """What these calls take, each of which does the work of `each`."""
    at.wait_for_job()
    listed = list(calls)
    embedded, own, process = _clocks(at)
    for call in listed:
        call()
    waited = time.thread_time() - own
    ready = waited - (at.embedder.cpu_seconds - embedded)
    at.wait_for_job()
    after, _, end = _clocks(at)
    count = len(listed) * each
    everything = end - process - (after - embedded)
    return Cost(count, *(one / count * 1e3 for one in (ready, waited, everything)))


def _clocks(at: Stand) -> tuple[float, float, float]:
    return at.embedder.cpu_seconds, time.thread_time(), time.process_time()
