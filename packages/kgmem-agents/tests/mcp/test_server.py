"""The protocol's side: the official client, in this process."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client

from kgmem import Memory
from kgmem.access import Role
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.people import PEOPLE
from kgmem_agents.mcp.server import MemoryServer
from kgmem_agents.mcp.tools import DECISIONS, TOOLS
from tests.mcp.conftest import learn_orders, order

MODES = ("auto", "legacy")
"""The protocol of today, and that of before."""
LISTED = [one.name for one in (*TOOLS.values(), *PEOPLE.values()) if not one.seldom]


def served(
    ongoing: Ongoing,
    work: Callable[[Client], Awaitable[Any]],
    *,
    mode: str = "auto",
    roles: tuple[Role, ...] = ("read", "write"),
) -> Any:
    """What `work` gives for a client of a server of this memory."""

    async def main() -> Any:
        server = MemoryServer(ongoing.memory, roles=roles)
        async with Client(server.protocol, mode=mode) as client:
            return await work(client)

    return asyncio.run(main())


@pytest.mark.parametrize("mode", MODES)
def test_tools_are_listed_and_called(ongoing: Ongoing, mode: str) -> None:
    ongoing.memory.learn(order("lamp", "Oslo"))

    async def work(client: Client) -> Any:
        listed = await client.list_tools()
        asked = {"task": order("lamp", "Oslo")["task"], "app": "shop"}
        return listed.tools, await client.call_tool("recall", asked)

    tools, answer = served(ongoing, work, mode=mode)

    assert [tool.name for tool in tools] == LISTED
    assert [t.name for t in tools if t.annotations.read_only_hint] == [
        "recall", "locate_all", "find_procedure", "search",
        "context",
    ]  # fmt: skip
    assert answer.structured_content["route"] == "direct_replay"
    assert "direct_replay" in answer.content[0].text


def test_a_list_that_comes_as_json_in_a_text_is_read(ongoing: Ongoing) -> None:
    steps = [{"action": "click", "target": {"role": "button", "name": "Go"}}]
    asked = {"task": "Go there", "outcome": "success", "steps": json.dumps(steps)}

    async def work(client: Client) -> Any:
        return await client.call_tool("record", asked)

    answer = served(ongoing, work)

    assert answer.structured_content["status"] == "stored"


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("recall", {"task": ["a"]}),
        ("locate_all", {}),
        ("finish_task", {"run_id": None}),
    ],
)
def test_wrong_types_are_an_answer_and_the_server_goes_on(
    ongoing: Ongoing, name: str, given: dict[str, Any]
) -> None:
    async def work(client: Client) -> Any:
        bad = await client.call_tool(name, given)
        return bad, await client.call_tool("search", {"query": "lamp"})

    bad, good = served(ongoing, work)

    assert bad.is_error
    assert bad.content[0].text.startswith(f"{name}: ")
    assert not good.is_error


def test_what_is_no_error_of_kgmem_is_an_answer_without_its_words(
    ongoing: Ongoing, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("a secret of the inside")

    monkeypatch.setattr(Memory, "search", broken)

    async def work(client: Client) -> Any:
        return await client.call_tool("search", {"query": "lamp"})

    answer = served(ongoing, work)

    assert answer.is_error
    assert answer.content[0].text == "search failed: ZeroDivisionError; see the log"


def test_patterns_and_runs_are_resources(ongoing: Ongoing) -> None:
    learned = ongoing.memory.learn(order("lamp", "Oslo"))

    async def work(client: Client) -> Any:
        listed = (await client.list_resources()).resources
        templates = (await client.list_resource_templates()).resource_templates
        uris = [*(one.uri for one in listed)]
        uris.append(f"kgmem://experience/{learned.experience_id}")
        read = [(await client.read_resource(uri)).contents[0] for uri in uris]
        return templates, [json.loads(one.text) for one in read]

    templates, (patterns, pattern, run) = served(ongoing, work)

    assert [one.name for one in templates] == ["pattern", "experience"]
    assert patterns[0]["pattern_id"] == pattern["pattern_id"]
    assert [step["action"] for step in pattern["steps"]] == ["type", "type", "click"]
    assert run["task"] == order("lamp", "Oslo")["task"]


def test_clients_decide_only_where_an_operator_lets_them(ongoing: Ongoing) -> None:
    run = ongoing.memory.learn(order("lamp", "Oslo")).experience_id
    said = {"id": run, "by": "ann", "why": "I watched it"}

    async def work(client: Client) -> Any:
        names = [tool.name for tool in (await client.list_tools()).tools]
        for verb in DECISIONS:
            if verb in names:
                await client.call_tool(verb, said)
        return names, await client.call_tool("history", {"id": run})

    closed, nothing = served(ongoing, work)
    opened, history = served(ongoing, work, roles=("read", "write", "operate"))

    assert not set(DECISIONS) & set(closed)
    assert nothing.structured_content == {"decisions": []}
    assert opened == [*LISTED, *DECISIONS]
    told = [one["verb"] for one in history.structured_content["decisions"]]
    assert told == ["approve", "quarantine", "release"]


def test_quarantined_patterns_are_no_resources(ongoing: Ongoing) -> None:
    learn_orders(ongoing.memory)
    [pattern] = ongoing.memory.patterns()
    ongoing.memory.quarantine(pattern.pattern_id, by="ann", why="wrong")

    async def work(client: Client) -> Any:
        listed = (await client.list_resources()).resources
        every = await client.read_resource("kgmem://patterns")
        return [str(one.uri) for one in listed], every.contents[0].text

    assert served(ongoing, work) == (["kgmem://patterns"], "[]")
