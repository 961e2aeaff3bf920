"""What was typed is stored as the task says it."""

import pytest

from kgmem.learn.distill.as_typed import as_typed
from kgmem.model.trajectory import Step, Trajectory

TASK = "Set the budget to 12000"


def run(value: str, task: str = TASK) -> Trajectory:
    return Trajectory(
        task=task, steps=(Step(action="type", value=value),), outcome="success"
    )


@pytest.mark.parametrize("shown", ["12,000", "1,2000", "12.000", "12 000", "12000"])
def test_a_number_is_as_the_task_writes_it(shown: str) -> None:
    typed = as_typed(run(shown))

    assert typed.steps[0].value == "12000"


@pytest.mark.parametrize(
    ("shown", "task"),
    [
        ("1.2000", TASK),
        ("12,000", "Set the budget to 12,000"),
        ("12,500", TASK),
        ("1,200", "Set the budget to 12"),
        ("12,000 or so", TASK),
    ],
)
def test_another_value_stays(shown: str, task: str) -> None:
    given = run(shown, task)

    assert as_typed(given) is given


CITY = {"role": "textbox", "name": "City"}


@pytest.mark.parametrize(
    ("typed", "then", "whole"),
    [
        (
            "newyo",
            {"action": "click", "target": {"name": "New York (JFK)"}},
            "New York",
        ),
        ("new", {"action": "click", "target": {"name": "New York"}}, "New York"),
        ("newyo", {"action": "key", "target": CITY, "value": "ArrowDown"}, "New York"),
        ("newyo", {"action": "key", "target": CITY, "value": "Tab"}, "newyo"),
        ("newyo", {"action": "click", "target": {"name": "Search"}}, "newyo"),
        ("oslo", {"action": "click", "target": {"name": "Oslo"}}, "oslo"),
    ],
)
def test_what_a_list_completed_is_as_the_task_says_it(
    typed: str, then: dict[str, object], whole: str
) -> None:
    steps = [{"action": "type", "target": CITY, "value": typed}, then]
    given = {"task": "Find flights to New York", "outcome": "success", "steps": steps}

    assert as_typed(Trajectory.model_validate(given)).steps[0].value == whole


def test_what_is_quoted_is_completed_without_its_marks() -> None:
    steps = [
        {"action": "type", "target": CITY, "value": "newy"},
        {"action": "click", "target": {"name": "New York"}},
    ]
    given = {"task": 'Fly to "New York" now', "outcome": "success", "steps": steps}

    assert as_typed(Trajectory.model_validate(given)).steps[0].value == "New York"


@pytest.mark.parametrize(("kind", "action"), [("button", "click"), ("textbox", "type")])
def test_a_blank_that_is_typed_into_a_button_presses_it(kind: str, action: str) -> None:
    blank = {"action": "type", "target": {"role": kind, "name": "Send"}, "value": " "}
    given = Trajectory.model_validate({"task": TASK, "steps": [blank]})

    (step,) = as_typed(given).steps

    assert step.action == action
