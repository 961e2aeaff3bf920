"""One call to a Qdrant server: tried again within bounds, its errors translated."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, ParamSpec, TypeVar

import grpc  # type: ignore[import-untyped]  # ships no type information
import httpx
from qdrant_client.common.client_exceptions import (
    QdrantException,
    ResourceExhaustedResponse,
)
from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

from kgmem.errors import VectorsLost, VectorsUnavailable

T = TypeVar("T")
P = ParamSpec("P")

GONE, TOO_MANY, SERVER_FAULT = 404, 429, 500
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
CURES = {
    401: "set KGMEM_QDRANT_API_KEY to a key that the server accepts",
    403: "set KGMEM_QDRANT_API_KEY to a key that may write",
    404: "a collection is gone: run `kgmem repair`, which makes it anew",
}
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


@dataclass(frozen=True, slots=True)
class QdrantCalls:
    """Runs calls; raises VectorsUnavailable and nothing else of the driver's.

    `secret` is cut from every message, in case a server or proxy echoes it.
    """

    retry: Retry = Retry()
    secret: str | None = None

    def run(
        self, doing: str, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """What `call` returns, after at most `retry.attempts` tries."""
        started = time.monotonic()
        tries = 0
        while True:
            tries += 1
            try:
                return call(*args, **kwargs)
            except Exception as error:
                # The client lets httpx, gRPC, pydantic and assertion errors through.
                wait = self._wait(error, tries)
                left = self.retry.budget - (time.monotonic() - started)
                if wait is None or wait > left:
                    self._fail(doing, tries, error)
            time.sleep(wait)

    def _wait(self, error: Exception, tries: int) -> float | None:
        """Seconds until the next try; None if there is none."""
        if tries >= self.retry.attempts or not is_passing(error):
            return None
        doubled = self.retry.first_wait * 2.0 ** (tries - 1)
        jittered = min(doubled, self.retry.longest_wait) * random.uniform(0.5, 1.0)
        if isinstance(error, ResourceExhaustedResponse):
            return max(jittered, float(error.retry_after_s))
        return jittered

    def _fail(self, doing: str, tries: int, error: Exception) -> NoReturn:
        times = "1 try" if tries == 1 else f"{tries} tries"
        cure = CURES.get(_status(error) or 0, DEFAULT_CURE)
        said = _description(error)
        clean = said.replace(self.secret, "***") if self.secret else said
        kind = VectorsLost if _status(error) == GONE else VectorsUnavailable
        failure = kind(f"Qdrant: {doing} failed after {times}: {clean}; {cure}")
        # A cause whose text holds the key would be printed with the traceback.
        raise failure from (error if clean == said else None)


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
    if isinstance(error, UnexpectedResponse):
        return error.status_code
    if isinstance(error, grpc.RpcError):
        same = {
            grpc.StatusCode.UNAUTHENTICATED: 401,
            grpc.StatusCode.PERMISSION_DENIED: 403,
            grpc.StatusCode.NOT_FOUND: 404,
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
