"""One call to a Qdrant server: tried again within bounds, its errors translated."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ParamSpec, TypeVar

import grpc  # type: ignore[import-untyped]  # ships no type information
import httpx
from qdrant_client.common.client_exceptions import (
    QdrantException,
    ResourceExhaustedResponse,
)
from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

from kgmem import VectorsUnavailable
from kgmem.servers import VectorsLost
from kgmem_servers.breaker import Breaker

T = TypeVar("T")
P = ParamSpec("P")

GONE, TOO_MANY, SERVER_FAULT = 404, 429, 500
FAILURES = 2
"""Calls that failed in a row after which the server is left alone."""
FIRST_REST, LONGEST_REST = 5.0, 60.0
"""Seconds for that, doubled each time: shorter than for services that cost money, since
what waits for it is every search."""
UNHEARD = 1.0
"""Seconds after which a server that was not heard of gives a sign of life first."""
BRIEF_TRIES, BRIEF_WAIT = 2, 0.5
SHOWN = 300
"""Characters of a server's answer that a message quotes."""
PASSING_CODES = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.DEADLINE_EXCEEDED,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        grpc.StatusCode.ABORTED,
        grpc.StatusCode.INTERNAL,
    }
)
RATE_CURE = (
    "the server limits requests: ask from fewer processes, or raise its rate limit "
    "(strict mode of the collection)"
)
CURES = {
    401: "set KGMEM_QDRANT_API_KEY to a key that the server accepts",
    403: "set KGMEM_QDRANT_API_KEY to a key that may write, not a read-only one",
    429: RATE_CURE,
    507: "the server's disk is full: give it room",
    404: "a collection is gone: run `kgmem repair`, which makes it anew",
}
SAID_CURES = {
    (
        "no space left",
        "disk is full",
        "wal buffer size exceeds",
    ): "the server's disk is full: give it room",
    ("out of memory", "not enough memory", "memory limit"): "the server has too little "
    "memory: give it more, or set KGMEM_QDRANT_ON_DISK=true and "
    "KGMEM_QDRANT_QUANTIZATION=scalar, then run `kgmem reindex`",
    ("read-only", "read only", "write operations are disabled", "recovery mode"): "the "
    "server takes no writes: see why in its log, or use one that does",
}
"""What to do, by words of the server's answer, whatever its status."""
TIMEOUT_CURE = (
    "does the server at KGMEM_QDRANT_URL hang, or has it too much to do? For more time "
    "raise KGMEM_QDRANT_TIMEOUT, or KGMEM_QDRANT_RECALL_TIMEOUT for recalls (seconds)"
)
DEFAULT_CURE = "check that the server at KGMEM_QDRANT_URL runs and is a Qdrant server"


@dataclass(frozen=True, slots=True)
class Retry:
    """How often and how long a failed call is tried again.

    All calls may be repeated: ids are given and versions guarded.
    """

    attempts: int = 4
    first_wait: float = 0.2
    """Seconds; doubled each time, then a random half to all of it is waited."""
    longest_wait: float = 5.0
    budget: float = 30.0
    """Seconds since the first try after which none is started."""


