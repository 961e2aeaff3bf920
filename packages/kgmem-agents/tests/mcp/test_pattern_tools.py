"""A pattern as a tool: its name, its arguments, its plan."""

from contextlib import nullcontext
from typing import Any

import pytest

from kgmem import (
    InvalidInput,
    Origin,
    Pattern,
    PatternStep,
    Plan,
    Recollection,
    Slot,
    Stats,
)
from kgmem.model.option import options_in
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.pattern_tools import Procedure, procedures, slot_value
from kgmem_agents.mcp.tools import TOOLS
from tests.mcp.conftest import call, learn_orders


def pattern(template: str = "Wait {time}", *slots: Slot, **fields: Any) -> Pattern:
    given = {
        "pattern_id": "0a0b7f2f-835a-51f7-a07f-dffabd3ff3cc",
        "name": template,
        "status": "active",
        "steps": (PatternStep(n=1, action="wait"),),
        "stats": Stats(lower_bound=0.6),
        **fields,
    }
    return Pattern(template=template, slots=slots, **given)


def slot(name: str = "time", kind: str = "text", *examples: str, **more: Any) -> Slot:
    return Slot(slot_id=name, name=name, kind=kind, examples=examples, **more)


def property_of(one: Slot) -> dict[str, Any]:
    (found,) = (
        Procedure.of(pattern("Do {x}", one), "do_x").schema()["properties"].values()
    )
    return dict(found)


def test_a_list_is_an_array_and_a_secret_shows_no_example() -> None:
    listed = property_of(slot("x", "name", "Ann", is_list=True))
    hidden = property_of(slot("x", "secret", "[REDACTED:password#1]", sensitive=True))

    assert (listed["type"], listed["items"]) == ("array", {"type": "string"})
    assert hidden["writeOnly"] is True
    assert "REDACTED" not in hidden["description"]


SEVERITY = options_in(["Minor", "Major"])


@pytest.mark.parametrize(("given", "is_taken"), [("minors", True), ("urgent", False)])
def test_a_value_that_is_no_option_is_refused_with_the_options(
    given: str, is_taken: bool
) -> None:
    listed = slot("severity", options=SEVERITY)

    with nullcontext() if is_taken else pytest.raises(InvalidInput, match="one of Mi"):
        assert slot_value("severity", listed, given) == given


def test_no_pattern_takes_the_name_of_the_memorys_own_tools() -> None:
    steps = (PatternStep(n=1, action="wait"),)

    names = procedures([pattern("Search for {x}", slot("x"), steps=steps, app="shop")])

    assert [*names] == ["search_x"]
    assert not {*procedures([pattern("Search", app="shop")])} & {*TOOLS}


@pytest.mark.parametrize(
    ("fields", "is_tool"),
    [
        ({}, True),
        ({"status": "retired"}, False),
        ({"steps": ()}, False),
    ],
)
def test_what_is_in_use_and_has_a_path_is_a_procedure(
    fields: dict[str, Any], is_tool: bool
) -> None:
    assert bool(procedures([pattern(**fields)])) is is_tool


@pytest.fixture
def tool(ongoing: Ongoing) -> Procedure:
    learn_orders(ongoing.memory)
    (found,) = procedures(ongoing.memory.patterns()).values()
    return found


def test_values_become_a_plan(ongoing: Ongoing, tool: Procedure) -> None:
    answer = tool(ongoing, {"article": "green vase", "city": "Lima"})

    plan = answer.data["plan"]
    values = [step.get("value") for step in plan["steps"]]
    assert values == ["Lima", "green vase", None]
    assert ongoing.plan(plan["plan_id"]).plan.task == answer.data["task"]
    assert tool.name == "order_article"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"article": "vase"}, "city: a value is needed"),
        ({"article": "vase", "city": "Lima", "size": 3}, "size.*no such argument"),
        ({"article": "vase", "city": 3}, "city: string is needed"),
        ({"article": "vase", "city": ""}, "city: a value is needed"),
        ({"article": {"a": 1}, "city": "Lima"}, "article: string is needed"),
    ],
)
def test_a_bad_value_is_named(
    ongoing: Ongoing, tool: Procedure, given: dict[str, Any], says: str
) -> None:
    with pytest.raises(InvalidInput, match=says):
        tool(ongoing, given)


def recollection(route: str = "direct_replay", **bindings: str) -> Recollection:
    plan = Plan(
        plan_id="p",
        task="Wait",
        route="direct_replay",
        bindings=bindings,
        origin=Origin(kind="pattern", id="x"),
    )
    return Recollection(
        task="Wait",
        route=route,
        confidence=0.5,
        familiarity=0.5,
        reasons=("it rains",),
        plan=plan,
    )


def test_values_that_would_be_read_otherwise_are_refused() -> None:
    tool = Procedure.of(pattern(), "wait")
    found = recollection(time="ten to nine")

    assert tool._plan(found, {"time": "Ten to  nine"}) is found.plan
    with pytest.raises(InvalidInput, match="time would be read as another value"):
        tool._plan(found, {"time": "nine"})


@pytest.mark.parametrize(
    ("taken", "given", "says"),
    [
        *((slot("x", "number", "3", "12"), given, "x: integer is needed")
          for given in (4.5, True, "4", [4])),
        (slot("x", "name", is_list=True), "Ann", "a list of values"),
    ],
)  # fmt: skip
def test_a_value_of_another_form_is_refused(taken: Slot, given: Any, says: str) -> None:
    tool = Procedure.of(pattern("Do {x}", taken), "do_x")

    with pytest.raises(InvalidInput, match=says):
        tool._values({"x": given})


def test_a_procedure_is_found_then_done_with_its_values(
    ongoing: Ongoing, tool: Procedure
) -> None:
    found = call(ongoing, "find_procedure", task="order a mug", app="Shop")
    (one,) = found.data["procedures"]
    values = {"article": "mug", "city": "Lima"}
    answer = call(ongoing, "find_procedure", name=one["name"], values=values)

    assert one["name"] == tool.name
    assert set(one["inputSchema"]["properties"]) == set(values)
    assert f"{tool.name}(article, city)" in found.text
    steps = answer.data["plan"]["steps"]
    assert [step.get("value") for step in steps] == ["Lima", "mug", None]


@pytest.mark.parametrize(
    ("asked", "says"),
    [({}, "task: say what"), ({"name": "fly"}, "name: no procedure 'fly'")],
)
def test_a_procedure_needs_a_task_or_a_known_name(
    ongoing: Ongoing, asked: dict[str, Any], says: str
) -> None:
    with pytest.raises(InvalidInput, match=says):
        call(ongoing, "find_procedure", **asked)
