"""A circuit breaker: a service that keeps failing is left alone for a while."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

FAILURES = 5
"""Failed calls in a row after which the service is left alone."""
FIRST_REST, LONGEST_REST = 30.0, 300.0
"""Seconds for which it is left alone, doubled each time up to this."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What a breaker is like at one moment."""

    position: Literal["closed", "open", "half-open"]
    failures: int
    """Calls that failed in a row."""
    seconds: float
    """Until the next call is let through; 0 unless open."""
    why: str | None
    """What failed last; None while nothing did."""


class Breaker:
    """Lets calls through, or not; safe to share between threads.

    Who calls shows the ticket of `enter` when it tells how its call ended: a ticket
    from before the breaker last moved counts for nothing, so that what was slow
    neither closes nor prolongs what others opened.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        *,
        failures: int = FAILURES,
        first_rest: float = FIRST_REST,
        longest_rest: float = LONGEST_REST,
    ) -> None:
        self._clock, self._most = clock, failures
        self._first_rest, self._longest_rest = first_rest, longest_rest
        self._lock = threading.Lock()
        self._moves, self._failures, self._trying = 0, 0, False
        self._rest = first_rest
        self._until: float | None = None
        self._why: str | None = None

    def enter(self) -> int | None:
        """A ticket for one call; None where the service is to be left alone. Once a
        rest is over, one call is let through, and others when it ended."""
        with self._lock:
            if self._until is not None:
                if self._trying or self._clock() < self._until:
                    return None
                self._trying = True
            return self._moves

    def succeed(self, ticket: int) -> None:
        """The service answered, were it by a refusal of this one request."""
        with self._lock:
            if ticket == self._moves:
                self._close()

    def fail(
        self, ticket: int, why: str, *, for_long: bool = False, silent: bool = False
    ) -> None:
        """The service failed. One that was `silent` until its time was over is left
        alone at once; `for_long`, as where it refuses the key, for the longest time: a
        further call may lock that."""
        with self._lock:
            if ticket != self._moves:
                return
            self._failures, self._why = self._failures + 1, why
            if for_long or silent or self._trying or self._failures >= self._most:
                rest = self._longest_rest if for_long else self._rest
                self._until, self._trying = self._clock() + rest, False
                self._rest = min(rest * 2, self._longest_rest)
                self._moves += 1

    def reset(self) -> None:
        """The service was asked from outside, and answers."""
        with self._lock:
            self._moves += 1
            self._close()

    def leave(self, ticket: int) -> None:
        """The call ended before the service was asked: that tells nothing."""
        with self._lock:
            if ticket == self._moves:
                self._trying = False

    def condition(self) -> Condition:
        """What it is like now."""
        with self._lock:
            if self._until is None:
                return Condition("closed", self._failures, 0.0, self._why)
            seconds = max(self._until - self._clock(), 0.0)
            position: Literal["open", "half-open"] = "open" if seconds else "half-open"
            return Condition(position, self._failures, seconds, self._why)

    def _close(self) -> None:
        self._until, self._why = None, None
        self._failures, self._trying = 0, False
        self._rest = self._first_rest
