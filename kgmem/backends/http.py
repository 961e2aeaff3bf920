"""One small client for the embedding, rerank and chat services."""

import json as jsonlib
import logging
import random
import threading
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Literal, TypeVar

import httpx
from pydantic import BaseModel, SecretStr, ValidationError

from kgmem.config import PREFIX, Settings
from kgmem.errors import ConfigurationError, ServiceError
from kgmem.model.trajectory import explain

FIRST_WAIT, LONGEST_WAIT = 0.5, 8.0
"""Seconds before the first repeat, doubled for each further one, up to this."""
LONGEST_RETRY_AFTER = 30.0
"""Seconds; a service that asks for more is asked again after this many."""
SHOWN = 200
"""Characters of a service's own message that go into an error."""

Shape = TypeVar("Shape", bound=BaseModel)
_log = logging.getLogger(__name__)


class Refusal(ServiceError):
    """The service won't take this request; repeating it as it is won't help."""

    def __init__(self, message: str, status: int, said: str) -> None:
        super().__init__(message)
        self.status = status
        self.said = said
        """The service's own words, whole."""


class ServiceClient:
    """Posts JSON to one service; safe to share between threads.

    Repeats on 429, 5xx and broken connections, at most `retries` times; not on a
    read timeout, which used up the time that the caller gave. Every failure is a
    ServiceError that names the setting to look at and never shows the key.
    """

    def __init__(
        self,
        base_url: str,
        api_key: SecretStr | None,
        timeout: float,
        *,
        name: str = "embedding",
        setting: str = "KGMEM_EMBEDDING",
        transport: httpx.BaseTransport | None = None,
        retries: int = 3,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self.setting = setting
        self._name = name
        self._address = _checked_address(base_url, setting)
        self._key = _checked_key(api_key, setting)
        self._timeout = timeout
        self._retries = retries
        self._sleep = sleep
        self._lock = threading.Lock()
        self._counts = dict.fromkeys(
            ("calls", "retries", "failures", "prompt_tokens", "total_tokens"), 0
        )
        self._http = httpx.Client(
            headers=_headers(self._key), timeout=timeout, transport=transport
        )

    def __repr__(self) -> str:
        return f"ServiceClient({self._name!r}, {self._address!r})"

    @property
    def usage(self) -> dict[str, int]:
        """Calls, repeats and failures so far, and the tokens that the service
        counted (0 where it doesn't say)."""
        with self._lock:
            return dict(self._counts)

    def close(self) -> None:
        """Let go of the connections; a second call does nothing."""
        self._http.close()

    def post(self, path: str, json: Mapping[str, Any]) -> dict[str, Any]:
        """The JSON object that the service answers to `json` at `path`.

        A bare list comes back as `{"data": [...]}`. Raises ServiceError; its
        subclass Refusal where the service refuses the request itself (4xx).
        """
        self._count("calls")
        # A lone surrogate, which UTF-8 can't hold, becomes a question mark.
        body = jsonlib.dumps(json, ensure_ascii=False).encode("utf-8", "replace")
        try:
            answer = self._object(path, self._send(path, body))
        except ServiceError:
            self._count("failures")
            raise
        self._count_tokens(answer.get("usage"))
        return answer

    def read(self, shape: type[Shape], answer: Mapping[str, Any]) -> Shape:
        """The answer as a value; ServiceError names the fields that don't fit."""
        try:
            return shape.model_validate(answer)
        except ValidationError as error:
            raise self.nonsense(explain(error, "answer")) from error

    def nonsense(self, fault: str) -> ServiceError:
        """The error for an answer that arrived but can't be used."""
        return ServiceError(
            self._message(
                f"unusable answer: {fault}",
                f"check that {self.setting}_BASE_URL and {self.setting}_MODEL "
                f"name a {self._name} model",
            )
        )

    def _send(self, path: str, body: bytes) -> httpx.Response:
        """The first answer that is not worth a repeat, or the last one."""
        attempt = 0
        while True:
            final = attempt == self._retries
            try:
                response = self._http.post(self._address + path, content=body)
            except httpx.HTTPError as error:
                if final or not _passing(error):
                    raise self._unreachable(path, error) from error
                reason, wait = type(error).__name__, _backoff(attempt)
            else:
                if final or not _busy(response):
                    return response
                reason = str(response.status_code)
                wait = _retry_after(response, _backoff(attempt))
            attempt += 1
            self._pause(wait, reason, attempt)

    def _pause(self, wait: float, reason: str, attempt: int) -> None:
        self._count("retries")
        _log.warning(
            "%s service: %s; repeat %d of %d in %.1f s",
            *(self._name, reason, attempt, self._retries, wait),
        )
        self._sleep(wait)

    def _object(self, path: str, response: httpx.Response) -> dict[str, Any]:
        if not response.is_success:
            raise self._refused(path, response)
        kind = response.headers.get("content-type", "json")
        if "json" not in kind:
            raise self.nonsense(f"{path} gave {kind.partition(';')[0]!r}, not JSON")
        try:
            answer = jsonlib.loads(response.content)
        except (ValueError, RecursionError) as error:
            raise self.nonsense(f"{path} gave broken JSON") from error
        if isinstance(answer, list):
            return {"data": answer}
        if not isinstance(answer, dict):
            raise self.nonsense(f"{path} gave a bare {type(answer).__name__}")
        if answer.get("error"):  # some gateways wrap a failure into a 200
            raise self._refused(path, response)
        return answer

    def _refused(self, path: str, response: httpx.Response) -> ServiceError:
        status, said = response.status_code, self._without_key(_said(response))
        shown = said if len(said) <= SHOWN else said[:SHOWN] + "…"
        message = self._message(
            f"{path} answered {status}" + (f' "{shown}"' if shown else ""),
            _cure(status, self.setting, self._key is not None),
        )
        if 400 <= status < 500 and status != 429:
            return Refusal(message, status, said)
        return ServiceError(message)

    def _unreachable(self, path: str, error: httpx.HTTPError) -> ServiceError:
        if isinstance(error, httpx.TimeoutException):
            return ServiceError(
                self._message(
                    f"{path} did not answer within {self._timeout:g} s",
                    f"raise {self.setting}_TIMEOUT or look at the service's load",
                )
            )
        fault = self._without_key(str(error)) or type(error).__name__
        return ServiceError(
            self._message(
                f"{path} could not be reached ({fault[:SHOWN]})",
                f"check {self.setting}_BASE_URL and that the service runs",
            )
        )

    def _message(self, fault: str, cure: str) -> str:
        return f"{self._name} service at {self._address}: {fault}; {cure}"

    def _without_key(self, text: str) -> str:
        """A service may quote the key that it refuses."""
        key = self._key.get_secret_value() if self._key else ""
        return text.replace(key, "[key]") if key else text

    def _count(self, what: str, by: int = 1) -> None:
        with self._lock:
            self._counts[what] += by

    def _count_tokens(self, usage: Any) -> None:
        if not isinstance(usage, dict):
            return
        for what in ("prompt_tokens", "total_tokens"):
            if isinstance(usage.get(what), int):
                self._count(what, usage[what])


def from_service_settings(
    settings: Settings,
    service: Literal["embedding", "rerank", "chat"],
    transport: httpx.BaseTransport | None = None,
) -> tuple[ServiceClient, str] | None:
    """The client of a service and its model's name; None if it has no base URL.

    Raises ConfigurationError if the base URL stands without a model.
    """

    def value(knob: str) -> Any:
        return getattr(settings, f"{service}_{knob}")

    setting = f"{PREFIX}{service.upper()}"
    if not value("base_url"):
        return None
    if not value("model"):
        raise ConfigurationError(f"{setting}_MODEL is not set; name the model to ask")
    client = ServiceClient(
        value("base_url"),
        value("api_key"),
        value("timeout"),
        name=service,
        setting=setting,
        transport=transport,
    )
    return client, value("model")


def sendable(text: str) -> str:
    """The text, or a full stop for a blank one, which most services refuse."""
    return text if text.strip() else "."


def _checked_address(base_url: str, setting: str) -> str:
    """The URL without its last slash. Parts that may hold a secret are refused:
    they would be seen in logs and errors."""
    try:
        url = httpx.URL(base_url.strip())
    except httpx.InvalidURL as error:
        raise ConfigurationError(f"{setting}_BASE_URL is no URL: {error}") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise ConfigurationError(
            f"{setting}_BASE_URL needs a scheme and a host, as in https://host/v1"
        )
    if url.userinfo or url.query or url.fragment:
        raise ConfigurationError(
            f"{setting}_BASE_URL holds more than scheme, host, port and path; "
            f"a key goes into {setting}_API_KEY"
        )
    return str(url).rstrip("/")


def _checked_key(api_key: SecretStr | None, setting: str) -> SecretStr | None:
    key = api_key.get_secret_value().strip() if api_key else ""
    if not (key.isascii() and key.isprintable()):
        raise ConfigurationError(
            f"{setting}_API_KEY has characters that no HTTP header can hold; "
            "copy it again, without quotes or line breaks"
        )
    return SecretStr(key) if key else None


def _headers(key: SecretStr | None) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key.get_secret_value()}"
    return headers


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


