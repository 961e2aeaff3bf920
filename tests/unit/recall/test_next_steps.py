"""A goal without a path: what runs did from such a page, towards goals like it."""

from typing import Any

import pytest

from kgmem import InvalidInput, Memory
from tests.unit.recall.walks import chosen, click, typed, walk

FORM = [
    {"role": "textbox", "name": "Title"},
    {"role": "combobox", "name": "Priority"},
    {"role": "button", "name": "Create"},
    {"role": "button", "name": "Cancel"},
]


def at(page: str, step: dict[str, Any]) -> dict[str, Any]:
    return {**step, "page_before": {"url": f"https://desk.example/{page}"}}


def filed(kind: str, title: str, **more: Any) -> dict[str, Any]:
    steps = [typed("Title", title), click("Create")]
    path = [at("list", click("New", "link")), *(at("new", one) for one in steps)]
    return walk(f'File a {kind} "{title}"', path, **more)


@pytest.fixture
def memory(memory: Memory) -> Memory:
    memory.learn(filed("bug", "Login hangs"))
    memory.learn(filed("question", "Which browsers?"))
    memory.learn(filed("bug", "No sound", outcome="failure"))
    return memory


def names(memory: Memory, goal: str, page: list[dict[str, Any]]) -> list[str]:
    found = memory.next_steps(goal, page, app="desk")
    return [one.target.name or "" for one in found if one.target]


def test_what_runs_did_first_on_such_a_page_comes_first(memory: Memory) -> None:
    best, second = memory.next_steps('Propose "Dark mode"', FORM, app="desk")

    assert (best.action, best.target and best.target.name) == ("type", "Title")
    assert (second.action, second.target and second.target.name) == ("click", "Create")
    assert best.share > second.share
    assert best.share + second.share == pytest.approx(1)
    assert {*best.tasks} == {
        'File a bug "Login hangs"',
        'File a question "Which browsers?"',
    }
    assert len(best.runs) == 2


def test_a_value_of_another_task_is_asked_for(memory: Memory) -> None:
    best, *_ = memory.next_steps("Propose something", FORM, app="desk")

    assert best.value == "{value}"
    assert best.asks == ("value",)


def test_a_value_that_the_goal_tells_is_entered(memory: Memory) -> None:
    best, *_ = memory.next_steps('File a proposal "Dark mode"', FORM, app="desk")

    assert best.value == "Dark mode"
    assert best.asks == ()


def test_what_is_filled_in_already_is_left_out(memory: Memory) -> None:
    filled = [{**FORM[0], "attributes": {"value": "Dark mode"}}, *FORM[1:]]

    assert names(memory, 'File a proposal "Dark mode"', filled) == ["Create"]


def test_goals_that_are_nearer_have_more_votes(memory: Memory) -> None:
    for n in range(3):
        steps = [chosen("Priority", "High"), click("Create")]
        memory.learn(walk(f"Escalate the ticket {n}", steps))

    best, *_ = memory.next_steps("Escalate the ticket 9 of Ann", FORM, app="desk")

    assert (best.action, best.value) == ("select", "High")


def test_steps_at_this_address_come_before_those_at_others(memory: Memory) -> None:
    memory.learn(walk("Empty the bin", [at("bin", click("Cancel"))]))

    best, *_ = memory.next_steps(
        'File a bug "In the bin"', FORM, app="desk", url="https://desk.example/bin"
    )

    assert best.target
    assert best.target.name == "Cancel"


def test_nothing_is_told_of_a_page_on_which_nobody_was(memory: Memory) -> None:
    page = [{"role": "button", "name": "Launch"}]

    assert names(memory, 'File a bug "Login hangs"', page) == []


def test_a_limit_that_is_none_is_told(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="limit"):
        memory.next_steps("Propose something", FORM, limit=0)
