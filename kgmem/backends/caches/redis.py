"""Redis as a cache: what it takes is bounded, and whatever it does raises nothing."""

import logging
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TookTooLong
from threading import BoundedSemaphore
from typing import Any, Self

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from kgmem.backends.breaker import Breaker, Condition
from kgmem.errors import ConfigurationError

log = logging.getLogger(__name__)

WORKERS = 2
WAITING = 16
"""Calls that may wait for a worker; more are dropped."""
LARGEST = 1_000_000
"""Bytes of the largest value that is kept."""


class RedisTexts:
    """Texts in Redis with a time to live.

    Calls are made by threads of its own, so that one that is slow holds up nobody for
    longer than `timeout`. After five in a row that failed or were slow, it is left
    alone for a while.
    """

    def __init__(
        self,
        client: "redis.Redis",
        *,
        timeout: float,
        ttl: float,
        breaker: Breaker | None = None,
    ) -> None:
        self._client, self._timeout, self._ttl = client, timeout, int(ttl)
        self._breaker = breaker or Breaker()
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="kgmem-redis")
        self._room = BoundedSemaphore(WORKERS + WAITING)
        self.failures = 0
        """Calls that failed or took too long."""

    @classmethod
    def at(cls, url: str, *, timeout: float, ttl: float) -> Self:
        """The one at this address; nothing is asked yet. Raises ConfigurationError for
        what is no address."""
        try:
            client = redis.Redis.from_url(
                url,
                socket_timeout=timeout,
                socket_connect_timeout=timeout,
                retry=Retry(NoBackoff(), 0),
                max_connections=WORKERS,
            )
        except ValueError:
            raise ConfigurationError(
                "KGMEM_REDIS_URL: an address such as redis://localhost:6379/0 is needed"
            ) from None  # it would quote the password
        return cls(client, timeout=timeout, ttl=ttl)

    def get(self, key: str) -> bytes | None:
        """What is kept, if it comes in time."""
        asked = self._begin(lambda: self._client.get(key))
        if asked is None:
            return None
        try:
            found = asked.result(self._timeout)
        except TookTooLong:
            self.failures += 1
            return None
        except CancelledError:  # closed
            return None
        return found if isinstance(found, bytes) else None

    def put(self, key: str, value: bytes) -> None:
        """Keep it; nobody waits for it."""
        if len(value) <= LARGEST:
            self._begin(lambda: self._client.set(key, value, ex=self._ttl))

    def condition(self) -> Condition:
        """Whether it is asked at all."""
        return self._breaker.condition()

    def close(self) -> None:
        """Let go of it; what was not kept yet is not."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._client.close()

    def _begin(self, call: Callable[[], Any]) -> "Future[Any] | None":
        """A call that has begun; None where it can't, or is not to be, asked."""
        if not self._room.acquire(blocking=False):
            return None
        ticket = self._breaker.enter()
        if ticket is None:
            self._room.release()
            return None
        try:
            begun = self._pool.submit(self._call, call, ticket, time.monotonic())
        except RuntimeError:  # closed
            self._room.release()
            return None
        begun.add_done_callback(lambda _: self._room.release())
        return begun

    def _call(self, call: Callable[[], Any], ticket: int, asked_at: float) -> Any:
        try:
            found = call()
        except redis.ResponseError as error:  # full, or another type: it answers
            self._note(error)
            self._breaker.succeed(ticket)
            return None
        except (redis.RedisError, OSError, ValueError) as error:
            self._note(error)
            lasting = isinstance(error, redis.AuthenticationError)
            self._breaker.fail(ticket, type(error).__name__, for_long=lasting)
            return None
        if time.monotonic() - asked_at > self._timeout:
            self._breaker.fail(ticket, "slow")
        else:
            self._breaker.succeed(ticket)
        return found

    def _note(self, error: Exception) -> None:
        self.failures += 1
        log.info("the cache in Redis: %s", type(error).__name__)
