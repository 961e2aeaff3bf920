"""Enough new runs start the job; learning never waits for it."""

import threading
import time
from collections.abc import Sequence

from kgmem.errors import GraphUnavailable
from kgmem.generalize.job.background import BUSY, Background, Cancelled

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
    running, go_on = threading.Event(), threading.Event()
    spaces: list[str] = []

    def job(space: str, _: threading.Event) -> None:
        spaces.append(space)
        running.set()
        go_on.wait(PATIENCE)

    background = Background(job, after=1, quiet=0.0)
    background.learned("a", 1)
    assert running.wait(PATIENCE)
    background.learned("a", 1)
    background.learned("b", 1)
    go_on.set()
    background.wait()

    assert spaces == ["a", "a", "b"]


def test_without_a_pause_much_that_is_new_starts_a_job() -> None:
    started = threading.Event()
    background = Background(lambda *_: started.set(), after=2, quiet=PATIENCE * 10)

    background.learned("a", 2 * BUSY - 1)
    early = started.wait(0.3)
    background.learned("a", 1)

    assert not early
    assert started.wait(PATIENCE)


def test_a_large_space_waits_for_a_share_of_it() -> None:
    spaces: list[str] = []
    background = Background(
        lambda space, _: spaces.append(space), after=10, known=lambda _: (1_000, 11)
    )

    for _ in range(8):  # 10 are enough for a small space; a tenth of 989 for this one
        background.learned("a", 11)
        background.wait()
    before = list(spaces)
    background.learned("a", 11)
    background.wait()

    assert before == []
    assert spaces == ["a"]


def test_tasks_that_other_processes_learned_count_as_well() -> None:
    spaces: list[str] = []
    background = Background(
        lambda space, _: spaces.append(space), after=10, known=lambda _: (10, 10)
    )

    background.learned("a", 1)
    background.wait()

    assert spaces == ["a"]


def test_a_kind_of_few_runs_is_done_before_the_next_answer_and_at_the_end() -> None:
    done: list[tuple[str, ...]] = []

    def kinds(_: str, tasks: Sequence[str]) -> bool:
        done.append(tuple(tasks))
        return True

    background = Background(lambda *_: None, 10, quiet=PATIENCE, kinds=kinds)

    background.learned("a", 1, ["first"])
    before = list(done)
    background.catch_up("a")
    background.catch_up("a")
    background.learned("a", 1, ["second"])
    background.close()

    assert before == []
    assert done == [("first",), ("second",)]


def test_a_kind_that_grew_meanwhile_is_done_again() -> None:
    done: list[tuple[str, ...]] = []

    def kinds(_: str, tasks: Sequence[str]) -> bool:
        done.append(tuple(tasks))
        return len(done) > 1

    background = Background(lambda *_: None, 10, quiet=PATIENCE, kinds=kinds)
    background.learned("a", 1, ["first"])

    background.catch_up("a")
    background.catch_up("a")
    background.catch_up("a")
    background.close()

    assert done == [("first",), ("first",)]


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
