"""From a run to a plan."""

from typing import Any

from kgmem.model.plan import Plan
from kgmem.model.trajectory import Step
from kgmem.paths.refill import Refilled
from kgmem.recall.plan import plan_of, unbound
from kgmem.recall.routing.decision import Decision
from tests.unit.recall.runs import CLICK, request, stored

PASSWORD = "[REDACTED:password#1]"
PHONE = "[REDACTED:phone#2]"
RAW = {PASSWORD: "Tr0ub4dor", PHONE: "13800000000", "[REDACTED:card#1]": "4111"}
DELETE = {"action": "click", "target": {"role": "button", "name": "Delete"}}


def planned(*steps: Any, secrets: Any = RAW, confirmed: bool = False) -> Plan:
    decision = Decision("direct_replay", bound=float(confirmed))
    return plan_of(stored("e", *steps), request(secrets=secrets), decision, ())


def test_steps_are_numbered_and_the_origin_is_named() -> None:
    plan = planned(CLICK, {"action": "key", "value": "Enter"})

    assert [(s.n, s.action, s.value) for s in plan.steps] == [
        (1, "click", None),
        (2, "key", "Enter"),
    ]
    assert (plan.origin.kind, plan.origin.id) == ("experience", "e")
    assert (plan.task, plan.route) == ("find a mouse", "direct_replay")


def test_a_path_with_other_values_keeps_the_places_of_the_recorded_steps() -> None:
    failed = {"action": "key", "value": "F1", "success": False}
    run = stored("e", failed, {"action": "type", "value": "a mouse"})
    other = Refilled((Step(action="type", value="a lamp"),), (), (), ("in red",))

    decision = Decision("adaptive_replay", filled=other)
    plan = plan_of(run, request("find a lamp"), decision, ())

    (step,) = plan.steps
    assert (step.n, step.source, step.value) == (1, 2, "a lamp")
    assert plan.further == ("in red",)
    assert plan.learned == run.experience.task


def test_each_plan_has_an_id_of_its_own() -> None:
    assert planned(CLICK).plan_id != planned(CLICK).plan_id


def test_placeholders_are_bound_wherever_they_are_used() -> None:
    plan = planned(
        {"action": "type", "value": f"my {PASSWORD}!"},
        {"action": "click", "target": {"role": "row", "name": f"Call {PHONE}"}},
        {
            "action": "tool",
            "params": {"name": "login", "deep": [{"password": PASSWORD}], "n": 3},
        },
    )

    typed, clicked, tool = plan.steps
    assert typed.value == "my Tr0ub4dor!"
    assert clicked.target is not None
    assert clicked.target.name == "Call 13800000000"
    assert tool.params == {"name": "login", "deep": [{"password": "Tr0ub4dor"}], "n": 3}
    assert plan.bindings == {PASSWORD: "Tr0ub4dor", PHONE: "13800000000"}


def test_what_the_task_gives_no_value_for_stays_and_is_named() -> None:
    steps = (
        {"action": "type", "value": PASSWORD},
        {"action": "tool", "params": {"name": "call", "number": PHONE}},
    )

    plan = planned(*steps, secrets={})

    assert plan.steps[0].value == PASSWORD
    assert plan.steps[1].params["number"] == PHONE
    assert plan.bindings == {}
    assert unbound(stored("e", *steps), {}) == [PASSWORD, PHONE]
    assert unbound(stored("e", *steps), {PASSWORD: "x"}) == [PHONE]
    assert unbound(stored("e", *steps), RAW) == []


def test_dead_end_is_left_out_with_its_placeholder() -> None:
    dead_end = {"action": "type", "value": PASSWORD, "success": False}

    plan = planned(dead_end, CLICK)

    assert [(s.n, s.action) for s in plan.steps] == [(1, "click")]
    assert unbound(stored("e", dead_end, CLICK), {}) == []


def test_failed_step_that_changed_the_page_stays() -> None:
    odd = {**CLICK, "success": False, "effect": True}

    assert len(planned(odd, CLICK).steps) == 2


def test_irreversible_steps_are_flagged_and_asked_about() -> None:
    plan = planned(CLICK, DELETE)

    assert [s.irreversible for s in plan.steps] == [False, True]
    assert plan.needs_confirmation
    assert not planned(CLICK).needs_confirmation


def test_tool_is_judged_by_its_name() -> None:
    plan = planned({"action": "tool", "params": {"name": "send_email", "to": "a"}})

    assert plan.steps[0].irreversible
    assert plan.needs_confirmation


def test_strong_evidence_needs_no_question() -> None:
    plan = planned(DELETE, confirmed=True)

    assert plan.steps[0].irreversible
    assert not plan.needs_confirmation


def test_expectation_is_the_page_after_the_step() -> None:
    after = {"url": "https://Shop.example/item/42?b=1", "title": "Item"}

    (step,) = planned({**CLICK, "page_after": after}).steps

    assert step.expect is not None
    assert step.expect.url_template == "shop.example/item/{n}?b"


def test_page_without_an_address_is_no_expectation() -> None:
    plan = planned({**CLICK, "page_after": {"title": "Item"}}, CLICK)

    assert [s.expect for s in plan.steps] == [None, None]
