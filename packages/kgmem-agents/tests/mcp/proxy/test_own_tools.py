"""A task from its first words to what is known of it the next time."""

from typing import Any

from mcp import Client

from kgmem import Memory
from tests.mcp.proxy.browser_server import URL
from tests.mcp.proxy.conftest import passed, text_of


async def done(client: Client, what: str) -> None:
    """What an agent does in the browser."""
    await client.call_tool("browser_navigate", {"url": URL})
    await client.call_tool("browser_snapshot", {})
    typed = {"element": "Article", "target": "e1", "text": what}
    await client.call_tool("browser_type", typed)
    await client.call_tool("browser_click", {"element": "Send", "target": "e3"})


async def twice(client: Client) -> Any:
    listed = (await client.list_tools()).tools
    await client.call_tool("recall", {"task": 'Send a "lamp"'})
    await done(client, "lamp")
    first = await client.call_tool("record", {"outcome": "success"})
    known = await client.call_tool("recall", {"task": 'Send a "chair"'})
    await done(client, "red chair")
    plan_id = known.structured_content["plan"]["plan_id"]
    asked = {"plan_id": plan_id, "outcome": "success"}
    return listed, first, known, await client.call_tool("report", asked)


def test_a_task_is_known_the_second_time(memory: Memory) -> None:
    listed, first, known, reported = passed(memory, twice)

    record = next(one for one in listed if one.name == "record")
    assert record.input_schema["required"] == ["outcome"]
    assert "steps" not in record.input_schema["properties"]
    assert text_of(first) == "Learned; steps: 3."
    assert first.structured_content["outcome"] == "success"
    assert first.structured_content["not_recorded"] == {}
    steps = known.structured_content["plan"]["steps"]
    assert [step.get("value") for step in steps] == [URL, "chair", None]
    assert not reported.is_error


def test_a_run_that_followed_a_plan_is_learned_as_it_was(memory: Memory) -> None:
    passed(memory, twice)

    (row,) = memory.cypher(
        "MATCH (e:Experience {space: $space}) WHERE e.plan_id IS NOT NULL "
        "RETURN e.experience_id AS id, e.outcome AS outcome"
    )
    assert row["outcome"] == "success"
    assert memory.experience(row["id"]).steps[1].value == "red chair"
