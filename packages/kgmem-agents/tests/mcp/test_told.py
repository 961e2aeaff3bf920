"""What a model has to read: few characters, and all that it needs."""

import asyncio
import json
from typing import Any

import pytest
from mcp import Client

from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.server import INSTRUCTIONS, MemoryServer
from tests.mcp.conftest import call

MOST_TOOLS = 4_500
MOST_TEXT = 900
DESK = "https://desk.example"
OFFICE = [
    ('Create an issue "{0}" with priority {1}',
     [("click", "link", "New issue"), ("type", "textbox", "Summary"),
      ("select", "combobox", "Priority"), ("click", "button", "Create")],
     [("Printer broken", "high"), ("Lamp flickers", "low"), ("Door stuck", "high")]),
    ("把{0}的电话改成{1}",
     [("click", "link", "员工"), ("type", "textbox", "姓名"),
      ("type", "textbox", "电话"), ("click", "button", "保存")],
     [("张伟", "13800138000"), ("李娜", "13900139000"), ("王芳", "13700137000")]),
]  # fmt: skip


def length(data: Any) -> int:
    return len(json.dumps(data, ensure_ascii=False))


@pytest.fixture
def office(ongoing: Ongoing) -> Ongoing:
    """Two kinds of tasks of an office, as a browser shows them."""
    for wording, path, values in OFFICE:
        for given in values:
            left = iter(given)
            steps = [
                {
                    "action": action,
                    "target": {"role": role, "name": name},
                    "page_before": {"url": f"{DESK}/{n}"},
                }
                | ({"value": next(left)} if action in ("type", "select") else {})
                for n, (action, role, name) in enumerate(path)
            ]
            task = wording.format(*given)
            run = {"task": task, "app": "Bug Desk", "outcome": "success"}
            ongoing.memory.learn({**run, "steps": steps})
    ongoing.memory.generalize()
    return ongoing


@pytest.mark.parametrize("browser", [None, "http://127.0.0.1:9222"])
def test_what_stands_in_every_request_is_short(
    office: Ongoing, browser: str | None
) -> None:
    async def main() -> Any:
        server = MemoryServer(office.memory, browser=browser)
        async with Client(server.protocol) as client:
            return (await client.list_tools()).tools

    tools = asyncio.run(main())

    shown = [
        {"name": one.name, "description": one.description}
        | {"inputSchema": one.input_schema}
        for one in tools
    ]
    assert length(shown) <= MOST_TOOLS
    assert len(INSTRUCTIONS) <= 900
    (app,) = [one.input_schema["properties"]["app"] for one in tools[:1]]
    assert app["description"] == "App or site. Known: Bug Desk."


@pytest.mark.parametrize(
    ("task", "steps"),
    [
        (
            'Create an issue "No coffee" with priority high',
            ['link "New issue"', 'textbox "Summary"', 'combobox "Priority"'],
        ),
        ("把陈静的电话改成13600136000", ['link "员工"', 'textbox "电话"']),
    ],
)
def test_a_plan_is_short_and_a_browser_can_follow_it(
    office: Ongoing, task: str, steps: list[str]
) -> None:
    found = call(office, "recall", task=task, url=f"{DESK}/0")

    assert found.data["route"] == "direct_replay"
    assert all(step in found.text for step in steps)
    assert f"plan_id: {found.data['plan']['plan_id']}" in found.text
    assert len(found.text) <= MOST_TEXT
    assert length(found.data) <= 2 * len(found.text)
