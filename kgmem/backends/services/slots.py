"""At most so many requests at once, and several batches of one call side by side."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Slots:
    """A number of slots; who has waited longest gets the next one.

    A semaphore would let a busy importer take its slot back before a waiting recall
    wakes up.
    """

    def __init__(self, number: int) -> None:
        self._free = number
        self._waiting: deque[threading.Event] = deque()
        self._lock = threading.Lock()

    def take(self, seconds: float) -> bool:
        """Wait for a slot; False if there was none in that time."""
        with self._lock:
            if self._free:
                self._free -= 1
                return True
            turn = threading.Event()
            self._waiting.append(turn)
        try:
            given = turn.wait(seconds)
        except BaseException:  # an interrupt must not lose the slot
            if not self._leaves(turn):
                self.give_back()
            raise
        return given or not self._leaves(turn)

    def give_back(self) -> None:
        """Hand the slot to whoever waits longest."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1

    def _leaves(self, turn: threading.Event) -> bool:
        """Stop waiting; False if the slot came at the last moment."""
        with self._lock:
            if turn not in self._waiting:
                return False
            self._waiting.remove(turn)
            return True


def side_by_side(
    work: Callable[[Item], Result], items: Sequence[Item], at_once: int
) -> list[Result]:
    """`work` of each item, in the order of the items, so many at a time.

    The first error stops what has not begun and is raised once the rest has ended:
    no thread outlives the call.
    """
    if len(items) <= 1 or at_once <= 1:
        return [work(item) for item in items]
    with ThreadPoolExecutor(min(at_once, len(items)), "kgmem-service") as pool:
        futures = [pool.submit(work, item) for item in items]
        try:
            done, _ = wait(futures, return_when=FIRST_EXCEPTION)
            failed = [future for future in futures if future in done]
            for future in failed:
                future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        return [future.result() for future in futures]
