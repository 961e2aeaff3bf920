"""A task that asks for more than its kind does: the plan says so where it matters."""

import pytest

from kgmem import Memory

NAMES = ("Ann Lee", "Bob Ray", "Eve Moss")


def visit(who: str, ending: str) -> dict[str, object]:
    field = {"role": "textbox", "name": "Visitor"}
    return {
        "task": f'Log the visit of "{who}"',
        "app": "front desk",
        "outcome": "success",
        "steps": [
            {"action": "click", "target": {"role": "button", "name": "New visit"}},
            {"action": "type", "value": who, "target": field},
            {"action": "click", "target": {"role": "button", "name": ending}},
            {"action": "click", "target": {"role": "link", "name": "All visits"}},
        ],
    }


def learned(memory: Memory, ending: str) -> None:
    memory.learn_many([visit(who, ending) for who in NAMES])
    memory.generalize()


@pytest.mark.parametrize(("ending", "held"), [("Send", 3), ("Keep", 3)])
def test_it_is_told_before_what_is_pressed_when_all_is_in(
    memory: Memory, ending: str, held: int
) -> None:
    learned(memory, ending)

    found = memory.recall(
        'Log the visit of "Max Frey" and call a taxi', app="front desk"
    )

    assert found.plan is not None
    assert found.route == "adaptive_replay"
    assert found.plan.further == ("and call a taxi",)
    assert [one.n for one in found.plan.steps if one.further] == [held]
    assert found.plan.settled().further == ()


def test_a_direct_replay_leaves_nothing(memory: Memory) -> None:
    learned(memory, "Save")

    found = memory.recall('Log the visit of "Max Frey"', app="front desk")

    assert found.plan is not None
    assert (found.route, found.plan.further) == ("direct_replay", ())


def test_a_value_that_the_task_does_not_say_is_no_value_of_the_last_time(
    memory: Memory,
) -> None:
    row = {"role": "button", "name": "Archive", "container": ["Biscuit | Mia Keller"]}
    step = {"action": "click", "target": row}
    task = "Archive the record of Biscuit"
    run = {"task": task, "app": "front desk", "outcome": "success", "steps": [step]}
    memory.learn(run)

    found = memory.recall("Archive the record", app="front desk")

    assert found.route != "direct_replay"
    assert found.plan is None or found.plan.further == ("without 'Biscuit'",)


@pytest.mark.parametrize("deed", ["Take", "Cross"])
def test_a_word_that_both_tasks_have_says_nothing_of_the_deed(
    memory: Memory, deed: str
) -> None:
    field = {"role": "textbox", "name": "Medicine"}
    steps = [
        {"action": "type", "value": "Metacam", "target": field},
        {"action": "click", "target": {"role": "button", "name": "Add"}},
    ]
    task = 'Put "Metacam" on the order list'
    run = {"task": task, "app": "front desk", "outcome": "success", "steps": steps}
    memory.learn(run)

    found = memory.recall(f'{deed} "Baytril" off the order list', app="front desk")

    assert found.plan is None or deed in " ".join(found.plan.further)


def test_a_table_that_has_both_columns_does_not_tell_which_is_meant(
    memory: Memory,
) -> None:
    table = "Patient SMS Email Rex Luna Biscuit"
    switch = {
        "tag": "span",
        "attributes": {"data-by": "sms"},
        "container": ["Rex", "Rex Luna Biscuit", table],
    }
    memory.learn(
        {
            "task": "Turn on SMS reminders for Rex",
            "app": "front desk",
            "outcome": "success",
            "steps": [{"action": "click", "target": switch}],
        }
    )

    other = memory.recall("Turn on email reminders for Luna", app="front desk")
    same = memory.recall("Turn on SMS reminders for Luna", app="front desk")

    assert other.plan is None or other.plan.further == ("email",)
    assert same.route == "direct_replay"
