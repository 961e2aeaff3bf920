"""How an element that was used under another look is known from then on."""

import pytest

from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element, Locator
from kgmem.paths.fits import PART_OF_NAME
from kgmem.replay.locate.flow import locate
from kgmem.replay.locate.known import MAX_LENGTH, MAX_LOCATORS, known
from kgmem.replay.outcome.heal import healed
from tests.unit.replay.locate.pages import Given, button, el, step


def pairs(locators: tuple[Locator, ...]) -> list[tuple[str, str]]:
    return [(one.kind, one.value) for one in locators]


def told_by(before: PlanStep, used: Given) -> PlanStep:
    """The step once the used element was confirmed to be its target."""
    assert before.target is not None
    found = healed(before, Element.model_validate(used))
    locators = (*before.target.locators, *found)
    target = before.target.model_copy(update={"locators": locators})
    return before.model_copy(update={"target": target})


# What is learned ----------------------------------------------------------------------


def test_what_the_record_does_not_say_is_told() -> None:
    before = step(button("Submit", test_id="go"))
    marks = "id=send-form; class=primary css-1x8k2j9 btn; name=commit"
    used = button("Send form", test_id="send", tag="button", a=marks, p="form/button")

    found = healed(before, Element.model_validate(used))

    assert pairs(found) == [
        ("test_id", "send"),
        ("id", "send-form"),
        ("text", "Send form"),
        ("field", "commit"),
        ("class", "btn primary"),
        ("path", "/html/body[1]/form[1]/button[1]"),
    ]


def test_nothing_is_told_of_an_element_that_is_as_recorded() -> None:
    target = button("提交", a="id=submit; class=main", p="button")

    assert healed(step(target), Element.model_validate(target)) == ()


def test_what_a_locator_says_already_is_not_told_again() -> None:
    once = told_by(step(button("Submit")), button("SEND form"))

    assert once.target is not None
    assert healed(once, Element.model_validate(button("Send form"))) == ()


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


def test_the_page_that_was_healed_is_surer_the_next_time() -> None:
    before = step(button("Submit", "Order", test_id="go"))
    page = [button("Send", "Order", test_id="go"), button("Back")]

    first, second = (locate(one, page) for one in (before, told_by(before, page[0])))

    assert first.index == second.index == 0
    assert second.confidence > first.confidence
    assert second.confidence > 0.99


def test_a_step_that_can_not_be_taken_back_may_go_by_a_confirmed_name() -> None:
    before = step(button("Pay", attributes={"id": "pay"}), irreversible=True)
    page = [button("Pay now", attributes={"id": "pay"})]

    assert locate(before, page).index is None
    assert locate(told_by(before, page[0]), page).index == 0


def test_the_old_look_is_still_known() -> None:
    after = told_by(step(button("Submit")), button("Send form", test_id="send"))

    assert locate(after, [button("Cancel"), button("Submit")]).index == 1


def test_old_and_new_look_side_by_side_are_refused() -> None:
    after = told_by(step(button("Submit")), button("Send form"))

    assert locate(after, [button("Submit"), button("Send form")]).index is None


@pytest.mark.parametrize(
    ("kind", "value", "now"),
    [
        ("test_id", "send", {"test_id": "send"}),
        ("id", "send-form", {"attributes": {"id": "send-form"}}),
        ("id", "#send-form", {"attributes": {"id": "send-form"}}),
        ("css", "#send-form", {"attributes": {"id": "send-form"}}),
        ("css", "button[data-testid='send']", {"test_id": "send"}),
        ("css", "[name=commit]", {"attributes": {"name": "commit"}}),
        ("href", "/about", {"attributes": {"href": "/about"}}),
        ("field", "commit", {"attributes": {"name": "commit"}}),
        ("aria", "Weiter", {"name": "Weiter"}),
    ],
)
def test_each_kind_of_locator_tells_the_element(
    kind: str, value: str, now: Given
) -> None:
    locators = [{"kind": kind, "value": value}]
    target = {"role": "button", "name": "Continue", "locators": locators}
    page = [button("下一步"), {**button("继续"), **now}, button("返回")]

    assert locate(step(target), page).index == 1


def test_each_of_several_ids_is_known() -> None:
    ids = (("id", "send"), ("id", "#send-form"), ("css", "button#submit"))
    element = Element(locators=tuple(Locator(kind=k, value=v) for k, v in ids))

    assert known(element).of("id") == ("send", "send-form", "submit")


def test_any_known_set_of_classes_tells_an_icon() -> None:
    def icon(name: str) -> Given:
        return el("<i", None, "Mails", a=f"class=icon {name}")

    after = told_by(step(icon("trash")), icon("bin"))

    assert locate(after, [icon("star"), icon("bin")]).index == 1


def test_a_large_page_keeps_what_only_a_locator_tells_among_the_weighed() -> None:
    rows = [button(f"Row {n}", attributes={"id": f"row-{n}"}) for n in range(2_000)]
    after = told_by(step(button("Submit", test_id="go")), button("Send form"))

    assert locate(after, [*rows, button("Send form"), *rows]).index == 2_000


# Input --------------------------------------------------------------------------------


def test_locators_that_say_nothing_known_are_left_out() -> None:
    told = (
        ("css", "div > ul:nth-child(3) a"),
        ("css", "#a8f3c91e77"),
        ("id", ":r1a:"),
        ("test_id", "x-8f3a9c21d0"),
        ("name_match", "contains"),
        ("text", "x" * (MAX_LENGTH + 1)),
        ("text", "  "),
        ("画", "图"),
    )

    element = Element(locators=tuple(Locator(kind=k, value=v) for k, v in told))

    assert known(element).values == {}


def test_of_many_locators_some_are_looked_at() -> None:
    many = tuple(Locator(kind="text", value=f"name {n}") for n in range(9_000))

    assert len(known(Element(locators=many)).of("name")) == MAX_LOCATORS
