"""Which page a plan is for, and what is told where nothing can be done."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from kgmem import ConfigurationError, InvalidInput
from kgmem.interfaces.mcp.ongoing import Ongoing
from kgmem.interfaces.mcp.replaying import REPLAY, page_of, replay_tool
from kgmem.interfaces.mcp.server import MemoryServer
from kgmem.model.plan import Origin, Plan, PlanStep
from kgmem.remote.verbs import Role
from tests.unit.interfaces.mcp.conftest import order


@dataclass
class OpenPage:
    url: str
    front: bool = False

    def evaluate(self, _: str) -> bool:
        return self.front


@dataclass
class OpenContext:
    pages: list[OpenPage]

    def new_page(self) -> OpenPage:
        return OpenPage("about:blank")


@dataclass
class OpenEngine:
    contexts: list[OpenContext] = field(default_factory=list)


def plan(*addresses: str) -> Plan:
    steps = tuple(
        PlanStep(n=n, action="navigate", value=one)
        for n, one in enumerate(addresses, 1)
    )
    origin = Origin(kind="experience", id="e")
    return Plan(
        plan_id="p", task="t", route="direct_replay", steps=steps, origin=origin
    )


@pytest.mark.parametrize(
    ("pages", "addresses", "taken"),
    [
        ([("https://a.example/", False), ("https://b.example/", True)], [], 1),
        ([("https://a.example/", True), ("https://b.example/", True)], [], 1),
        (
            [("https://a.example/x", False), ("https://b.example/", True)],
            ["https://a.example/"],
            0,
        ),
        ([("https://a.example/", True), ("devtools://d", True)], [], 0),
    ],
)
def test_the_page_of_the_plans_host_comes_first_then_that_in_front(
    pages: list[tuple[str, bool]], addresses: list[str], taken: int
) -> None:
    shown = [OpenPage(*one) for one in pages]

    found = page_of(OpenEngine([OpenContext(shown)]), plan(*addresses))

    assert found is shown[taken]


def test_a_browser_without_a_page_gets_one() -> None:
    found = page_of(OpenEngine([OpenContext([])]), plan())

    assert found.url == "about:blank"


def test_the_tool_is_there_only_with_a_browser(ongoing: Ongoing) -> None:
    without = MemoryServer(ongoing.memory)
    given = MemoryServer(ongoing.memory, browser="http://127.0.0.1:1")
    roles: list[Role] = ["read"]
    reading = MemoryServer(ongoing.memory, roles=roles, browser="http://127.0.0.1:1")

    assert [REPLAY in one.tools() for one in (without, given, reading)] == [
        False,
        True,
        False,
    ]


def test_a_plan_that_is_none_and_a_browser_that_is_away_are_told(
    ongoing: Ongoing,
) -> None:
    for article in ("lamp", "desk"):
        ongoing.memory.learn(order(article, "Oslo"))
    found: Any = ongoing.memory.recall(order("lamp", "Oslo")["task"], app="shop")
    ongoing.hand_out(found.plan)
    tool = replay_tool("http://127.0.0.1:1")

    with pytest.raises(InvalidInput, match="recall"):
        tool(ongoing, {"plan_id": "none"})
    with pytest.raises(ConfigurationError, match="remote-debugging-port"):
        tool(ongoing, {"plan_id": found.plan.plan_id})
