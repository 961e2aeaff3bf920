"""Tools of the server behind, as their client sees them."""

import asyncio
from typing import Any

import pytest
from mcp import Client, MCPError, types

from kgmem import Memory
from kgmem_agents.mcp.proxy.child import parameters
from tests.mcp.proxy.browser_server import NAMES, PAGE, PICTURE, URL
from tests.mcp.proxy.conftest import command, passed, text_of

MODES = ("auto", "legacy")


@pytest.mark.parametrize("mode", MODES)
def test_their_tools_keep_their_names_and_answers(memory: Memory, mode: str) -> None:
    async def work(client: Client) -> Any:
        listed = (await client.list_tools()).tools
        return listed, await client.call_tool("picture", {"width": 3})

    listed, answer = passed(memory, work, mode=mode)

    names = [one.name for one in listed]
    assert names[: len(NAMES)] == NAMES
    assert listed[0].description == "Does browser_navigate."
    assert {"recall", "record", "kgmem_search"} <= set(names[len(NAMES) :])
    picture = types.ImageContent.model_validate(PICTURE)
    assert answer.content == [picture, types.TextContent(text="hi")]
    assert answer.structured_content == {"given": {"width": 3}}
    assert answer.meta["a"] == 1


def test_ours_never_shadow_theirs(memory: Memory) -> None:
    memory.add_fact("The printer is on floor 2.")

    async def work(client: Client) -> Any:
        await client.list_tools()
        theirs = await client.call_tool("search", {"query": "printer"})
        return theirs, await client.call_tool("kgmem_search", {"query": "printer"})

    theirs, ours = passed(memory, work)

    assert "Ran Playwright code" in text_of(theirs)
    assert "floor 2" in text_of(ours)


@pytest.mark.parametrize(
    ("known", "seen", "url", "shown"),
    [
        (False, False, URL, True),
        (False, True, URL, False),
        (False, False, None, False),
        (True, False, URL, False),
    ],
)
def test_where_nothing_is_known_recall_tells_the_page_that_nobody_has_seen(
    memory: Memory, known: bool, seen: bool, url: str | None, shown: bool
) -> None:
    step = {"action": "click", "target": {"role": "button", "name": "Send"}}
    run = {"task": "Send it", "app": "Shop", "steps": [step], "outcome": "success"}
    memory.learn(run)

    async def work(client: Client) -> Any:
        await client.list_tools()
        if seen:
            await client.call_tool("browser_snapshot", {})
        task = "Send it" if known else "Water the flowers"
        given = {"task": task, "app": "Shop", "url": url}
        return await client.call_tool("recall", {k: v for k, v in given.items() if v})

    assert ("### Snapshot" in text_of(passed(memory, work))) == shown


def test_errors_are_theirs(memory: Memory) -> None:
    async def work(client: Client) -> Any:
        await client.list_tools()
        with pytest.raises(MCPError, match="no tool 'sing'"):
            await client.call_tool("sing", {})
        return await client.call_tool("browser_click", {"target": "e9"})

    answer = passed(memory, work)

    assert answer.is_error
    assert text_of(answer) == "### Error\nRef e9 not found"


def test_progress_and_cancelling_go_through(memory: Memory) -> None:
    heard: list[tuple[float, float | None, str | None]] = []

    async def work(client: Client) -> Any:
        await client.list_tools()
        begun = asyncio.Event()

        async def told(*how_far: Any) -> None:
            heard.append(how_far)
            begun.set()

        waiting = asyncio.create_task(
            client.call_tool("wait", {}, progress_callback=told)
        )
        await asyncio.wait_for(begun.wait(), 30)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        for _ in range(100):
            if text_of(counted := await client.call_tool("count", {})) != "0":
                break
            await asyncio.sleep(0.05)
        return text_of(counted)

    cancelled = passed(memory, work, mode="legacy")

    assert heard == [(1, 2, "half")]
    assert cancelled == "1"


def test_what_they_ask_back_is_asked_of_the_client(memory: Memory) -> None:
    async def sure(_: Any, asked: types.ElicitRequestParams) -> types.ElicitResult:
        return types.ElicitResult(
            action="accept", content={"sure": asked.message != ""}
        )

    async def work(client: Client) -> Any:
        return await client.call_tool("ask", {})

    answer = passed(memory, work, mode="legacy", elicitation_callback=sure)

    assert text_of(answer) == "accept {'sure': True}"


def test_one_that_falls_is_told_and_starts_anew(memory: Memory) -> None:
    async def work(client: Client) -> Any:
        await client.list_tools()
        fallen = await client.call_tool("die", {})
        return fallen, await client.call_tool("browser_click", {"target": "e3"})

    fallen, again = passed(memory, work)

    assert fallen.is_error
    assert "ended, before or while this was done" in text_of(fallen)
    assert text_of(again).startswith(PAGE)


def test_a_server_that_does_not_start_is_told_and_ours_remain(memory: Memory) -> None:
    async def work(client: Client) -> Any:
        listed = (await client.list_tools()).tools
        with pytest.raises(MCPError, match="no tool 'browser_click'"):
            await client.call_tool("browser_click", {})
        return listed, await client.call_tool("recall", {"task": "Send a lamp"})

    listed, answer = passed(memory, work, "broken")

    assert listed[0].name == "recall"
    assert "did not start as a server" in listed[0].description
    assert not answer.is_error


def test_what_no_setting_of_ours_names_is_in_its_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KGMEM_NEO4J_PASSWORD", "secret")
    monkeypatch.setenv("PWMCP_PROFILE", "mine")

    found = parameters(command())

    assert found.env is not None
    assert found.env["PWMCP_PROFILE"] == "mine"
    assert "KGMEM_NEO4J_PASSWORD" not in found.env


def test_recall_is_offered_once_before_the_first_act(memory: Memory) -> None:
    async def work(client: Client) -> list[str]:
        await client.list_tools()
        seen = [
            await client.call_tool("browser_navigate", {"url": URL}),
            await client.call_tool("browser_snapshot", {}),
        ]
        return [one.content[-1].text for one in seen]

    first, second = passed(memory, work)

    assert first == "kgmem: nothing is known here yet; at the end call record."
    assert second.startswith("### Page")