def _busy(response: httpx.Response) -> bool:
    return response.status_code == 429 or response.is_server_error


def _backoff(attempt: int) -> float:
    """Seconds to wait; jitter of ± a half keeps clients from coming in step."""
    jitter = random.uniform(0.5, 1.5)
    return min(FIRST_WAIT * 2.0**attempt, LONGEST_WAIT) * jitter


def _retry_after(response: httpx.Response, otherwise: float) -> float:
    """Seconds that the service asks for, as a number or a date (RFC 9110, 10.2.3),
    within 0..LONGEST_RETRY_AFTER."""
    asked = response.headers.get("retry-after", "").strip()
    try:
        seconds = float(asked) if asked[:1].isdigit() else _seconds_until(asked)
    except ValueError:
        return otherwise
    return min(max(seconds, 0.0), LONGEST_RETRY_AFTER)


def _seconds_until(date: str) -> float:
    moment = parsedate_to_datetime(date)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return (moment - datetime.now(UTC)).total_seconds()


def _said(response: httpx.Response) -> str:
    """The service's own message, on one line."""
    try:
        body = jsonlib.loads(response.content)
    except (ValueError, RecursionError):
        body = response.text
    for key in ("error", "detail", "message"):
        if isinstance(body, dict) and body.get(key):
            body = body[key]
    text = body if isinstance(body, str) else jsonlib.dumps(body, ensure_ascii=False)
    return " ".join(text.split())


def _cure(status: int, setting: str, has_key: bool) -> str:
    """Which setting to look at for a status."""
    if status in (401, 403):
        return f"check {setting}_API_KEY" + ("" if has_key else ", which is not set")
    if status == 429:
        return "wait, or raise the rate limit or quota of this key's account"
    if status >= 500:
        return f"try again later; if it stays so, check {setting}_BASE_URL"
    if status in (400, 413, 422):
        return f"check {setting}_MODEL and how long a text this model takes"
    return (
        f"check {setting}_BASE_URL, which ends where the endpoints begin "
        f"(often in /v1), and {setting}_MODEL"
    )
