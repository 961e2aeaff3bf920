"""One small client for the embedding, rerank and chat services.

post = past the breaker -> (a slot -> request -> answer), repeated by tenacity
"""

import json
import logging
import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NoReturn, TypeVar

import httpx
from pydantic import BaseModel, SecretStr, ValidationError
from tenacity import RetryCallState, Retrying, retry_if_exception_type, wait_exponential

from kgmem import ServiceError
from kgmem.servers import checked_address, checked_key, explain, headers_of
from kgmem_servers.breaker import Breaker
from kgmem_servers.services.failures import (
    Busy,
    Failure,
    OutOfPatience,
    Patience,
    Refusal,
)
from kgmem_servers.services.faults import Faults
from kgmem_servers.services.reply import Reply
from kgmem_servers.services.usage import Prices, Usage

RETRIES = 3
"""Repeats of what fails otherwise than by a rate limit."""
GROWING = wait_exponential(multiplier=0.5, max=8.0)
"""Seconds before the first repeat, doubled for each further one, up to this."""
Json = dict[str, object]
Shape = TypeVar("Shape", bound=BaseModel)
Item = TypeVar("Item")
Result = TypeVar("Result")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Call:
    path: str
    content: bytes
    patience: Patience
    end: float


class ServiceClient:
    """Posts JSON to one service; safe to share between threads.

    Repeats on 408, 5xx and broken connections, at most RETRIES times, and on 429 for
    as long as the caller's patience lasts; not on a read timeout, which used up the
    time that the caller gave. Every failure is a ServiceError that names the setting
    to look at and never shows the key.
    """

    def __init__(
        self,
        base_url: str,
        api_key: SecretStr | None,
        timeout: float,
        *,
        name: str = "embedding",
        setting: str = "KGMEM_EMBEDDING",
        patience: float = 90.0,
        concurrency: int = 4,
        prices: Prices | None = None,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name, self.setting, self.concurrency = name, setting, concurrency
        self.patience = Patience(patience, f"{setting}_PATIENCE")
        """What a call has that brings none of its own."""
        self.left_out: frozenset[str] = frozenset()
        """Request fields that this service refused and no longer gets."""
        self._address = checked_address(base_url, setting)
        key = checked_key(api_key, setting)
        self.faults = Faults(name, setting, self._address, key)
        self._timeout, self._sleep, self._clock = timeout, sleep, clock
        self._usage = Usage(prices)
        self._slots = threading.Semaphore(concurrency)
        self._breaker = Breaker(clock)
        self._http = httpx.Client(
            headers=headers_of(key), timeout=timeout, transport=transport
        )

    def report(self) -> dict[str, int | float | None]:
        """Calls, requests, repeats and failures so far, the tokens that the service
        counted, the seconds spent on waiting, and the cost (None without prices)."""
        return self._usage.report()

    def condition(self) -> Json:
        """Where it is (host only), and whether it may be asked now."""
        breaker = self._breaker.condition()
        return {
            "host": httpx.URL(self._address).netloc.decode("ascii"),
            "concurrency": self.concurrency,
            "breaker": breaker.position,
            "failures_in_a_row": breaker.failures,
            "last_failure": breaker.why,
            "asked_again_in": round(breaker.seconds, 3),
        }

    def close(self) -> None:
        """Let go of the connections; a second call does nothing."""
        self._http.close()

    def post(
        self,
        path: str,
        request: Mapping[str, object],
        patience: Patience | None = None,
        optional: Sequence[str] = (),
    ) -> Json:
        """The JSON object that the service answers to `request` at `path`; a bare list
        comes back as `{"data": [...]}`.

        A field of `optional` that the service refuses by name is left out from then
        on. Raises ServiceError; its subclass Refusal where the service refuses the
        request itself (4xx).
        """
        while True:
            sent = {k: v for k, v in request.items() if k not in self.left_out}
            try:
                return self._counted(path, sent, patience or self.patience)
            except Refusal as error:
                named = [k for k in optional if k in sent and k in error.said]
                if error.status not in (400, 422) or not named:
                    raise
            self.left_out |= {named[0]}
            _log.warning(
                "%s service refuses %s; asking without it", self.name, named[0]
            )

    def read(self, shape: type[Shape], answer: Json) -> Shape:
        """The answer as a value; Unusable names the fields that don't fit."""
        try:
            return shape.model_validate(answer)
        except ValidationError as error:
            raise self.faults.unusable(explain(error, "answer")) from error

    def side_by_side(
        self, work: Callable[[Item], Result], items: Sequence[Item]
    ) -> list[Result]:
        """`work` of each item, in the order of the items, as many at a time as there
        are slots. An error cancels what has not begun; no thread outlives the call."""
        if len(items) <= 1:
            return [work(item) for item in items]
        workers = min(self.concurrency, len(items))
        with ThreadPoolExecutor(workers, "kgmem-service") as pool:
            return list(pool.map(work, items))

    def _counted(self, path: str, request: Json, patience: Patience) -> Json:
        # A lone surrogate, which UTF-8 can't hold, becomes a question mark.
        content = json.dumps(request, ensure_ascii=False).encode("utf-8", "replace")
        self._usage.count(calls=1)
        try:
            end = self._clock() + patience.seconds
            answer = self._guarded(_Call(path, content, patience, end))
        except ServiceError:
            self._usage.count(failures=1)
            raise
        self._usage.meter(answer)
        return answer

    def _guarded(self, call: _Call) -> Json:
        """The answer, unless the breaker is open; how it ended is told to it."""
        ticket = self._breaker.enter()
        if ticket is None:
            raise self.faults.left_alone(self._breaker.condition())
        try:
            answer = self._repeated(call)
        except Failure as error:
            self._tell(ticket, error)
            raise
        except BaseException:
            self._breaker.leave(ticket)
            raise
        self._breaker.succeed(ticket)
        return answer

    def _tell(self, ticket: int, error: Failure) -> None:
        if isinstance(error, OutOfPatience):
            self._breaker.leave(ticket)
        elif isinstance(error, Refusal) and error.status not in (401, 403):
            self._breaker.succeed(ticket)  # the caller's fault, not the service's
        else:
            why = f"{error.fault}; {error.cure}"
            self._breaker.fail(ticket, why, for_long=error.status in (401, 403))

    def _repeated(self, call: _Call) -> Json:
        retrying = Retrying(
            retry=retry_if_exception_type(Busy),
            wait=_pause,
            stop=lambda state: self._is_over(call, state),
            before_sleep=self._note,
            retry_error_callback=lambda state: self._give_up(call, state),
            sleep=self._sleep,
        )
        return retrying(self._once, call)

    def _once(self, call: _Call) -> Json:
        self._take_slot(call)
        try:
            reply = self._request(call)
        except httpx.HTTPError as error:
            raise self.faults.unreachable(
                call.path, error, self._timeout, call.patience
            ) from error
        finally:
            self._slots.release()
        return self._object(call.path, reply)

    def _left(self, call: _Call) -> float:
        """Seconds that a call may still take."""
        return max(call.end - self._clock(), 0.0)

    def _take_slot(self, call: _Call) -> None:
        """Wait to be one of the requests that may run at once."""
        before = self._clock()
        taken = self._slots.acquire(timeout=self._left(call))
        self._usage.wait(self._clock() - before)
        if not taken:
            raise self.faults.no_slot(self.concurrency, call.patience)

    def _request(self, call: _Call) -> Reply:
        """The answer, within the caller's patience: a server that sends a byte now and
        then, to keep the connection alive, never runs into a timeout."""
        self._usage.count(requests=1)
        # A timeout of 0 would mean none to some transports.
        timeout = max(min(self._timeout, self._left(call)), 0.001)
        content = bytearray()
        with self._http.stream(
            "POST", self._url(call.path), content=call.content, timeout=timeout
        ) as response:
            for chunk in response.iter_bytes():
                content += chunk
                if not self._left(call):
                    raise httpx.ReadTimeout("the answer dribbles")
        return Reply(response.status_code, response.headers, bytes(content))

    def _url(self, path: str) -> str:
        """Some providers' rerank endpoint is called `/reranks`: a base URL may name
        the endpoint itself."""
        named = self._address.endswith((path, f"{path}s"))
        return self._address if named else self._address + path

    def _object(self, path: str, reply: Reply) -> Json:
        if not 200 <= reply.status < 300:
            raise self.faults.refused(path, reply)
        try:
            answer = json.loads(reply.content)
        except (ValueError, RecursionError) as error:
            kind = reply.headers.get("content-type", "something").partition(";")[0]
            what = f"{kind}, not JSON" if reply.content.strip() else "an empty answer"
            raise self.faults.unusable(f"{path} gave {what}") from error
        if isinstance(answer, list):
            return {"data": answer}
        if not isinstance(answer, dict):
            raise self.faults.unusable(f"{path} gave a bare {type(answer).__name__}")
        if answer.get("error"):  # some gateways wrap a failure into a 200
            raise self.faults.refused(path, reply)
        return answer

    def _is_over(self, call: _Call, state: RetryCallState) -> bool:
        """Has it been repeated often enough, or would the next time be too late?"""
        often = state.attempt_number > RETRIES and _busy(state).status != 429
        return often or state.upcoming_sleep > self._left(call)

    def _note(self, state: RetryCallState) -> None:
        self._usage.count(retries=1)
        self._usage.wait(state.upcoming_sleep)
        _log.warning(
            "%s service: %s; repeat %d in %.1f s",
            self.name,
            _busy(state).status or "not reached",
            state.attempt_number,
            state.upcoming_sleep,
        )

    def _give_up(self, call: _Call, state: RetryCallState) -> NoReturn:
        error, left = _busy(state), self._left(call)
        if state.upcoming_sleep <= left:
            raise error
        raise self.faults.too_late(
            error, state.upcoming_sleep, left, call.patience
        ) from error


def sendable(text: str) -> str:
    """The text, or a full stop for a blank one, which most services refuse."""
    return text if text.strip() else "."


def _busy(state: RetryCallState) -> Busy:
    """What the last try ended with."""
    error = state.outcome.exception() if state.outcome else None
    assert isinstance(error, Busy)
    return error


def _pause(state: RetryCallState) -> float:
    """Seconds until the next try: what the service asks for, else a growing pause, with
    jitter so that clients don't come in step; both once its word did not help."""
    growing = GROWING(state) * random.uniform(0.5, 1.5)
    asked = _busy(state).asked
    if asked is None:
        return growing
    return asked if state.attempt_number <= RETRIES else max(asked, growing)
