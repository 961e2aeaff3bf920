"""What one run did besides, and several others did without, is no step of a plan."""

from typing import Any

import pytest

from kgmem import Memory
from kgmem_agents.mcp.told import plan_data
from tests.unit.recall.walks import chosen, click, planned, typed, walk

ASKED = "Create a request Dusty shelf with priority low"
NEEDED = ["New request", "Title", "Priority", "Create"]


def link(path: str) -> dict[str, Any]:
    return click("Requests", "link", attributes={"href": path})


def taught(memory: Memory, detours: dict[int, list[dict[str, Any]]]) -> None:
    """Four requests, some of them with steps of their own at the beginning."""
    asked = [
        ("Printer jam", "high"),
        ("Broken lamp", "low"),
        ("Cold office", "normal"),
        ("Lost badge", "high"),
    ]
    for n, (title, priority) in enumerate(asked):
        steps = [
            *detours.get(n, ()),
            click("New request"),
            typed("Title", title),
            chosen("Priority", priority),
            click("Create"),
        ]
        task = f"Create a request {title} with priority {priority}"
        memory.learn(walk(task, steps))
    memory.generalize()


@pytest.mark.parametrize(
    "detour",
    [
        [chosen("Kind", "bug"), chosen("Kind", "task")],
        [typed("Search", "leaks"), click("Clear")],
        [click("Login", "link"), {"action": "back"}],
        [click("Help", "link"), click("Home", "link")],
    ],
)
def test_the_detour_of_one_run_is_not_in_the_plan(
    memory: Memory, detour: list[dict[str, Any]]
) -> None:
    taught(memory, {1: detour})

    plan = planned(memory, ASKED)

    assert [one.target and one.target.name for one in plan.steps] == NEEDED
    assert not plan.left_out
    [pattern] = memory.patterns()
    exported = memory.export_pattern(pattern.pattern_id, "skill").text
    assert str(detour[0]["target"]["name"]) not in exported


def test_what_two_runs_did_is_told_as_left_out(memory: Memory) -> None:
    hint = [click("Show form", "link")]
    taught(memory, {1: hint, 2: hint})

    plan = planned(memory, ASKED)

    assert plan.left_out == ('click link "Show form"',)


def test_what_may_be_left_out_says_so(memory: Memory) -> None:
    taught(memory, {})
    found = memory.recall(ASKED, app="desk")
    assert found.plan is not None
    first, *others = found.plan.steps
    spare = first.model_copy(update={"need": "optional"})
    plan = found.plan.model_copy(update={"steps": (spare, *others)})

    told = found.model_copy(update={"plan": plan}).to_prompt()

    only_if = 'optional: only if button "New request" is there'
    assert f'1. click button "New request" ({only_if})' in told
    assert told.count("optional") == 1
    assert plan_data(plan, "p")["steps"][0]["optional"] == only_if


def test_two_links_of_one_name_are_two_steps(memory: Memory) -> None:
    taught(memory, {n: [link("/menu")] for n in range(4)} | {0: [link("/tab")]})

    [pattern] = memory.patterns()

    links = [one.target for one in pattern.steps if one.target]
    assert "/tab" not in [one.attributes.get("href") for one in links]
    assert links[0].attributes["href"] == "/menu"
