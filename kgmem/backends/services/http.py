"""One small client for the embedding, rerank and chat services.

post = a turn (breaker, hold, slot) -> request -> answer, or a pause and another turn
"""

import json as jsonlib
import logging
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, TypeVar

import httpx
from pydantic import BaseModel, SecretStr, ValidationError

from kgmem.backends.services.address import checked_address, checked_key, headers_of
from kgmem.backends.services.breaker import Breaker
from kgmem.backends.services.failures import Failure, OutOfPatience, Refusal, cure_of
from kgmem.backends.services.rate_limit import LONGEST_HOLD, Hold, asked_wait
from kgmem.backends.services.reply import Reply, is_spent, said_by
from kgmem.backends.services.slots import Slots
from kgmem.backends.services.usage import Prices, Usage
from kgmem.errors import ServiceError
from kgmem.model.trajectory import explain

FIRST_WAIT, LONGEST_WAIT = 0.5, 8.0
"""Seconds before the first repeat, doubled for each further one, up to this."""
LARGEST_ANSWER = 64 * 1024 * 1024
"""Bytes; 256 vectors of 4,096 numbers, written out, take less than half of it."""
SHORTEST_TIMEOUT = 0.001
"""Seconds: a timeout of 0 would mean none to some transports."""
SHOWN = 200
"""Characters of a service's own message that go into an error."""

