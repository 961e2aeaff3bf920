"""A memory that learns from failures, as its users see it."""

from pathlib import Path
from typing import Any

import pytest

from kgmem import InvalidInput, Memory
from kgmem.graph.changes import ALL, Change
from kgmem.model.trajectory import Element
from kgmem.replay.given import given_step, hidden
from tests.doubles import WordEmbedder

PAGE = {"url": "https://shop.example/cart"}


def click(name: str, **fields: Any) -> dict[str, Any]:
    target = {"role": "button", "name": name}
    return {"action": "click", "target": target, "page_before": PAGE, **fields}


def run(
    key: str, *steps: dict[str, Any], outcome: str = "failure", task: str = "Pay now"
) -> dict[str, Any]:
    return {
        "task": task,
        "app": "shop",
        "outcome": outcome,
        "source_task_id": key,
        "steps": list(steps),
    }


def test_ending_without_what_successes_did_is_a_risk(memory: Memory) -> None:
    memory.learn(run("1", click("Fill"), click("Send"), outcome="success"))
    memory.learn(run("2", click("Fill")))
    step = click("Fill")

    ending = memory.risk(step, task="Pay now", app="shop", before=(), ends=True)
    going_on = memory.risk(step, task="Pay now", app="shop")

    assert ending is not None
    assert ending.cause == "missing step"
    assert 'click button "Send"' in ending.message
    assert going_on is None


def pick(name: str, key: str, *, sends: bool) -> dict[str, Any]:
    """A run that enters a name, and sends it if it succeeds."""
    field = {"role": "textbox", "name": "Name"}
    enter = {"action": "type", "target": field, "value": name, "page_before": PAGE}
    steps = [enter, click("Check"), *([click("Send")] if sends else [])]
    outcome = "success" if sends else "failure"
    return run(key, *steps, outcome=outcome, task=f"Register {name} for the race")


def test_recall_warns_of_what_runs_of_the_kind_ended_without(memory: Memory) -> None:
    for n, name in enumerate(("Ann", "Bert", "Cleo", "Dora", "Emil", "Fay")):
        memory.learn(pick(name, f"r{n}", sends=n % 2 == 0))
    memory.generalize()

    found = memory.recall("Register Gustav for the race", app="shop")

    [one] = [one for one in found.avoidance if one.instead]
    assert (one.cause, one.failures, one.successes) == ("missing step", 3, 0)
    assert one.instead == 'click button "Send"'
    assert one.score > 0.5


def test_what_was_deleted_by_hand_does_not_come_back(memory: Memory) -> None:
    memory.learn(run("1", click("Pay", success=False, error="greyed out")))
    other = "Something else entirely"
    one = memory.risk(click("Pay"), task=other, app="shop")
    assert one is not None

    gone = memory.forget(avoidance_id=one.avoidance_id)
    memory.learn(run("2", click("Pay", success=False, error="greyed out")))

    assert gone == 1
    assert memory.risk(click("Pay"), task=other, app="shop") is None
    with pytest.raises(InvalidInput, match="give one"):
        memory.forget(avoidance_id=one.avoidance_id, task_id="x")


def test_a_secret_in_a_step_is_hidden() -> None:
    secrets = {"[REDACTED:password#1]": "hunter2"}
    step = {"action": "type", "value": "hunter2", "target": {"name": "Password"}}

    assert given_step(step, secrets).value == "[REDACTED:password#1]"
    assert hidden(None, secrets) is None
    assert Element(name="Password").label() == "Password"


TEXTS = ("Pay the rent", "Pay the bill")


@pytest.mark.parametrize(
    ("note", "expected"),
    [("task {first}", [0]), ("task other", []), ("patterns", []), (ALL, [0, 1])],
)
def test_runs_are_read_again_where_the_log_tells_of_their_task(
    new_home: Path, note: str, expected: list[int]
) -> None:
    with Memory.open(new_home, embedder=WordEmbedder()) as memory:
        ids = [memory.learn(run(t, click("Pay"), task=t)).task_id for t in TEXTS]
        memory._parts.background.wait()
        avoid = memory._parts.avoid
        avoid.lessons(memory.space, ids)

        avoid.note(Change(memory.space, (note.format(first=ids[0]),)))
        unread = avoid.kin(memory.space, ids).unread

    assert unread == [ids[n] for n in expected]
