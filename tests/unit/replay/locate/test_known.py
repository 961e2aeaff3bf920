"""How an element that was used under another look is known from then on."""

import pytest

from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element
from kgmem.paths.fits import PART_OF_NAME
from kgmem.replay.locate.flow import locate
from kgmem.replay.outcome.heal import healed
from tests.unit.replay.locate.pages import Given, button, step


def told_by(before: PlanStep, used: Given) -> PlanStep:
    """The step once the used element was confirmed to be its target."""
    assert before.target is not None
    found = healed(before, Element.model_validate(used))
    locators = (*before.target.locators, *found)
    target = before.target.model_copy(update={"locators": locators})
    return before.model_copy(update={"target": target})


# What is learned ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "generated",
    [
        {"attributes": {"id": ":r1a:"}},
        {"attributes": {"id": "field17"}},
        {"attributes": {"id": "a8f3c91e77"}},
        {"attributes": {"class": "css-1x8k2j9 sc-bdVaJa"}},
        {"attributes": {"href": "/orders/48213"}},
        {"attributes": {"href": "#"}},
        {"attributes": {"href": "javascript:void(0)"}},
        {"test_id": "x-8f3a9c21d0"},
        {"name": "Pay $437"},
        {"name": "[REDACTED:password#1]"},
        {"name": "第3页"},
    ],
)
def test_what_was_generated_or_holds_a_value_is_not_told(generated: Given) -> None:
    used = {**button("Submit"), **generated}

    assert healed(step(button("Submit")), Element.model_validate(used)) == ()


def test_targets_that_vary_with_values_are_not_healed() -> None:
    used = Element.model_validate(button("Bob Jones", test_id="person"))
    part = Element(role="button", name="Alice", locators=(PART_OF_NAME,))

    assert healed(step(button("Alice Smith"), varies=True), used) == ()
    assert healed(step(part), used) == ()
    assert healed(PlanStep(n=1, action="key", value="Enter"), used) == ()


# What is found by it ------------------------------------------------------------------


@pytest.mark.parametrize(("old", "new"), [("Submit", "Send form"), ("提交", "发送")])
def test_a_relabelled_button_is_known_by_its_new_label_once_confirmed(
    old: str, new: str
) -> None:
    before = step(button(old, test_id="go"))
    first = [button("Cancel"), button(new, test_id="go")]
    later = [button("Cancel"), button(new), button("Help")]

    found = locate(before, first)
    unknown = locate(before, later)
    known_now = locate(told_by(before, first[1]), later)

    assert (found.index, unknown.index, known_now.index) == (1, None, 1)
    assert known_now.evidence["name"] == 1.0
    assert known_now.confidence > 0.8


def test_a_step_that_can_not_be_taken_back_may_go_by_a_confirmed_name() -> None:
    before = step(button("Pay", attributes={"id": "pay"}), irreversible=True)
    page = [button("Pay now", attributes={"id": "pay"})]

    assert locate(before, page).index is None
    assert locate(told_by(before, page[0]), page).index == 0


def test_old_and_new_look_side_by_side_are_refused() -> None:
    after = told_by(step(button("Submit")), button("Send form"))

    assert locate(after, [button("Submit"), button("Send form")]).index is None


def test_a_large_page_keeps_what_only_a_locator_tells_among_the_weighed() -> None:
    rows = [button(f"Row {n}", attributes={"id": f"row-{n}"}) for n in range(2_000)]
    after = told_by(step(button("Submit", test_id="go")), button("Send form"))

    assert locate(after, [*rows, button("Send form"), *rows]).index == 2_000


# Input --------------------------------------------------------------------------------
