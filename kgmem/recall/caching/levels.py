"""The levels of the cache: L1 in this process, L2 in Redis for several."""

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from pydantic import ValidationError

from kgmem.model.metrics import CacheUse
from kgmem.model.recollection import Recollection
from kgmem.recall.flow import Answer

TTL = 3_600.0
"""Seconds for which an answer is kept; what time alone changes, such as how much an old
outcome weighs, is that late at most. Where a fact in it ends sooner, it goes then."""


@dataclass(frozen=True, slots=True)
class HeldAnswer:
    """An answer, and until when it holds on every level (`time.time`)."""

    answer: Answer
    until: float

    @classmethod
    def of(cls, answer: Answer, now: float) -> "HeldAnswer":
        """An answer that was given just now."""
        ends = [one.valid_to.timestamp() for one in answer.found.facts if one.valid_to]
        return cls(answer, min([now + TTL, *(end for end in ends if end > now)]))


class AnswerLevel(Protocol):
    """Keeps answers by the key of a question and the version of its space."""

    name: str

    def get(self, key: str, version: str) -> HeldAnswer | None:
        """The answer that was given to it, if it is kept and holds."""

    def put(self, key: str, version: str, kept: HeldAnswer) -> None:
        """Keep it."""

    def use(self) -> CacheUse:
        """How it served so far."""


class InProcess:
    """The answers that were asked for last."""

    name = "L1"

    def __init__(self, most: int, clock: Callable[[], float] = time.time) -> None:
        self._most, self._clock = most, clock
        self._kept: OrderedDict[str, tuple[str, HeldAnswer]] = OrderedDict()
        self._lock = threading.Lock()
        self._hits = self._misses = 0

    def get(self, key: str, version: str) -> HeldAnswer | None:
        """See `AnswerLevel`."""
        with self._lock:
            found = self._kept.get(key)
            if found and found[0] == version and self._clock() < found[1].until:
                self._kept.move_to_end(key)
                self._hits += 1
                return found[1]
            self._misses += 1
            return None

    def put(self, key: str, version: str, kept: HeldAnswer) -> None:
        """See `AnswerLevel`."""
        with self._lock:
            self._kept[key] = version, kept
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def use(self) -> CacheUse:
        """See `AnswerLevel`."""
        with self._lock:
            return CacheUse(hits=self._hits, misses=self._misses, size=len(self._kept))


class SharedText(Protocol):
    """Keeps texts for several processes; raises nothing."""

    failures: int

    def get(self, key: str) -> bytes | None:
        """What is kept, if it can be asked for in time."""

    def put(self, key: str, value: bytes) -> None:
        """Keep it, if that can be done; nobody waits for it."""


@dataclass(slots=True)
class InRedis:
    """Answers without secrets, as JSON."""

    kept: SharedText
    prefix: str
    """Tells one memory, its settings and its version of kgmem from others."""
    name: str = "L2"
    clock: Callable[[], float] = time.time
    hits: int = 0
    misses: int = 0

    def get(self, key: str, version: str) -> HeldAnswer | None:
        """See `AnswerLevel`."""
        name = self._name(key, version)
        found = _read(self.kept.get(name), name)
        if found is not None and found.until <= self.clock():
            found = None
        self.hits += found is not None
        self.misses += found is None
        return found

    def put(self, key: str, version: str, kept: HeldAnswer) -> None:
        """See `AnswerLevel`."""
        name, answer = self._name(key, version), kept.answer
        told = {
            "of": name,
            "until": kept.until,
            "refused": answer.refused,
            "found": answer.found.model_dump(mode="json"),
        }
        self.kept.put(name, json.dumps(told).encode())

    def use(self) -> CacheUse:
        """See `AnswerLevel`."""
        return CacheUse(hits=self.hits, misses=self.misses, failures=self.kept.failures)

    def _name(self, key: str, version: str) -> str:
        return f"{self.prefix}:{version}:{key}"


def _read(value: bytes | None, name: str) -> HeldAnswer | None:
    """What another process kept; None for what is none of ours."""
    if value is None:
        return None
    try:
        told = json.loads(value)
        if told["of"] != name:
            return None
        found = Recollection.model_validate(told["found"])
        answer = Answer(found, tuple(map(str, told["refused"])))
        return HeldAnswer(answer, float(told["until"]))
    except (ValueError, TypeError, KeyError, ValidationError):
        return None
