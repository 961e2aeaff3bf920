"""Slots and batches side by side, with threads that are held by events."""

import threading
from collections.abc import Callable

import pytest

from kgmem.backends.services.slots import Slots, side_by_side

PATIENT = 10.0
"""Seconds after which a test has failed rather than waits on."""


def test_no_slot_comes_while_all_are_taken() -> None:
    slots = Slots(2)

    taken = [slots.take(0), slots.take(0), slots.take(0.01)]

    assert taken == [True, True, False]


def test_a_slot_that_was_given_back_can_be_taken_again() -> None:
    slots = Slots(1)
    slots.take(0)
    slots.take(0.01)  # waits in vain, and must not stay in the queue

    slots.give_back()

    assert slots.take(0)
    assert not slots.take(0)


def test_who_waited_longest_goes_first(
    waiting: Callable[[Slots, int], None],
) -> None:
    slots, order = Slots(1), []
    slots.take(0)
    threads = []
    for name in "abc":
        thread = threading.Thread(
            target=lambda name=name: (
                slots.take(PATIENT),
                order.append(name),
                slots.give_back(),
            )
        )
        thread.start()
        threads.append(thread)
        waiting(slots, len(threads))

    slots.give_back()
    for thread in threads:
        thread.join(PATIENT)

    assert order == ["a", "b", "c"]


@pytest.fixture
def waiting() -> Callable[[Slots, int], None]:
    """Returns once so many threads wait for a slot."""

    def wait(slots: Slots, number: int) -> None:
        pause = threading.Event()
        while len(slots._waiting) < number:
            pause.wait(0.001)

    return wait


@pytest.mark.parametrize("at_once", [1, 3, 50])
def test_results_keep_the_order_of_the_items(at_once: int) -> None:
    found = side_by_side(lambda n: n * n, range(20), at_once)

    assert found == [n * n for n in range(20)]


def test_nothing_to_do() -> None:
    assert side_by_side(lambda n: n, [], 4) == []


def test_no_more_than_so_many_run_at_once() -> None:
    both, seen, lock = threading.Barrier(2), [], threading.Lock()
    running = 0

    def work(n: int) -> int:
        nonlocal running
        with lock:
            running += 1
            seen.append(running)
        both.wait(PATIENT)  # proves that two do run at once
        with lock:
            running -= 1
        return n

    side_by_side(work, range(6), 2)

    assert max(seen) == 2


def test_the_first_error_stops_what_has_not_begun_and_no_thread_stays() -> None:
    begun, held = [], threading.Event()

    def work(n: int) -> int:
        begun.append(n)
        if n == 1:
            held.set()
            raise ValueError("batch 1")
        held.wait(PATIENT)
        return n

    with pytest.raises(ValueError, match="batch 1"):
        side_by_side(work, range(50), 2)

    assert len(begun) < 50
    assert not [t for t in threading.enumerate() if t.name.startswith("kgmem-service")]
