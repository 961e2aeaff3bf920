"""The circuit breaker by a clock that stands still."""

import threading

import pytest

from kgmem_servers.breaker import FAILURES, FIRST_REST, Breaker
from tests.service_doubles import Clock


def failed(breaker: Breaker, times: int, why: str = "503") -> None:
    """So many calls that fail, one after the other."""
    for _ in range(times):
        ticket = breaker.enter()
        assert ticket is not None
        breaker.fail(ticket, why)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def breaker(clock: Clock) -> Breaker:
    return Breaker(clock)


def test_a_success_begins_the_count_anew(breaker: Breaker) -> None:
    failed(breaker, FAILURES - 1)
    ticket = breaker.enter()
    assert ticket is not None

    breaker.succeed(ticket)
    failed(breaker, FAILURES - 1)

    assert breaker.condition().position == "closed"


def test_a_successful_probe_closes_it(breaker: Breaker, clock: Clock) -> None:
    failed(breaker, FAILURES)
    clock.now += FIRST_REST
    ticket = breaker.enter()
    assert ticket is not None

    breaker.succeed(ticket)

    found = breaker.condition()
    assert (found.position, found.failures, found.why) == ("closed", 0, None)
    failed(breaker, FAILURES)
    assert breaker.condition().seconds == FIRST_REST


def test_each_failed_probe_doubles_the_rest(breaker: Breaker, clock: Clock) -> None:
    failed(breaker, FAILURES)

    rests = []
    for _ in range(6):
        rests.append(breaker.condition().seconds)
        clock.now += rests[-1]
        failed(breaker, 1)

    assert rests == [30.0, 60.0, 120.0, 240.0, 300.0, 300.0]


@pytest.mark.parametrize("late", ["succeed", "fail"])
def test_a_call_that_ends_too_late_counts_nothing(breaker: Breaker, late: str) -> None:
    slow, refused = breaker.enter(), breaker.enter()
    assert slow is not None
    assert refused is not None
    breaker.fail(refused, "answered 401", for_long=True)

    if late == "succeed":
        breaker.succeed(slow)
    else:
        breaker.fail(slow, "too late")

    found = breaker.condition()
    assert (found.position, found.failures, found.why) == ("open", 1, "answered 401")


def test_a_probe_never_sent_lets_another_by(breaker: Breaker, clock: Clock) -> None:
    failed(breaker, FAILURES)
    clock.now += FIRST_REST
    ticket = breaker.enter()
    assert ticket is not None

    breaker.leave(ticket)

    assert breaker.enter() is not None


def test_of_many_threads_one_makes_the_probe(breaker: Breaker, clock: Clock) -> None:
    failed(breaker, FAILURES)
    clock.now += FIRST_REST
    start, entered = threading.Barrier(8), []

    def enter() -> None:
        start.wait(10)
        entered.append(breaker.enter())

    threads = [threading.Thread(target=enter) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)

    assert len(entered) == 8
    assert len([ticket for ticket in entered if ticket is not None]) == 1
