"""What a tool answers is what its schema says, and nothing beside it."""

from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator

from kgmem_agents.mcp.answer import ToolAnswer
from kgmem_agents.mcp.offered import of_roles
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.pattern_tools import procedures
from tests.mcp.conftest import PAGE, learn_orders, order

OURS = of_roles(("read", "write", "operate"))
TASK = order("lamp", "Oslo")["task"]


def closed(shape: Any) -> Any:
    """The same schema, with no fields but those that it names."""
    if isinstance(shape, list):
        return [closed(one) for one in shape]
    if not isinstance(shape, Mapping):
        return shape
    within = {key: closed(one) for key, one in shape.items()}
    if "properties" in shape and isinstance(shape["properties"], Mapping):
        within["additionalProperties"] = False
    return within


def faults(shape: Any, data: Any) -> list[str]:
    return [
        one.message for one in Draft202012Validator(closed(shape)).iter_errors(data)
    ]


def calls(ongoing: Ongoing) -> Iterator[tuple[str, dict[str, Any]]]:
    """A call of each tool, one after the other; some in several ways."""
    step = {"action": "click", "target": PAGE[0]}
    learn_orders(ongoing.memory)
    run = ongoing.memory.recall(TASK, app="shop").experiences[0]
    found = OURS["recall"](ongoing, {"task": TASK, "app": "shop"})
    plan_id = found.data["plan"]["plan_id"]
    yield ("recall", {"task": TASK, "app": "shop"})
    yield ("recall", {"task": 'Order "tea"', "app": "shop"})
    yield ("recall", {"task": "Water the flowers"})
    yield ("locate_all", {"plan_id": plan_id, "elements": PAGE})
    yield ("locate_all", {"plan_id": plan_id, "elements": []})
    yield ("report", {"plan_id": plan_id, "outcome": "success"})
    yield ("record", {"task": "Go", "steps": [step], "outcome": "success"})
    yield ("record_step", {"task": "Go", **step})
    run_id = OURS["record_step"](ongoing, {"task": "Go on", **step}).data["run_id"]
    yield ("finish_task", {"run_id": run_id, "outcome": "failure"})
    yield ("find_procedure", {"task": TASK})
    named = next(iter(procedures(ongoing.memory.patterns())))
    values = {"article": "tea", "city": "Lima"}
    yield ("find_procedure", {"name": named, "values": values})
    yield ("add_document", {"text": "The printer is on floor 2."})
    yield ("add_fact", {"content": "Ann works in Oslo."})
    yield ("search", {"query": "printer"})
    yield ("risk", {"task": TASK, "app": "shop", **step})
    for decision in ("approve", "quarantine", "release"):
        decided = {"id": run.experience_id, "by": "Ann", "why": "seen"}
        yield (decision, decided)
    yield ("history", {"id": run.experience_id})
    yield ("remember", {"text": "I live in Oslo."})
    yield ("context", {"query": "Where do I live?"})
    yield ("profile", {})
    yield ("search_messages", {"query": "Oslo"})
    yield ("forget", {"everything": True})


def test_every_answer_is_as_its_schema_says(ongoing: Ongoing) -> None:
    seen: set[str] = set()
    found: list[tuple[str, list[str]]] = []

    for name, given in calls(ongoing):
        answer: ToolAnswer = OURS[name](ongoing, given)
        seen.add(name)
        found += (
            [(name, wrong)]
            if (wrong := faults(OURS[name].answers, answer.data))
            else []
        )

    assert found == []
    assert seen == set(OURS)
