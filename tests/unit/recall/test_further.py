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


@pytest.mark.parametrize(("ending", "held"), [("Send", 3), ("Save", 3), ("Keep", 3)])
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