Shape = TypeVar("Shape", bound=BaseModel)
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds that a call may take in all, pauses included, and what sets them."""

    seconds: float
    setting: str


@dataclass(slots=True)
class _Call:
    """One call on its way through turns, requests and pauses."""

    path: str
    body: bytes
    patience: Patience
    clock: Callable[[], float]
    end: float

    @property
    def left(self) -> float:
        """Seconds that it may still take."""
        return max(self.end - self.clock(), 0.0)


class ServiceClient:
    """Posts JSON to one service; safe to share between threads.

    Repeats on 408, 5xx and broken connections, at most `retries` times, and on 429
    for as long as the caller's patience lasts; not on a read timeout, which used up
    the time that the caller gave. Every failure is a ServiceError that names the
    setting to look at and never shows the key.
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
        retries: int = 3,
        sleep: Callable[[float], object] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self.setting = setting
        self.concurrency = concurrency
        self.patience = Patience(patience, f"{setting}_PATIENCE")
        """What a call has that brings none of its own."""
        self._address = checked_address(base_url, setting)
        self._key = checked_key(api_key, setting)
        self._timeout = timeout
        self._retries = retries
        self._sleep = sleep
        self._clock = clock
        self._usage = Usage(prices)
        self._slots = Slots(concurrency)
        self._hold = Hold(clock)
        self._breaker = Breaker(clock)
        self._http = httpx.Client(
            headers=headers_of(self._key), timeout=timeout, transport=transport
        )

    def __repr__(self) -> str:
        return f"ServiceClient({self.name!r}, {self._address!r})"

    @property
    def place(self) -> str:
        """Which service, and where."""
        return f"{self.name} service at {self._address}"

    @property
    def usage(self) -> dict[str, int]:
        """Calls, requests, repeats and failures so far, and the tokens that the
        service counted (`unmetered`: answers that don't say)."""
        return self._usage.counts()

    def report(self) -> dict[str, int | float | None]:
        """The same, the seconds spent on waiting, and the cost (None without
        prices)."""
        return self._usage.report()

    def condition(self) -> dict[str, Any]:
        """Where it is (host only), and whether it may be asked now."""
        breaker = self._breaker.condition()
        url = httpx.URL(self._address)
        return {
            "host": url.netloc.decode("ascii"),
            "concurrency": self.concurrency,
            "breaker": breaker.position,
            "failures_in_a_row": breaker.failures,
            "last_failure": breaker.why,
            "asked_again_in": round(max(breaker.seconds, self._hold.left), 3),
        }

    def close(self) -> None:
        """Let go of the connections; a second call does nothing."""
        self._http.close()

    def post(
        self, path: str, json: Mapping[str, Any], patience: Patience | None = None
    ) -> dict[str, Any]:
        """The JSON object that the service answers to `json` at `path`.

        A bare list comes back as `{"data": [...]}`. Raises ServiceError; its
        subclass Refusal where the service refuses the request itself (4xx).
        """
        # A lone surrogate, which UTF-8 can't hold, becomes a question mark.
        body = jsonlib.dumps(json, ensure_ascii=False).encode("utf-8", "replace")
        chosen = patience or self.patience
        end = self._clock() + chosen.seconds
        self._usage.count("calls")
        try:
            answer = self._guarded(_Call(path, body, chosen, self._clock, end))
        except ServiceError:
            self._usage.count("failures")
            raise
        self._usage.meter(answer)
        return answer

    def read(self, shape: type[Shape], answer: Mapping[str, Any]) -> Shape:
        """The answer as a value; ServiceError names the fields that don't fit."""
        try:
            return shape.model_validate(answer)
        except ValidationError as error:
            raise self.nonsense(explain(error, "answer")) from error

    def nonsense(self, fault: str) -> Failure:
        """The error for an answer that arrived but can't be used."""
        return self.failure(
            f"unusable answer: {fault}",
            f"check that {self.setting}_BASE_URL and {self.setting}_MODEL "
            f"name a {self.name} model",
        )

    def failure(self, fault: str, cure: str) -> Failure:
        """The error that says which service it was, what happened and what to do."""
        return Failure(self.place, fault, cure)

    # one call ---------------------------------------------------------------------

    def _guarded(self, call: _Call) -> dict[str, Any]:
        """The answer, unless the breaker is open; how it ended is told to it."""
        ticket = self._breaker.enter()
        if ticket is None:
            raise self._left_alone()
        try:
            answer = self._object(call.path, self._send(call))
        except OutOfPatience:
            self._breaker.leave(ticket)
            raise
        except Refusal as error:
            if error.status in (401, 403):
                self._breaker.refuse(ticket, error.told)
            else:  # the caller's fault, not the service's
                self._breaker.succeed(ticket)
            raise
        except Failure as error:
            self._breaker.fail(ticket, error.told)
            raise
        except BaseException:
            self._breaker.leave(ticket)
            raise
        self._breaker.succeed(ticket)
        return answer

    def _send(self, call: _Call) -> Reply:
        """The first answer that is not worth a repeat, or the last one."""
        for attempt in count():
            self._await_turn(call)
            try:
                reply = self._request(call)
            except httpx.HTTPError as error:
                failed = self._unreachable(call, error)
                wait = _backoff(attempt)
                if attempt >= self._retries or not _passing(error) or wait > call.left:
                    raise failed from error
                reason = type(error).__name__
            else:
                asked = self._noted(reply)
                given_up = attempt >= self._retries and reply.status != 429
                if not reply.is_busy or given_up or is_spent(reply):
                    return reply
                wait = self._wait(attempt, asked)
                if wait > call.left:
                    raise self._given_up(call, reply, wait)
                reason = str(reply.status)
            self._pause(wait, reason, attempt + 1)
        raise AssertionError("count() does not end")

    def _await_turn(self, call: _Call) -> None:
        """Return with a slot taken, once nothing holds requests back."""
        while True:
            self._sit_out_hold(call)
            before = self._clock()
            taken = self._slots.take(call.left)
            self._usage.wait(self._clock() - before)
            if not taken:
                raise self._no_turn(
                    f"all {self.concurrency} requests at once are taken",
                    f"raise {self.setting}_CONCURRENCY if the service bears it, or "
                    f"{call.patience.setting}",
                )
            if not self._hold.left:
                return
            self._slots.give_back()

    def _sit_out_hold(self, call: _Call) -> None:
        while left := self._hold.left:
            if left > call.left:
                raise self._no_turn(
                    "its rate limit is reached, it wants to be left alone for "
                    f"{left:.1f} s more",
                    f"wait, or raise {call.patience.setting} or the limit of this "
                    "key's account",
                )
            self._usage.wait(left)
            self._sleep(left)

    def _request(self, call: _Call) -> Reply:
        """Ask once; gives the slot back."""
        self._usage.count("requests")
        timeout = max(min(self._timeout, call.left), SHORTEST_TIMEOUT)
        try:
            with self._http.stream(
                "POST", self._url(call.path), content=call.body, timeout=timeout
            ) as response:
                return Reply(
                    response.status_code, response.headers, self._read(call, response)
                )
        finally:
            self._slots.give_back()

    def _url(self, path: str) -> str:
        """Some providers' rerank endpoint is called `/reranks`: a base URL may name
        the endpoint itself."""
        named = self._address.endswith((path, f"{path}s"))
        return self._address if named else self._address + path

    def _read(self, call: _Call, response: httpx.Response) -> bytes:
        """The body, within LARGEST_ANSWER and the caller's patience: a server that
        sends a byte now and then never runs into a timeout."""
        content = bytearray()
        for chunk in response.iter_bytes():
            content += chunk
            if len(content) > LARGEST_ANSWER:
                raise self.nonsense(
                    f"{call.path} gave more than {LARGEST_ANSWER >> 20} MiB"
                )
            if not call.left:
                raise httpx.ReadTimeout("the answer dribbles", request=response.request)
        return bytes(content)

    def _noted(self, reply: Reply) -> float | None:
        """Seconds that the service asks to wait, for all threads to see."""
        asked = asked_wait(reply.headers, time.time())
        if asked:
            self._hold.extend(asked)
        return asked

    def _wait(self, attempt: int, asked: float | None) -> float:
        """Seconds until the next try: what the service asks for, else a growing
        pause; both once the service's word did not help."""
        if asked is None:
            return _backoff(attempt)
        asked = min(asked, LONGEST_HOLD)
        return asked if attempt < self._retries else max(asked, _backoff(attempt))

    def _pause(self, wait: float, reason: str, attempt: int) -> None:
        self._usage.count("retries")
        self._usage.wait(wait)
        _log.warning(
            "%s service: %s; repeat %d in %.1f s", self.name, reason, attempt, wait
        )
        self._sleep(wait)

    def _object(self, path: str, reply: Reply) -> dict[str, Any]:
        if not reply.is_success:
            raise self._refused(path, reply)
        kind = reply.headers.get("content-type", "json")
        if "json" not in kind:
            raise self.nonsense(f"{path} gave {kind.partition(';')[0]!r}, not JSON")
        try:
            answer = jsonlib.loads(reply.content)
        except (ValueError, RecursionError) as error:
            what = "broken JSON" if reply.content.strip() else "an empty answer"
            raise self.nonsense(f"{path} gave {what}") from error
        if isinstance(answer, list):
            return {"data": answer}
        if not isinstance(answer, dict):
            raise self.nonsense(f"{path} gave a bare {type(answer).__name__}")
        if answer.get("error"):  # some gateways wrap a failure into a 200
            raise self._refused(path, reply)
        return answer

    # errors -----------------------------------------------------------------------

    def _refused(self, path: str, reply: Reply, more: str = "") -> Failure:
        status, said = reply.status, self._without_key(said_by(reply))
        shown = said if len(said) <= SHOWN else said[:SHOWN] + "…"
        fault = f"{path} answered {status}" + (f' "{shown}"' if shown else "") + more
        cure = cure_of(status, self.setting, self._key is not None)
        if 400 <= status < 500 and not reply.is_busy:
            return Refusal(self.place, fault, cure, status=status, said=said)
        return self.failure(fault, cure)

    def _given_up(self, call: _Call, reply: Reply, wait: float) -> Failure:
        """The error where the next try is further away than the caller's patience.

        A 429 counts as a failure of the service only for who had all the patience:
        recalls in a hurry must not open the breaker for an import that can wait.
        """
        patience = call.patience
        failure = self._refused(
            call.path,
            reply,
            f", and is to be asked again in {wait:.1f} s, with {call.left:.1f} s left "
            f"of the {patience.seconds:g} s of {patience.setting}",
        )
        if reply.status != 429 or patience == self.patience:
            return failure
        cure = cure_of(reply.status, self.setting, self._key is not None)
        return OutOfPatience(self.place, failure.fault, cure)

    def _unreachable(self, call: _Call, error: httpx.HTTPError) -> Failure:
        if isinstance(error, httpx.TimeoutException):
            patient = call.left > 0
            seconds = self._timeout if patient else call.patience.seconds
            setting = f"{self.setting}_TIMEOUT" if patient else call.patience.setting
            return self.failure(
                f"{call.path} did not answer within {seconds:g} s",
                f"raise {setting} or look at the service's load",
            )
        fault = self._without_key(str(error)) or type(error).__name__
        return self.failure(
            f"{call.path} could not be reached ({fault[:SHOWN]})",
            f"check {self.setting}_BASE_URL and that the service runs",
        )

    def _left_alone(self) -> Failure:
        now = self._breaker.condition()
        until = datetime.now(UTC) + timedelta(seconds=now.seconds)
        when = f"until {until:%H:%M:%S} UTC" if now.seconds else "while one call tries"
        times = "failure" if now.failures == 1 else "failures in a row"
        fault = f"not asked {when} after {now.failures} {times}, the last: {now.why}"
        return self.failure(
            fault, "it is asked again by itself then, and at once after a restart"
        )

    def _no_turn(self, fault: str, cure: str) -> OutOfPatience:
        return OutOfPatience(self.place, f"not asked: {fault}", cure)

    def _without_key(self, text: str) -> str:
        """A service may quote the key that it refuses."""
        key = self._key.get_secret_value() if self._key else ""
        return text.replace(key, "[key]") if key else text


def sendable(text: str) -> str:
    """The text, or a full stop for a blank one, which most services refuse."""
    return text if text.strip() else "."


def _passing(error: httpx.HTTPError) -> bool:
    """Could a repeat help?"""
    return isinstance(
        error,
        httpx.NetworkError
        | httpx.ConnectTimeout
        | httpx.PoolTimeout
        | httpx.RemoteProtocolError
        | httpx.ProxyError,
    )


def _backoff(attempt: int) -> float:
    """Seconds to wait; jitter of ± a half keeps clients from coming in step."""
    jitter = random.uniform(0.5, 1.5)
    return min(FIRST_WAIT * 2.0**attempt, LONGEST_WAIT) * jitter