class QdrantCalls:
    """Runs calls; raises VectorsUnavailable and nothing else of the driver's.

    A server that does not answer is waited for by one try, never by several, and is
    then left alone for a while, as it is after FAILURES calls that fail in another way:
    all that a recall asks of one that hangs takes no longer than one of its calls. One
    that was not heard of for UNHEARD seconds is first asked for a sign of life, which
    gets less time than a large write: so not even a learn waits long for it.

    `secret` is cut from every message, in case a server or proxy echoes it.
    """

    def __init__(
        self,
        retry: Retry | None = None,
        secret: str | None = None,
        *,
        sign_of_life: Callable[[], object] | None = None,
        breaker: Breaker | None = None,
    ) -> None:
        self.retry = retry or Retry()
        self.secret = secret
        self._sign_of_life = sign_of_life
        self.breaker = breaker or Breaker(
            failures=FAILURES, first_rest=FIRST_REST, longest_rest=LONGEST_REST
        )
        self._heard_at = -UNHEARD

    def run(
        self, doing: str, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What `call` returns, after at most `retry.attempts` tries."""
        return self._unless_open(
            doing, self.retry, lambda: call(*args, **kwargs), self._sign_of_life
        )

    def hear_again(self) -> None:
        """Ask for a sign of life, also while the server is left alone; it is asked
        again once it gives one. Raises VectorsUnavailable."""
        if self._sign_of_life is not None:
            try:
                self._tried("a sign of life", self.retry, self._sign_of_life)
            except CallFailed as failed:
                raise failed.error from failed.cause
        self.breaker.reset()

    def briefly(
        self, doing: str, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """The same for what a recall waits for: no more than one other try, and that
        only if the server has said at once that it is busy."""
        once = replace(
            self.retry,
            attempts=min(BRIEF_TRIES, self.retry.attempts),
            longest_wait=min(BRIEF_WAIT, self.retry.longest_wait),
            budget=min(BRIEF_WAIT, self.retry.budget),
        )
        return self._unless_open(doing, once, lambda: call(*args, **kwargs), None)

    def _unless_open(
        self,
        doing: str,
        retry: Retry,
        call: Callable[[], T],
        first: Callable[[], object] | None,
    ) -> T:
        """How it ended is told to the breaker."""
        ticket = self.breaker.enter()
        if ticket is None:
            raise self._left_alone(doing)
        try:
            if first is not None and time.monotonic() - self._heard_at > UNHEARD:
                self._tried(doing, replace(retry, attempts=1), first)
            answer = self._tried(doing, retry, call)
        except CallFailed as failed:
            if failed.is_passing:
                self.breaker.fail(ticket, str(failed), silent=failed.is_silent)
            else:
                self.breaker.succeed(ticket)
            # A cause whose text holds the key would be printed with the traceback.
            raise failed.error from failed.cause
        except BaseException:
            self.breaker.leave(ticket)
            raise
        self.breaker.succeed(ticket)
        return answer

    def _left_alone(self, doing: str) -> VectorsUnavailable:
        now = self.breaker.condition()
        return VectorsUnavailable(
            f"Qdrant: not asked for {doing}: it is left alone for {now.seconds:.0f} s "
            f"more; what failed last: {now.why}"
        )

    def _tried(self, doing: str, retry: Retry, call: Callable[[], T]) -> T:
        started = time.monotonic()
        tries = 0
        while True:
            tries += 1
            try:
                answer = call()
            except Exception as error:
                # The client lets httpx, gRPC, pydantic and assertion errors through.
                wait = _wait(retry, error, tries)
                left = retry.budget - (time.monotonic() - started)
                if wait is None or wait > left:
                    raise self._failed(doing, tries, error) from None
            else:
                self._heard_at = time.monotonic()
                return answer
            time.sleep(wait)

    def _failed(self, doing: str, tries: int, error: Exception) -> "CallFailed":
        times = "1 try" if tries == 1 else f"{tries} tries"
        said = _description(error)
        clean = said.replace(self.secret, "***") if self.secret else said
        told = f"Qdrant: {doing} failed after {times}: {clean}; {cure_of(error)}"
        kind = VectorsLost if _status(error) == GONE else VectorsUnavailable
        cause = error if clean == said else None
        return CallFailed(kind(told), is_passing(error), is_timeout(error), cause)


class CallFailed(Exception):
    """How a call ended; within this module alone."""

    def __init__(
        self,
        error: VectorsUnavailable,
        is_passing: bool,
        is_silent: bool,
        cause: Exception | None,
    ) -> None:
        super().__init__(str(error))
        self.error, self.cause = error, cause
        self.is_passing, self.is_silent = is_passing, is_silent


def _wait(retry: Retry, error: Exception, tries: int) -> float | None:
    """Seconds until the next try; None if there is none."""
    if tries >= retry.attempts or not is_passing(error) or is_timeout(error):
        return None
    doubled = retry.first_wait * 2.0 ** (tries - 1)
    jittered = min(doubled, retry.longest_wait) * random.uniform(0.5, 1.0)
    if isinstance(error, ResourceExhaustedResponse):
        return max(jittered, float(error.retry_after_s))
    return jittered


def is_timeout(error: Exception) -> bool:
    """Whether the server let the time pass: another try would only wait again."""
    if isinstance(error, ResponseHandlingException):
        return isinstance(error.source, httpx.TimeoutException)
    if isinstance(error, grpc.RpcError):
        return _code(error) is grpc.StatusCode.DEADLINE_EXCEEDED
    return False


def cure_of(error: Exception) -> str:
    """What to do about it."""
    if is_timeout(error):
        return TIMEOUT_CURE
    said = _description(error).lower()
    for words, cure in SAID_CURES.items():
        if any(word in said for word in words):
            return cure
    return CURES.get(_status(error) or 0, DEFAULT_CURE)


def is_passing(error: Exception) -> bool:
    """Whether the same call may succeed a little later."""
    if isinstance(error, UnexpectedResponse):
        status = error.status_code or 0
        return status == TOO_MANY or status >= SERVER_FAULT
    if isinstance(error, ResponseHandlingException):
        return isinstance(error.source, httpx.TransportError)
    if isinstance(error, grpc.RpcError):
        return _code(error) in PASSING_CODES
    return isinstance(error, QdrantException)


def _status(error: Exception) -> int | None:
    """The HTTP status, also of the gRPC codes that mean the same."""
    if isinstance(error, ResourceExhaustedResponse):
        return TOO_MANY
    if isinstance(error, UnexpectedResponse):
        return error.status_code
    if isinstance(error, grpc.RpcError):
        same = {
            grpc.StatusCode.UNAUTHENTICATED: 401,
            grpc.StatusCode.PERMISSION_DENIED: 403,
            grpc.StatusCode.NOT_FOUND: 404,
            grpc.StatusCode.RESOURCE_EXHAUSTED: 429,
        }
        return same.get(_code(error))
    if isinstance(error, ValueError) and "not found" in str(error):
        return GONE  # the client's own, of a collection in memory
    return None


def _description(error: Exception) -> str:
    if isinstance(error, ResourceExhaustedResponse):
        return f"{error}, asked to wait {error.retry_after_s} s"
    if isinstance(error, UnexpectedResponse):
        said = error.content.decode(errors="replace")[:SHOWN]
        return f"HTTP {error.status_code}: {said}"
    if isinstance(error, ResponseHandlingException):
        return f"{type(error.source).__name__}: {error.source}"
    if isinstance(error, grpc.RpcError):
        details = getattr(error, "details", lambda: None)()
        return f"gRPC {_code(error)}: {details}"
    return f"{type(error).__name__}: {error}"


def _code(error: grpc.RpcError) -> object:
    return getattr(error, "code", lambda: None)()
