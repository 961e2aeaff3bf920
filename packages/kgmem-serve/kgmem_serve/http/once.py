"""Calls that a client may send again: the second time they are answered as before."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeVar
from uuid import uuid4

from fastapi import Depends, Header, Request

from kgmem_serve.http.access.requests import App, Message, Receive, Scope, Send
from kgmem_serve.http.callers import StartedAnew, caller_of
from kgmem_serve.wire.connection import ATTEMPT, ONCE, START

KEPT = 10_000
"""Answers that are kept,"""
KEPT_BYTES = 64 << 20
"""bytes of them, where they are bytes,"""
SECONDS = 600.0
"""and how long."""
T = TypeVar("T")


@dataclass(slots=True)
class _Answer:
    until: float
    is_there: bool = False
    value: Any = None
    size: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


class Answers:
    """What was answered to calls that carry a key, for some minutes. May be used from
    several threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.start = uuid4().hex[:12]
        """Of this process: keys of another one are not known here."""
        self._clock = clock
        self._kept: OrderedDict[tuple[str, str], _Answer] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def once(self, caller: str, key: str, attempt: int, work: Callable[[], T]) -> T:
        """What `work` gives, or gave when the same caller sent this key before.

        Raises StartedAnew for a repeated call whose first sending another process
        of this server got: nobody knows whether that did it.
        """
        answer = self._of((caller, key), attempt)
        with answer.lock:
            if not answer.is_there:
                answer.value = work()
                answer.is_there = True
                self._weigh(answer)
            value: T = answer.value
            return value

    def _of(self, key: tuple[str, str], attempt: int) -> _Answer:
        with self._lock:
            self._drop_old()
            known = self._kept.get(key)
            if known is None and attempt > 1 and not self._is_own(key[1]):
                raise StartedAnew(
                    "the server was started anew while this call was under way: it is "
                    "not known whether it was done; look before you repeat it"
                )
            if known is None:
                known = self._kept[key] = _Answer(self._clock() + SECONDS)
            return known

    def _is_own(self, key: str) -> bool:
        start = key.partition(".")[0]
        return start in ("", self.start)

    def _weigh(self, answer: _Answer) -> None:
        size = len(answer.value) if isinstance(answer.value, bytes) else 0
        with self._lock:
            answer.size = size
            self._bytes += size

    def _drop_old(self) -> None:
        while self._kept:
            oldest = next(iter(self._kept.values()))
            is_full = len(self._kept) > KEPT or self._bytes > KEPT_BYTES
            if not is_full and oldest.until > self._clock():
                return
            if oldest.lock.locked():  # its work goes on
                return
            _, gone = self._kept.popitem(last=False)
            self._bytes -= gone.size


class OnceCall:
    """One call: done once for each key."""

    def __init__(self, answers: Answers, caller: str, key: str | None, n: int) -> None:
        self._answers, self._caller, self._key, self._n = answers, caller, key, n

    def __call__(self, work: Callable[[], T]) -> T:
        """What `work` gives, or gave before to the same call."""
        if self._key is None:
            return work()
        return self._answers.once(self._caller, self._key, self._n, work)


async def _once(
    request: Request,
    key: Annotated[str | None, Header(alias=ONCE, max_length=200)] = None,
    attempt: Annotated[int, Header(alias=ATTEMPT, ge=1)] = 1,
) -> OnceCall:
    answers: Answers = request.app.state.answers
    space = request.state.space  # of the memory, which calls take before this
    whose = f"{caller_of(request).name}\n{space}\n{request.scope['path']}"
    return OnceCall(answers, whose, key, attempt)


Once = Annotated[OnceCall, Depends(_once)]


class TellsStart:
    """An application whose answers name this start, so that a client which outlives it
    makes its keys for the next one."""

    def __init__(self, app: App, start: str) -> None:
        self._app = app
        self._header = START.lower().encode(), start.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does."""

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), self._header]
            await send(message)

        await self._app(scope, receive, told)
