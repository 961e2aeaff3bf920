"""The cache of answers, in this process."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from kgmem.model.metrics import CacheUse
from kgmem.recall.flow import Recalled

TTL = 3_600.0
"""Seconds for which an answer is kept; what time alone changes, such as how much an old
outcome weighs, is that late at most. Where a fact in it ends sooner, it goes then."""


class AnswerCache:
    """The answers that were asked for last, by the key of a question, each with the
    version of its space; thread-safe."""

    def __init__(self, most: int, clock: Callable[[], float] = time.time) -> None:
        self._most, self._clock = most, clock
        self._kept: OrderedDict[str, tuple[str, Recalled, float]] = OrderedDict()
        """Also until when each holds."""
        self._lock = threading.Lock()
        self._hits = self._misses = 0

    def get(self, key: str, version: str) -> Recalled | None:
        """The answer that was given to the question, if it is kept and holds."""
        with self._lock:
            of, answer, until = self._kept.get(key, (None, None, 0.0))
            if of == version and self._clock() < until:
                self._kept.move_to_end(key)
                self._hits += 1
                return answer
            self._misses += 1
            return None

    def put(self, key: str, version: str, answer: Recalled) -> None:
        """Keep an answer that was given just now."""
        now = self._clock()
        ends = [one.valid_to.timestamp() for one in answer.found.facts if one.valid_to]
        until = min([now + TTL, *(end for end in ends if end > now)])
        with self._lock:
            self._kept[key] = version, answer, until
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def use(self) -> CacheUse:
        """How it served so far."""
        with self._lock:
            return CacheUse(hits=self._hits, misses=self._misses, size=len(self._kept))
