"""How much one caller may ask, and all together."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from kgmem import Settings

MB = 1_000_000
BURST = 1 / 6
"""Of a minute's requests, so many may come at once."""
MOST_CALLERS = 10_000


@dataclass(frozen=True, slots=True)
class Limits:
    """Settings `serve_…`, as `config` tells them."""

    per_minute: int = 6_000
    body: int = 16 * MB
    upload: int = 1_000 * MB
    bodies: int = 2_000 * MB
    """Of all bodies at once: two of the longest."""
    body_seconds: float = 20.0
    seconds: float = 120.0
    workers: int = 8
    queue: int = 500

    @classmethod
    def of(cls, settings: Settings) -> "Limits":
        """As the settings have it."""
        return cls(
            per_minute=settings.serve_per_minute,
            body=int(settings.serve_body_mb * MB),
            upload=int(settings.serve_upload_mb * MB),
            bodies=2 * int(max(settings.serve_upload_mb, settings.serve_body_mb) * MB),
            body_seconds=settings.serve_body_seconds,
            seconds=settings.serve_seconds,
            workers=settings.serve_workers,
            queue=settings.serve_queue,
        )


@dataclass
class Buckets:
    """A bucket of requests for each caller; it fills by the minute."""

    clock: Callable[[], float] = time.monotonic
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def wait(self, name: str, per_minute: int) -> float:
        """Take one request out; or the seconds until there is one."""
        now, most = self.clock(), max(1.0, per_minute * BURST)
        left, at = self._left.get(name, (most, now))
        left = min(most, left + (now - at) * per_minute / 60)
        taken = left >= 1
        self._left[name] = (left - 1 if taken else left), now
        self._left.move_to_end(name)
        while len(self._left) > MOST_CALLERS:
            self._left.popitem(last=False)
        return 0.0 if taken else (1 - left) * 60 / per_minute


class Workplaces:
    """So many requests are worked on at once, so many wait, and no more come in. What
    is begun is done, also when nobody waits for it any more."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._free = asyncio.Semaphore(limits.workers)
        self._waiting = 0
        self._work = set[asyncio.Task[None]]()

    async def take(self, seconds: float) -> bool:
        """Take a place to work at; False if too many wait, or it takes too long."""
        if not self._free.locked():
            return await self._free.acquire()
        if self._waiting >= self._limits.queue:
            return False
        self._waiting += 1
        try:
            async with asyncio.timeout(seconds):
                return await self._free.acquire()
        except TimeoutError:
            return False
        finally:
            self._waiting -= 1

    def leave(self) -> None:
        """Let the next one in."""
        self._free.release()

    def begun(self, task: asyncio.Task[None]) -> None:
        """Remember it until it is done."""
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def done(self) -> None:
        """Wait until all that was begun is done."""
        while self._work:
            await asyncio.wait(self._work)
