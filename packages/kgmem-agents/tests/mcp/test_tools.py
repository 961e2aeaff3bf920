"""What each tool does, and what it says to a model."""

import json
from typing import Any

import pytest

from kgmem import InvalidInput, Memory
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.tools import TOOLS
from tests.mcp.conftest import PAGE, call, learn_orders, order

NAMES = [
    "recall", "locate_all", "report", "record", "find_procedure", "search",
    "add_document", "add_fact",
]  # fmt: skip
SELDOM = ["record_step", "finish_task", "risk", "history"]


def a_run(ongoing: Ongoing, article: str = "lamp", **ending: Any) -> dict[str, Any]:
    """A run told through the tools; what finish_task gives."""
    run = order(article, "Oslo")
    first, *others = run["steps"]
    begun = call(ongoing, "record_step", task=run["task"], app="shop", **first)
    run_id = begun.data["run_id"]
    for step in others:
        call(ongoing, "record_step", run_id=run_id, **step)
    done = call(ongoing, "finish_task", run_id=run_id, **ending)
    return {"text": done.text, **done.data}


def test_the_tools_are_few_and_each_says_what_it_does() -> None:
    assert list(TOOLS) == [*NAMES, *SELDOM]
    assert [tool.name for tool in TOOLS.values() if not tool.seldom] == NAMES
    assert all(20 < len(tool.description) < 200 for tool in TOOLS.values())


@pytest.mark.parametrize("name", TOOLS)
def test_every_argument_is_typed_and_none_names_a_space(name: str) -> None:
    schema = TOOLS[name].schema()

    assert "$defs" not in schema
    assert all(argument["type"] for argument in schema["properties"].values())
    assert "space" not in json.dumps(schema)


def test_a_plan_says_what_it_asks_for(ongoing: Ongoing) -> None:
    learn_orders(ongoing.memory)

    found = call(ongoing, "recall", task='Order "tea"', app="shop")

    plan = found.data["plan"]
    assert [step.get("asks") for step in plan["steps"]] == [["city"], None, None]
    assert plan["steps"][0]["value"] == "{city}"
    assert "ask for {city}" in found.text


def test_a_recorded_run_is_recalled_located_followed_and_reported(
    ongoing: Ongoing,
) -> None:
    learned = a_run(ongoing, outcome="success")

    found = call(ongoing, "recall", task=order("mug", "Rome")["task"], app="shop")
    plan = found.data["plan"]
    plan_id = plan["plan_id"]
    places = call(ongoing, "locate_all", plan_id=plan_id, elements=PAGE).data["index"]
    call(ongoing, "report", plan_id=plan_id, outcome="success", actions=3)

    (pattern,) = ongoing.memory.patterns()
    assert (learned["status"], found.data["route"]) == ("stored", "adaptive_replay")
    assert [step.get("value") for step in plan["steps"]] == ["Rome", "mug", None]
    assert plan_id in found.text
    assert 'type "Rome"' in found.text
    assert (places, pattern.stats.wins) == ({"1": 2, "2": 1, "3": 0}, 2)


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("recall", {}, "task: Field required"),
        ("recall", {"task": 5}, "task"),
        ("recall", {"task": " "}, "task: is empty"),
        ("recall", {"task": "a", "space": "other"}, "space: no such"),
        ("locate_all", {"plan_id": "x", "elements": []}, "call recall again"),
        ("report", {"plan_id": "x", "outcome": "fine"}, "outcome"),
        ("record_step", {"action": "click"}, "task: is needed"),
        ("record_step", {"action": "clik", "task": "a"}, "action"),
        ("record_step", {"action": "click", "run_id": "x"}, "not being recorded"),
        ("finish_task", {"run_id": "x", "outcome": "success"}, "not being recorded"),
        ("search", {"query": "a", "kinds": ["pictures"]}, "pictures"),
        ("add_fact", {"content": ""}, "content"),
        ("risk", {"task": "a", "action": "click", "target": "Order"}, "target"),
    ],
)
def test_a_bad_argument_is_named(
    ongoing: Ongoing, name: str, given: dict[str, Any], says: str
) -> None:
    with pytest.raises(InvalidInput, match=says):
        call(ongoing, name, **given)


@pytest.mark.parametrize(
    ("is_located", "route"), [(True, "direct_replay"), (False, "adaptive_replay")]
)
def test_what_was_told_is_replayed_once_its_elements_were_located(
    ongoing: Ongoing, is_located: bool, route: str
) -> None:
    a_run(ongoing, outcome="success")
    asked = {"task": order("mug", "Rome")["task"], "app": "shop"}
    plan_id = call(ongoing, "recall", **asked).data["plan"]["plan_id"]
    if is_located:
        call(ongoing, "locate_all", plan_id=plan_id, elements=PAGE)

    call(ongoing, "report", plan_id=plan_id, outcome="success")

    assert call(ongoing, "recall", **asked).data["route"] == route


