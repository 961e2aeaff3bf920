"""A person's query: waited for, and what it is told that asks for too much."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import TypeVar

from kgmem.errors import QueryLimit

T = TypeVar("T")

GRACE = 1.0
"""Seconds that an engine is given to stop by itself."""


def took_too_long() -> QueryLimit:
    """It went on for longer than allowed."""
    return QueryLimit(
        "the query took longer than it may: ask for less (a label, an index, a LIMIT, "
        "bounded paths) or raise KGMEM_CYPHER_TIMEOUT (seconds)"
    )


def too_many_rows(most: int) -> QueryLimit:
    """It gave more than allowed."""
    return QueryLimit(
        f"the query gives more than {most} rows: add a LIMIT, count, "
        "or raise KGMEM_CYPHER_MAX_ROWS"
    )


def waited(work: Callable[[], T], timeout: float, *, daemon: bool = False) -> T:
    """What `work` gives, done by another thread, so that a KeyboardInterrupt and the
    limit of time reach who asked. A process that ends waits for it, unless it is a
    `daemon`."""
    answer: Future[T] = Future()

    def run() -> None:
        try:
            answer.set_result(work())
        except BaseException as error:  # told to who asked, whatever it is
            answer.set_exception(error)

    threading.Thread(target=run, name="kgmem-cypher", daemon=daemon).start()
    try:
        return answer.result(timeout + GRACE)
    except FutureTimeout as error:
        if answer.done():  # of the work itself
            raise
        raise took_too_long() from error
