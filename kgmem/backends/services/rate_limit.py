"""How long a service asks its callers to wait, read from the headers of an answer.

Understood are `Retry-After` (RFC 9110, 10.2.3), `retry-after-ms`, OpenAI's
`x-ratelimit-remaining-*` with `x-ratelimit-reset-*`, and the IETF draft's `RateLimit`,
`RateLimit-Remaining` and `RateLimit-Reset` in their older and newer forms.
"""

import re
import threading
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

LONGEST_HOLD = 60.0
"""Seconds; a service that asks for more is asked again after this many."""
EPOCH_FROM = 1_000_000_000.0
"""A reset from here on is a moment (Unix seconds), below it a number of seconds."""
WINDOWS = (
    ("x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"),
    ("x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"),
    ("x-ratelimit-remaining", "x-ratelimit-reset"),
    ("ratelimit-remaining", "ratelimit-reset"),
)
UNITS = {"d": 86_400.0, "h": 3_600.0, "m": 60.0, "s": 1.0, "ms": 0.001, "us": 1e-6}
_PART = re.compile(r"(\d{1,12}(?:\.\d{1,9})?)(ms|us|µs|d|h|m|s)")
_NUMBER = re.compile(r"\d{1,15}(?:\.\d{1,9})?")
_MEMBER = re.compile(r"\b(remaining|reset|r|t)=(\d{1,12})\b")
LONGEST_HEADER = 500
"""Characters of a header that are read."""


class Hold:
    """A moment before which nobody asks; shared by all threads of a client."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._until = float("-inf")

    def extend(self, seconds: float) -> None:
        """Nobody asks for so many seconds, LONGEST_HOLD at most."""
        until = self._clock() + min(seconds, LONGEST_HOLD)
        with self._lock:
            self._until = max(self._until, until)

    @property
    def left(self) -> float:
        """Seconds until the next request may go; 0 if it may go now."""
        with self._lock:
            return max(self._until - self._clock(), 0.0)


def asked_wait(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds that the service wants to be left alone; None if it doesn't say.

    `headers` are looked up in lower case; `now` is Unix time in seconds.
    """
    told = [_retry_after(headers, now), *_windows(headers, now), _draft(headers)]
    waits = [seconds for seconds in told if seconds is not None]
    return max(waits) if waits else None


def duration(text: str) -> float | None:
    """Seconds of `6m0s`, `120ms`, `1.5` and the like; None for anything else."""
    text = text.strip()[:LONGEST_HEADER]
    if _NUMBER.fullmatch(text):
        return float(text)
    seconds, end = 0.0, 0
    for part in _PART.finditer(text):
        if part.start() != end:
            return None
        seconds += float(part[1]) * UNITS[part[2].replace("µ", "u")]
        end = part.end()
    return seconds if text and end == len(text) else None


def _retry_after(headers: Mapping[str, str], now: float) -> float | None:
    milliseconds = duration(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    text = headers.get("retry-after", "").strip()
    seconds = duration(text)
    return seconds if seconds is not None else _until_date(text, now)


def _until_date(text: str, now: float) -> float | None:
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max((moment - datetime.fromtimestamp(now, UTC)).total_seconds(), 0.0)


def _windows(headers: Mapping[str, str], now: float) -> list[float | None]:
    """Of each window in which nothing remains: seconds until its reset."""
    return [
        _until_reset(headers.get(reset, ""), now)
        for remaining, reset in WINDOWS
        if duration(headers.get(remaining, "")) == 0
    ]


def _until_reset(text: str, now: float) -> float | None:
    seconds = duration(text)
    if seconds is None or seconds < EPOCH_FROM:
        return seconds
    moment = seconds / 1000 if seconds >= EPOCH_FROM * 1000 else seconds
    return max(moment - now, 0.0)


def _draft(headers: Mapping[str, str]) -> float | None:
    """`RateLimit: limit=9, remaining=0, reset=30` and `"default";r=0;t=30`; where it
    lists several policies, the longest wait of those that are used up."""
    waits = []
    remaining: int | None = None
    for name, number in _MEMBER.findall(headers.get("ratelimit", "")[:LONGEST_HEADER]):
        if name in ("remaining", "r"):
            remaining = int(number)
        elif remaining == 0:
            waits.append(float(number))
    return max(waits) if waits else None