def test_a_bad_step_ends_no_other_run(ongoing: Ongoing) -> None:
    run = order("lamp", "Oslo")
    bad = [*run["steps"], {"action": "tool"}]

    with pytest.raises(InvalidInput, match="needs params"):
        call(ongoing, "record", **{**run, "steps": bad})

    ongoing.close()
    assert ongoing.memory.stats()["experiences"] == 0


def test_all_steps_of_a_plan_are_found_on_a_page_in_one_call(ongoing: Ongoing) -> None:
    learn_orders(ongoing.memory)
    plan = call(ongoing, "recall", task=order("mug", "Rome")["task"], app="shop")
    plan_id = plan.data["plan"]["plan_id"]

    few = call(ongoing, "locate_all", plan_id=plan_id, elements=PAGE[:2])
    found = call(ongoing, "locate_all", plan_id=plan_id, elements=PAGE)

    assert few.data == {"index": {"2": 1, "3": 0}, "not_here": [1]}
    assert few.text == (
        "step 2: element 1; step 3: element 0. Not surely on this page: step 1."
    )
    assert found.data == {"index": {"1": 2, "2": 1, "3": 0}, "not_here": []}
    assert len(ongoing.plan(plan_id).located) == 3


def test_a_step_that_failed_before_is_a_risk(ongoing: Ongoing) -> None:
    memory: Memory = ongoing.memory
    broken = {"role": "button", "name": "Express"}
    for n in range(3):
        run = order(f"lamp{n}", "Oslo")
        memory.learn(run)
        failed = {"action": "click", "target": broken, "error": "nothing happened"}
        steps = [*run["steps"][:2], failed]
        memory.learn({**run, "outcome": "failure", "steps": steps})

    told = call(
        ongoing, "risk", task=order("mug", "Rome")["task"], app="shop",
        action="click", target=broken,
    )  # fmt: skip

    assert told.data["risk"] > 0.5
    assert "Express" in told.text


def test_a_secret_of_the_task_is_in_the_plan_and_in_no_store(ongoing: Ongoing) -> None:
    task = 'Log in as "ann" with the password "{}"'
    hidden = {"role": "textbox", "name": "Password"}
    steps = [
        {"action": "type", "value": "ann", "target": PAGE[2]},
        {"action": "type", "value": "s3cret-Pa55", "target": hidden},
    ]
    run = {"task": task.format("s3cret-Pa55"), "app": "shop", "outcome": "success"}
    ongoing.memory.learn({**run, "steps": steps})

    found = call(ongoing, "recall", app="shop", task=task.format("0ther-Pa55"))

    values = [step["value"] for step in found.data["plan"]["steps"]]
    assert values == ["ann", "0ther-Pa55"]
    assert "s3cret" not in json.dumps(found.data)


OTHER_WORDS = 'Please get me "tea" and bring it to "Lima"'


@pytest.mark.parametrize(
    ("told", "route"),
    [
        ({}, "adaptive_replay"),
        ({"values": {"1": "Quito", "2": "tea"}}, "adaptive_replay"),
        ({"values": {"1": "Lima", "2": "tea"}, "deviations": "x"}, "adaptive_replay"),
        ({"values": {"1": "Lima", "2": "tea"}, "steps_done": [1]}, "adaptive_replay"),
        ({"values": {"1": "Lima", "2": "tea"}}, "direct_replay"),
    ],
)
def test_a_report_tells_what_was_really_done(
    ongoing: Ongoing, told: dict[str, Any], route: str
) -> None:
    learn_orders(ongoing.memory)
    plan = call(ongoing, "recall", task=OTHER_WORDS, app="shop").data["plan"]
    assert any(step.get("further") for step in plan["steps"])

    call(ongoing, "report", plan_id=plan["plan_id"], outcome="success", **told)

    again = call(ongoing, "recall", task=OTHER_WORDS, app="shop")
    assert again.data["route"] == route


def test_a_row_is_told_and_one_that_is_missing_too(ongoing: Ongoing) -> None:
    def retire(tool: str) -> dict[str, Any]:
        around = [f"{tool}\tin stock"]
        target = {"role": "button", "name": "Retire", "container": around}
        steps = [{"action": "click", "target": target}]
        return {"task": f"Retire the {tool}", "app": "tools", "steps": steps}

    for tool in ("Drill", "Sander"):
        ongoing.memory.learn(retire(tool) | {"outcome": "success"})
    ongoing.memory.generalize()
    page = [one["steps"][0]["target"] for one in map(retire, ("Drill", "Sander"))]

    found = call(ongoing, "recall", task="Retire the Cutter", app="tools")
    plan = found.data["plan"]
    every = call(ongoing, "locate_all", plan_id=plan["plan_id"], elements=page)

    assert 'button "Retire" in the row of Cutter' in found.text
    assert plan["steps"][0]["target"]["row"] == "Cutter"
    assert every.data["not_here"] == [1]
    assert "no row on this page bears 'Cutter'" in every.text


def test_a_text_that_is_kept_is_found(ongoing: Ongoing) -> None:
    call(ongoing, "add_document", text="The printer stands on floor 2.")

    found = call(ongoing, "search", query="Where is the printer?")

    assert "floor 2" in found.text
