"""Enough new runs start the job; learning never waits for it."""

import threading
import time

from kgmem.errors import GraphUnavailable
from kgmem.generalize.background import Background
from kgmem.generalize.flow import Cancelled

PATIENCE = 10.0


def test_enough_new_runs_start_one_job() -> None:
    spaces: list[str] = []
    background = Background(lambda space, _: spaces.append(space), after=3)

    for _ in range(2):
        background.learned("a", 1)
    before = list(spaces)
    background.learned("a", 1)
    background.wait()

    assert before == []
    assert spaces == ["a"]


def test_zero_means_never() -> None:
    spaces: list[str] = []
    background = Background(lambda space, _: spaces.append(space), after=0)

    background.learned("a", 1_000)
    background.wait()

    assert spaces == []


def test_spaces_are_counted_apart() -> None:
    spaces: list[str] = []
    background = Background(lambda space, _: spaces.append(space), after=2)

    background.learned("a", 1)
    background.learned("b", 1)
    background.wait()

    assert spaces == []


def test_learning_does_not_wait_and_closing_stops_the_job() -> None:
    started = threading.Event()

    def long_job(_: str, stop: threading.Event) -> None:
        started.set()
        if stop.wait(PATIENCE):
            raise Cancelled

    background = Background(long_job, after=1)
    before = time.monotonic()
    background.learned("a", 1)
    returned = time.monotonic() - before
    started.wait(PATIENCE)
    background.close()

    assert returned < PATIENCE / 2
    assert time.monotonic() - before < PATIENCE


def test_runs_learned_during_a_job_start_the_next_one() -> None:
    entered, go_on = threading.Event(), threading.Event()
    spaces: list[str] = []

    def job(space: str, _: threading.Event) -> None:
        spaces.append(space)
        entered.set()
        go_on.wait(PATIENCE)

    background = Background(job, after=1)
    background.learned("a", 1)
    assert entered.wait(PATIENCE)
    background.learned("a", 1)
    go_on.set()
    background.wait()

    assert spaces == ["a", "a"]


def test_other_spaces_that_have_enough_meanwhile_are_next() -> None:
    entered, go_on = threading.Event(), threading.Event()
    spaces: list[str] = []

    def job(space: str, _: threading.Event) -> None:
        spaces.append(space)
        entered.set()
        go_on.wait(PATIENCE)

    background = Background(job, after=2)
    background.learned("a", 2)
    assert entered.wait(PATIENCE)
    for space in ("b", "c", "d", "b", "c"):
        background.learned(space, 1)
    go_on.set()
    background.wait()

    assert spaces == ["a", "b", "c"]


def test_what_waits_is_not_started_by_closing() -> None:
    entered = threading.Event()
    spaces: list[str] = []

    def job(space: str, stop: threading.Event) -> None:
        spaces.append(space)
        entered.set()
        stop.wait(PATIENCE)

    background = Background(job, after=1)
    background.learned("a", 1)
    assert entered.wait(PATIENCE)
    background.learned("b", 1)
    background.close()

    assert spaces == ["a"]


def test_a_store_that_fails_stops_nothing() -> None:
    calls: list[str] = []

    def job(space: str, _: threading.Event) -> None:
        calls.append(space)
        raise GraphUnavailable("gone")

    background = Background(job, after=1)
    background.learned("a", 1)
    background.wait()
    background.learned("a", 1)
    background.wait()

    assert calls == ["a", "a"]
