"""Which page a plan is for, and what is told where nothing can be done."""

from typing import Any

import pytest

from kgmem import ConfigurationError, InvalidInput
from kgmem.access import Role
from kgmem.model.plan import Origin, Plan, PlanStep
from kgmem.model.trajectory import Element
from kgmem.replay.follow.followed import Followed
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.replaying import (
    BESIDES,
    MOST_SHOWN,
    REPLAY,
    PagesSeen,
    ReplayArguments,
    done_by,
    held_for,
    page_text,
    replay_tool,
)
from kgmem_agents.mcp.server import MemoryServer
from tests.mcp.conftest import order
from tests.unit.replay.form import FakeForm, FakeReports, button
from tests.unit.replay.form import plan as form_plan


def plan(*addresses: str) -> Plan:
    steps = tuple(
        PlanStep(n=n, action="navigate", value=one)
        for n, one in enumerate(addresses, 1)
    )
    origin = Origin(kind="experience", id="e")
    return Plan(
        plan_id="p", task="t", route="direct_replay", steps=steps, origin=origin
    )


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


class Stubborn(FakeForm):
    """A form whose button does its work, and the driver can't see that it did."""

    def act(self, *told: Any) -> bool:
        super().act(*told)
        return False


def press(n: int, name: str, **more: Any) -> PlanStep:
    target = Element(role="button", name=name, tag="button")
    return PlanStep(n=n, action="click", target=target, **more)


def a_form(kind: type[FakeForm] = FakeForm) -> FakeForm:
    pages = {"start": [button("/open", "Open"), button("/send", "Send")]}
    return kind(pages, {})


def pressing() -> Plan:
    steps = press(1, "Open"), press(2, "Send", irreversible=True)
    return form_plan(*steps, needs_confirmation=True)


def called(page: FakeForm, ongoing: Ongoing, **given: Any) -> Followed:
    asked = ReplayArguments(plan_id="p", **given)
    allowed = (lambda _: True) if asked.confirmed else None
    return done_by(page, ongoing, held_for(ongoing, asked), allowed)


def test_a_plan_that_goes_on_is_reported_once_with_all_that_was_done() -> None:
    memory, page = FakeReports(), a_form()
    ongoing = Ongoing(memory)  # type: ignore[arg-type]
    ongoing.hand_out(pressing())

    first = called(page, ongoing)
    waiting = list(memory.told)
    last = called(page, ongoing, confirmed=True)

    assert (first.why, waiting) == ("not confirmed", [])
    assert (last.outcome, last.done, last.actions) == ("success", 2, 2)
    [(outcome, told)] = memory.told
    assert (outcome, sorted(told["located"])) == ("success", [1, 2])
    with pytest.raises(InvalidInput, match="done to its end"):
        called(page, ongoing, confirmed=True)
    assert len(page.acts) == 2


@pytest.mark.parametrize(
    ("how", "deviations"),
    [({"reworded": True}, None), ({"besides": True}, BESIDES)],
)
def test_what_was_done_besides_is_told_apart_from_other_words(
    how: dict[str, bool], deviations: str | None
) -> None:
    memory, page = FakeReports(), a_form()
    ongoing = Ongoing(memory)  # type: ignore[arg-type]
    ongoing.hand_out(form_plan(press(1, "Open", further=("and call a taxi",))))

    first = called(page, ongoing)
    last = called(page, ongoing, **how)

    assert (first.why, last.outcome) == ("asks for more", "success")
    [(_, told)] = memory.told
    assert told["deviations"] == deviations


def test_a_step_that_may_be_done_is_not_done_once_more() -> None:
    memory, page = FakeReports(), a_form(Stubborn)
    ongoing = Ongoing(memory)  # type: ignore[arg-type]
    ongoing.hand_out(form_plan(press(1, "Send")))

    stopped = called(page, ongoing)

    assert (stopped.why, stopped.may_be_done) == ("not done", True)
    with pytest.raises(InvalidInput, match="may have been done"):
        called(page, ongoing)
    assert len(page.acts) == 1


def test_a_value_that_a_plan_does_not_ask_for_is_refused() -> None:
    ongoing = Ongoing(FakeReports())  # type: ignore[arg-type]
    asks = press(1, "{page}", asks=("page",))
    ongoing.hand_out(form_plan(asks, bindings={"city": "Oslo"}))

    given = ReplayArguments(plan_id="p", values={"page": "Open", "city": "Oslo"})
    other = ReplayArguments(plan_id="p", values={"city": "Rome"})

    assert held_for(ongoing, given).plan.asks == ()
    with pytest.raises(InvalidInput, match="does not ask for city"):
        held_for(ongoing, other)


def test_a_browser_follows_one_plan_at_a_time(ongoing: Ongoing) -> None:
    tool = replay_tool("http://127.0.0.1:1")

    with tool.at_work, pytest.raises(InvalidInput, match="is being followed"):
        tool(ongoing, {"plan_id": "p"})


def seen(role: str, name: str, around: str = "") -> dict[str, Any]:
    return {"role": role, "name": name, "container": [around], "attributes": {}}


def test_a_page_is_told_in_short_without_what_stands_on_every_page() -> None:
    menu, pages = [seen("link", "Home"), seen("link", "Users")], PagesSeen({})
    rows = [seen("button", "Retire", f"user{n} of the desk") for n in range(200)]
    form = [*menu, seen("textbox", "Name"), *rows]
    for path, own in (("a", []), ("b", [seen("link", "New")]), ("form", form)):
        pages.note(f"https://desk.example/{path}", [*menu, *own])

    told = pages.told("https://desk.example/form", form)

    text = page_text({"url": "https://desk.example/form"}, told)
    lines = text.splitlines()[1:]
    assert lines[:2] == ['- textbox "Name"', '- button "Retire" by user0 of the desk']
    assert lines[-1] == f"- {201 - len(lines) + 1} more"
    assert len(text) <= MOST_SHOWN
