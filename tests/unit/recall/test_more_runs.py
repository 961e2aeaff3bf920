"""More successes of a kind never make what is offered for it worse."""

from collections.abc import Sequence
from typing import Any

import pytest

from kgmem import Memory

RANK = [
    "reflexion_explore",
    "guided_exploration",
    "adaptive_replay",
    "direct_replay",
]
VALUES = {
    "en": ("Ann Lee", "Bob Ray", "Eve Moss", "Tom Hill", "Zoe Park", "Max Frey"),
    "zh": ("红色围巾", "蓝牙耳机", "登山背包", "保温水杯", "机械键盘", "无线鼠标"),
    "number": ("4711", "20", "1009", "77", "3", "512"),
}
TASKS = {
    "en": "Invite {} to the board",
    "zh": "在商城搜索{}",
    "number": "Close issue {}",
}


def run(kind: str, n: int, extra: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    value = VALUES[kind][n]
    box = {"role": "textbox", "name": "Who or what"}
    return {
        "task": TASKS[kind].format(value),
        "app": "board",
        "outcome": "success",
        "steps": [
            *extra,
            {"action": "click", "target": {"role": "button", "name": "New"}},
            {"action": "type", "value": value, "target": box},
            {"action": "click", "target": {"role": "button", "name": "Done"}},
        ],
    }


def code(n: int) -> dict[str, Any]:
    box = {"role": "textbox", "name": "Code"}
    return {"action": "type", "value": f"{n}81{n}", "target": box}


LOOK = {"action": "click", "target": {"role": "link", "name": "Help"}}


@pytest.mark.parametrize(
    ("kind", "way"),
    [
        ("en", "alike"),
        ("number", "alike"),
        ("zh", "one looks around"),
        ("en", "a code that differs"),
    ],
)
def test_more_successes_never_do_harm(memory: Memory, kind: str, way: str) -> None:
    found = []
    for n in range(5):
        extra = [code(n)] if way.startswith("a code") else []
        extra = [LOOK] if way.startswith("one looks") and n == 3 else extra
        memory.learn(run(kind, n, extra))
        memory.generalize()
        asked = TASKS[kind].format(VALUES[kind][5])
        found.append(RANK.index(memory.recall(asked, app="board").route))

    assert found == sorted(found)
    assert found[-1] >= RANK.index("adaptive_replay")


def test_a_row_may_be_told_by_two_values(memory: Memory) -> None:
    for who, day, room in (("Ann Lee", "3 May", "A1"), ("Bob Ray", "9 June", "B2")):
        around = [f"{who}\t{room}\t{day}\tCancel"]
        cancel = {"role": "button", "name": "Cancel", "container": around}
        task = f'Cancel the visit of "{who}" on "{day}"'
        steps = [{"action": "click", "target": cancel}]
        memory.learn({"task": task, "outcome": "success", "steps": steps})

    memory.generalize()
    found = memory.recall('Cancel the visit of "Eve Moss" on "3 May"')

    assert found.route == "direct_replay"
    assert found.plan is not None
    assert found.plan.steps[0].row == "Eve Moss, 3 May"


def test_what_stands_beside_a_value_in_its_row_is_that_records(memory: Memory) -> None:
    rows = "Inbox\tAnn Lee\tCannot log in\tMonday\tBob Ray\tLate again\tTuesday"
    mail = {"tag": "div", "text": "Ann Lee Cannot log in Monday", "container": [rows]}
    steps = [{"action": "click", "target": mail}]
    memory.learn({"task": "Open Ann Lee", "outcome": "success", "steps": steps})
    memory.generalize()
    page = {"tag": "div", "text": "Eve Moss Thank you Friday"}

    found = memory.recall("Open Eve Moss", elements=[page])

    assert found.route == "direct_replay"
    assert found.plan is not None
    assert memory.locate(found.plan.steps[0], [page]).index == 0
