"""What a memory gives out stays as it is while others learn."""

import sys
import threading

import pytest

from kgmem import Memory
from tests.unit.recall.families import FAMILIES, Run, click, enter

LEARNED = 50


def capitals(word: str) -> Run:
    return {
        "task": f"Enter {word} in capitals",
        "app": "office",
        "outcome": "success",
        "steps": [enter(word.upper()), click("OK")],
    }


def word(n: int) -> str:
    return "pl" + "".join("aeiou"[n // 5**place % 5] for place in range(4)) + "m"


@pytest.fixture
def memory(memory: Memory) -> Memory:
    (family,) = (one for one in FAMILIES if one.wording == "Enter {} in capitals")
    memory.learn_many(list(family.runs()))
    memory.generalize()
    return memory


@pytest.mark.slow
def test_answers_are_given_while_others_learn(memory: Memory) -> None:
    (known,) = memory.patterns()
    errors: list[BaseException] = []
    done = threading.Event()

    def ask() -> None:
        try:
            while not done.is_set():
                memory.recall("Enter pear in capitals", app="office")
                memory.match("Enter pear in capitals")
                for pattern in memory.patterns():
                    assert len(pattern.memberships) == len(pattern.members)
                    pattern.model_dump_json()
        except BaseException as error:
            errors.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    readers = [threading.Thread(target=ask) for _ in range(3)]
    try:
        for one in readers:
            one.start()
        for n in range(LEARNED):
            memory.learn(capitals(word(n)))
    finally:
        done.set()
        for one in readers:
            one.join()
        sys.setswitchinterval(interval)

    assert not errors
    (grown,) = memory.patterns()
    assert len(grown.memberships) == len(known.memberships) + LEARNED


def test_a_pattern_taken_before_a_learn_is_as_it_was(memory: Memory) -> None:
    (pattern,) = memory.patterns()
    told, size = pattern.model_dump_json(), len(pattern.memberships)

    for fruit in ("quince", "medlar"):
        memory.learn(capitals(fruit))

    after = memory.pattern(pattern.pattern_id)
    assert len(after.memberships) == size + 2
    assert len(pattern.memberships) == size
    assert pattern.model_dump_json() == told


def test_what_a_memory_gives_out_can_not_be_changed(memory: Memory) -> None:
    found = memory.recall("Enter pear in capitals", app="office")
    assert found.plan is not None
    (match,) = found.patterns

    for held in (
        found.plan.bindings,
        found.plan.steps[0].target.attributes,  # type: ignore[union-attr]
        match.bindings,
        match.pattern.steps[0].params,
        found.experiences[0].steps[0].target.attributes,  # type: ignore[union-attr]
    ):
        with pytest.raises(TypeError, match="make a new one"):
            held["a"] = "b"
    with pytest.raises(TypeError):
        match.pattern.memberships["a"] = None  # type: ignore[index]
