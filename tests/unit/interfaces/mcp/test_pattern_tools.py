"""A pattern as a tool: its name, its arguments, its plan."""

import re
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
from kgmem.interfaces.mcp.ongoing import Ongoing
from kgmem.interfaces.mcp.pattern_tools import (
    PROOF,
    PatternTool,
    no_such,
    proven,
    tool_name,
)
from kgmem.interfaces.mcp.server import MemoryServer
from kgmem.interfaces.mcp.tools import TOOLS
from tests.unit.interfaces.mcp.conftest import order


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
    (found,) = PatternTool.of(pattern("Do {x}", one)).schema()["properties"].values()
    return dict(found)


@pytest.mark.parametrize(
    ("template", "begins"),
    [
        ('Order "{article}" and have it sent to "{city}"', "order_and_have_it_sent_to"),
        ("在{app}搜索{商品}并下单", "task"),
        ("{x}", "task"),
        ("Write " + "very " * 40 + "long words", "write_very"),
    ],
)
def test_a_name_is_one_that_every_client_takes(template: str, begins: str) -> None:
    name = tool_name(pattern(template))

    assert name.startswith(begins)
    assert re.fullmatch(r"[a-z][a-z0-9_]{0,47}", name)


@pytest.mark.parametrize(
    ("kind", "examples", "expected"),
    [
        ("number", ("3", "12"), {"type": "integer"}),
        ("number", ("3.5", "12"), {"type": "number"}),
        ("number", ("three", "12"), {"type": "string"}),
        ("number", (), {"type": "string"}),
        ("code", ("007",), {"type": "string"}),
        ("email", ("a@b.example",), {"type": "string", "format": "email"}),
        ("url", ("https://a.example",), {"type": "string", "format": "uri"}),
        ("date", ("May 3, 2025",), {"type": "string"}),
    ],
)
def test_a_slot_is_typed_by_its_kind_and_values(
    kind: str, examples: tuple[str, ...], expected: dict[str, str]
) -> None:
    found = property_of(slot("x", kind, *examples))

    assert {key: found.get(key) for key in expected} == expected
    assert all(one in found["description"] for one in examples)


def test_a_list_is_an_array_and_a_secret_shows_no_example() -> None:
    listed = property_of(slot("x", "name", "Ann", is_list=True))
    hidden = property_of(slot("x", "secret", "[REDACTED:password#1]", sensitive=True))

    assert (listed["type"], listed["items"]) == ("array", {"type": "string"})
    assert hidden["writeOnly"] is True
    assert "REDACTED" not in hidden["description"]


def test_an_argument_has_a_latin_name_and_keeps_the_slots_own() -> None:
    tool = PatternTool.of(pattern("搜索{商品}", slot("商品", "text", "鼠标")))

    (name,) = tool.schema()["properties"]
    assert name == "value_1"
    assert (
        tool.schema()["properties"][name]["description"] == "商品: text, such as 鼠标"
    )
    assert tool.slots[name].name == "商品"


@pytest.mark.parametrize(
    ("fields", "is_tool"),
    [
        ({}, True),
        ({"stats": Stats(lower_bound=0.4)}, False),
        ({"status": "retired"}, False),
        ({"steps": ()}, False),
    ],
)
def test_what_is_proven_and_has_a_path_is_a_tool(
    fields: dict[str, Any], is_tool: bool
) -> None:
    assert bool(proven([pattern(**fields)], 0.5)) is is_tool


@pytest.fixture
def tool(ongoing: Ongoing) -> PatternTool:
    for article, city in (("lamp", "Oslo"), ("red chair", "Bern"), ("mug", "Rome")):
        ongoing.memory.learn(order(article, city))
    ongoing.memory.generalize()
    (found,) = proven(ongoing.memory.patterns(), 0.5).values()
    return found


def test_values_become_a_plan(ongoing: Ongoing, tool: PatternTool) -> None:
    answer = tool(ongoing, {"article": "green vase", "city": "Lima"})

    values = [step.get("value") for step in answer.data["steps"]]
    assert values == ["Lima", "green vase", None]
    assert ongoing.plan(answer.data["plan_id"]).plan.task == answer.data["task"]
    assert "3 successful runs" in tool.description
    assert "can't be taken back" in tool.description


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
    ongoing: Ongoing, tool: PatternTool, given: dict[str, Any], says: str
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
    tool = PatternTool.of(pattern())
    found = recollection(time="ten to nine")

    assert tool._plan(found, {"time": "Ten to  nine"}) is found.plan
    with pytest.raises(InvalidInput, match="time would be read as another value"):
        tool._plan(found, {"time": "nine"})


@pytest.mark.parametrize(
    ("examples", "given", "text"),
    [
        (("3", "12"), 4, "4"),
        (("3", "12"), 4.0, "4"),
        (("3.5", "12"), 4.25, "4.25"),
    ],
)
def test_a_number_is_told_as_a_text_has_it(
    examples: tuple[str, ...], given: float, text: str
) -> None:
    tool = PatternTool.of(pattern("Wait {time}", slot("time", "number", *examples)))

    assert tool._values({"time": given}) == {"time": text}


@pytest.mark.parametrize("given", [4.5, True, "4", [4]])
def test_a_whole_number_is_no_other_value(given: Any) -> None:
    tool = PatternTool.of(pattern("Wait {time}", slot("time", "number", "3", "12")))

    with pytest.raises(InvalidInput, match="time: integer is needed"):
        tool._values({"time": given})


def test_a_list_takes_a_list() -> None:
    tool = PatternTool.of(pattern("Call {names}", slot("names", "name", is_list=True)))

    assert tool._values({"names": ["Ann", "Bob"]}) == {"names": ["Ann", "Bob"]}
    with pytest.raises(InvalidInput, match="a list of values"):
        tool._values({"names": "Ann"})


def test_the_list_of_tools_says_why_one_is_gone(ongoing: Ongoing) -> None:
    memory = ongoing.memory
    for article, city in (("lamp", "Oslo"), ("chair", "Bern"), ("mug", "Rome")):
        memory.learn(order(article, city))
    memory.generalize()
    server = MemoryServer(memory, proof=PROOF)
    [name] = server.tools().keys() - TOOLS.keys()

    plan = memory.recall('Order "tea" and have it sent to "Lima"', app="shop").plan
    assert plan is not None
    memory.report(plan, "failure", failed_step=2)

    tools = server.tools()
    assert name not in tools
    told = tools["recall"].description
    assert name in told
    assert "failed 1 times" in told
    assert "recall still has their plans" in told
    gone = no_such(name, TOOLS, memory.patterns(), PROOF)
    assert gone.startswith(f"{name} is no tool any more")
    assert no_such("x", TOOLS, memory.patterns(), PROOF).startswith("no tool 'x'; ")
