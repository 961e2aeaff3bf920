"""What is not settled is told once, before the step that commits to it."""

import pytest

from kgmem import Memory
from tests.unit.recall.walks import chosen, click, typed, walk

ASKED = "Create a request Dust with priority low"


def taught(memory: Memory) -> None:
    for title, priority in [("Jam", "high"), ("Lamp", "low"), ("Cold", "medium")]:
        steps = [
            typed("User", "desk"),
            click("Login"),
            click("New request"),
            typed("Title", title),
            chosen("Priority", priority),
            click("Create request"),
        ]
        memory.learn(walk(f"Create a request {title} with priority {priority}", steps))
    memory.generalize()


@pytest.mark.parametrize("more", [" and assign it to Tom", ", then tell Ann about it"])
def test_it_stands_at_the_button_that_sends_it_off(memory: Memory, more: str) -> None:
    taught(memory)

    found = memory.recall(ASKED + more, app="desk")

    assert found.plan is not None
    held = [s.target.name for s in found.plan.steps if s.further and s.target]
    assert held == ["Create request"]


@pytest.mark.parametrize(
    "more", [", but do not submit it", " if there is none yet", " for my colleague Tim"]
)
def test_it_is_told_once(memory: Memory, more: str) -> None:
    taught(memory)

    found = memory.recall(ASKED + more, app="desk")

    assert found.plan is not None
    [further] = found.plan.further
    assert further == more.strip(", ")
