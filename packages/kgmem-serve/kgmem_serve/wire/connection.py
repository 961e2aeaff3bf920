"""Requests to a served memory: pooled, repeated where nothing is done twice by it."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx
from pydantic import SecretStr
from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception_type,
    stop_before_delay,
    wait_random_exponential,
)

from kgmem import KgmemError, MemoryClosed, ServerUnavailable, __version__
from kgmem_serve.wire.failures import code_of, error_of
from kgmem_serve.wire.names import in_header
from kgmem_serve.wire.verbs import LONG_SECONDS

SPACE = "Kgmem-Space"
"""The header that names the space."""
ONCE = "Idempotency-Key"
"""The header by which the server knows a call that came before."""
ATTEMPT = "Kgmem-Attempt"
"""The header that counts how often a call was sent, from 1."""
START = "Kgmem-Start"
"""The header that tells one start of the server from another."""
REFUSED = frozenset(("TooMany", "Busy"))
"""Codes with which a server says that it did not begin what was asked."""
AGAIN = frozenset((429, 502, 503, 504))
"""Statuses of a server that may have time later."""
NOT_LATER = frozenset(("MemoryClosed", "MemoryLocked", "SchemaOutOfDate"))
"""Errors of these statuses that waiting does not mend."""
NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
"""What goes wrong before a request is on its way."""
CONNECT_TIMEOUT = 5.0
WHOLE = LONG_SECONDS
"""Seconds for what goes over the whole memory."""
POOL = httpx.Limits(max_connections=100, max_keepalive_connections=32)
GROWING = wait_random_exponential(multiplier=0.1, max=3.0)

_log = logging.getLogger(__name__)


class _Later(Exception):
    """It may go later: what it is, after how many seconds, and whether the server said
    that it was not begun."""

    def __init__(
        self, error: KgmemError, seconds: float | None = None, is_undone: bool = False
    ) -> None:
        super().__init__(str(error))
        self.error = error
        self.seconds = seconds
        self.is_undone = is_undone


@dataclass(frozen=True, slots=True)
class WireCall:
    """One call: where it goes, what with, and how it may be repeated."""

    path: str
    content: bytes | None = None
    space: str | None = None
    method: str = "POST"
    params: Mapping[str, str] = field(default_factory=dict)
    is_repeatable: bool = True
    """A second time changes nothing; else a key goes with it."""
    is_long: bool = False
    """It goes over the whole memory."""
    kind: str = "application/json"


class Connection:
    """Requests to one server, from any thread. Raises the errors that the memory
    raises there, and ServerUnavailable where it can't be reached."""

    def __init__(
        self,
        address: str,
        key: SecretStr | None = None,
        *,
        timeout: float = 60.0,
        patience: float = 20.0,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.address = address
        self._sleep = sleep
        self.patience = patience
        """Seconds that a call is tried again."""
        self._usual = httpx.Timeout(timeout, connect=CONNECT_TIMEOUT)
        self._long = httpx.Timeout(max(timeout, WHOLE), connect=CONNECT_TIMEOUT)
        self._start = ""
        """Of the server that answered last: another one knows no keys of before."""
        headers = {"User-Agent": f"kgmem/{__version__}"}
        if key:
            headers["Authorization"] = f"Bearer {key.get_secret_value()}"
        self._closing = threading.Lock()
        self._http: httpx.Client | None = httpx.Client(
            base_url=address, headers=headers, limits=POOL, transport=transport
        )

    def __call__(self, request: WireCall) -> bytes:
        """The body of the answer. Raises what the server's memory raises."""
        headers = self._headers(request)
        sent = 1

        def once() -> bytes:
            nonlocal sent
            try:
                return self._once(request, {**headers, ATTEMPT: str(sent)})
            except _Later as late:
                sent += not (late.is_undone or isinstance(late.__cause__, NOT_SENT))
                raise

        try:
            return self._repeating()(once)
        except _Later as late:
            raise late.error from late.__cause__

    def stream(
        self, request: WireCall, take: Callable[[bytes], object]
    ) -> Mapping[str, str]:
        """Give the answer's body to `take`, part by part; its headers."""
        sending = self._client().build_request(
            request.method,
            request.path,
            content=request.content,
            params=request.params or None,
            headers=self._headers(request),
            timeout=self._long,
        )
        try:
            answer = self._client().send(sending, stream=True)
            try:
                if not answer.is_success:
                    raise error_of(answer.status_code, answer.read())
                for part in answer.iter_bytes():
                    take(part)
                return answer.headers
            finally:
                answer.close()
        except httpx.HTTPError as error:
            raise self._unreachable(error) from error

    def close(self) -> None:
        """Let go of the connections; a second call does nothing."""
        with self._closing:
            http, self._http = self._http, None
        if http is not None:
            http.close()

    def _headers(self, request: WireCall) -> dict[str, str]:
        headers = {"Content-Type": request.kind}
        if request.space is not None:
            headers[SPACE] = in_header(request.space)
        if not request.is_repeatable:
            headers[ONCE] = f"{self._start}.{uuid4().hex}"
        return headers

    def _repeating(self) -> Retrying:
        return Retrying(
            retry=retry_if_exception_type(_Later),
            stop=stop_before_delay(self.patience),
            wait=_pause,
            sleep=self._sleep,
            reraise=True,
        )

    def _once(self, request: WireCall, headers: Mapping[str, str]) -> bytes:
        try:
            answer = self._client().request(
                request.method,
                request.path,
                content=request.content,
                params=request.params or None,
                headers=headers,
                timeout=self._long if request.is_long else self._usual,
            )
        except (httpx.ReadTimeout, httpx.WriteTimeout) as error:
            raise self._unreachable(error) from error  # it had the time that it has
        except httpx.HTTPError as error:
            raise _Later(self._unreachable(error)) from error
        except RuntimeError as error:  # closed by another thread meanwhile
            raise _closed() from error
        self._start = answer.headers.get(START, self._start)
        if answer.is_success:
            return answer.content
        raise _refused(answer)

    def _unreachable(self, error: httpx.HTTPError) -> ServerUnavailable:
        told = str(error) or type(error).__name__
        return ServerUnavailable(
            f"{self.address} does not answer: {told}; start it with `kgmem serve`, or "
            "look at KGMEM_SERVER_URL"
        )

    def _client(self) -> httpx.Client:
        if self._http is None:
            raise _closed()
        return self._http


def _closed() -> MemoryClosed:
    return MemoryClosed("this memory was closed; open it again")


def _refused(answer: httpx.Response) -> Exception:
    error = error_of(answer.status_code, answer.content)
    if answer.status_code in AGAIN and type(error).__name__ not in NOT_LATER:
        undone = code_of(answer.content) in REFUSED
        return _Later(error, _seconds(answer.headers.get("Retry-After")), undone)
    return error


def _seconds(given: str | None) -> float | None:
    try:
        return max(0.0, float(given)) if given else None
    except ValueError:  # a date
        return None


def _pause(state: RetryCallState) -> float:
    late: Any = state.outcome.exception() if state.outcome else None
    asked = getattr(late, "seconds", None)
    _log.info("again after: %s", late)
    return GROWING(state) if asked is None else asked
