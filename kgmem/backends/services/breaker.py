"""A circuit breaker: a service that keeps failing is left alone for a while.

closed -> (FAILURES in a row, or a refused key) -> open -> (time is up) -> half-open
half-open -> one call is let through -> closed, or open for twice as long
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

FAILURES = 5
"""Failed calls in a row after which the service is left alone."""
FIRST_REST, LONGEST_REST = 30.0, 300.0
"""Seconds for which it is left alone, doubled each time up to this."""

Position = Literal["closed", "open", "half-open"]


@dataclass(frozen=True, slots=True)
class Condition:
    """What a breaker is like at one moment."""

    position: Position
    failures: int
    """Calls that failed in a row."""
    seconds: float
    """Until the next call is let through; 0 unless open."""
    why: str | None
    """What failed last; None while nothing did."""


class Breaker:
    """Lets calls through, or not; safe to share between threads.

    A caller shows the ticket that `enter` gave when it tells how its call ended.
    Tickets from before the breaker last moved count for nothing: a slow success must
    not close what a refused key has opened.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        failures: int = FAILURES,
        first_rest: float = FIRST_REST,
        longest_rest: float = LONGEST_REST,
    ) -> None:
        self._clock = clock
        self._most = failures
        self._first_rest, self._longest_rest = first_rest, longest_rest
        self._lock = threading.Lock()
        self._failures = 0
        self._rest = first_rest
        self._opened_until: float | None = None
        self._probing = False
        self._moves = 0
        self._why: str | None = None

    def enter(self) -> int | None:
        """A ticket for one call; None if the service is to be left alone."""
        with self._lock:
            if self._opened_until is None:
                return self._moves
            if self._probing or self._clock() < self._opened_until:
                return None
            self._probing = True
            self._moves += 1
            return self._moves

    def succeed(self, ticket: int) -> None:
        """The service answered, be it with a refusal of this one request."""
        with self._lock:
            if ticket != self._moves:
                return
            self._failures, self._why = 0, None
            if self._opened_until is not None:
                self._opened_until, self._rest = None, self._first_rest
                self._moved()

    def fail(self, ticket: int, why: str) -> None:
        """The service failed."""
        with self._lock:
            if ticket != self._moves:
                return
            self._failures += 1
            self._why = why
            if self._probing or self._failures >= self._most:
                self._open(self._rest)
                self._rest = min(self._rest * 2, self._longest_rest)

    def refuse(self, ticket: int, why: str) -> None:
        """The service refused the key: at once it is left alone for the longest
        time, since each further call would be refused, too, and may lock the key."""
        with self._lock:
            if ticket != self._moves:
                return
            self._failures += 1
            self._why = why
            self._rest = self._longest_rest
            self._open(self._longest_rest)

    def leave(self, ticket: int) -> None:
        """The call ended before the service was asked: that tells nothing."""
        with self._lock:
            if ticket == self._moves and self._probing:
                self._moved()

    def condition(self) -> Condition:
        """What it is like now."""
        with self._lock:
            if self._opened_until is None:
                return Condition("closed", self._failures, 0.0, self._why)
            seconds = max(self._opened_until - self._clock(), 0.0)
            position: Position = "open" if seconds else "half-open"
            return Condition(position, self._failures, seconds, self._why)

    def _open(self, seconds: float) -> None:
        self._opened_until = self._clock() + seconds
        self._moved()

    def _moved(self) -> None:
        self._probing = False
        self._moves += 1
