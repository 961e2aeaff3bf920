"""Measuring in a process of its own, so that no measurement finds what the one before
left in memory."""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def in_child(measure: Callable[[], T]) -> T:
    """What `measure` gives in a fresh process; it and its result must pickle."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=1, mp_context=spawn) as pool:
        return pool.submit(measure).result()
