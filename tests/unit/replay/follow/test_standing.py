"""What is there already is left alone, and another thing to do is not done."""

from collections.abc import Mapping
from typing import Any

import pytest

from kgmem import follow
from kgmem.model.pattern import Expectation
from kgmem.model.plan import PlanStep
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Element, Mark, Page
from tests.unit.replay.form import FakeForm, FakeReports, element, followed, plan

NEWSLETTER = Page(
    url=url_template("http://app.example/"), title="App", head="Newsletter"
)
PRESS = ("click", "/s", None)
SORT = ("none", "ascending")


def told(name: str, role: str = "button", **states: str) -> dict[str, Any]:
    named = {key.replace("_", "-"): state for key, state in states.items()}
    return element("/s", role, name, attributes={"id": "s", **named})


def pressing(name: str, **expected: Any) -> PlanStep:
    target = Element(role="button", tag="button", name=name, attributes={"id": "s"})
    return PlanStep(n=1, action="click", target=target, expect=Expectation(**expected))


def test_a_switch_that_is_on_already_is_left_on_and_that_is_told() -> None:
    step = pressing("Wifi", stands={"aria-pressed": ("false", "true")})

    page = FakeForm({"start": [told("Wifi", aria_pressed="true")]})
    done = followed(page, step)

    assert (done.outcome, done.already, page.acts) == ("success", (1,), [])


@pytest.mark.parametrize(
    ("classes", "beside", "acts"),
    [
        ("chip active", {}, []),
        ("chip", {}, [PRESS]),
        ("chip active", {"focused": "true"}, [PRESS]),
        ("chip active off", {}, [PRESS]),
    ],
)
def test_what_has_the_classes_already_that_the_step_gave_it_is_not_pressed(
    classes: str, beside: dict[str, str], acts: list[Any]
) -> None:
    step = pressing("Urgent", stands={"class": ("off", "active")})

    page = FakeForm({"start": [told("Urgent", **{"class": classes}, **beside)]})
    followed(page, step)

    assert page.acts == acts


def test_a_column_is_pressed_until_it_is_sorted_as_it_was() -> None:
    step = pressing("Price", stands={"aria-sort": SORT})
    states = ("descending", "none", "ascending")

    page = FakeForm(
        {one: [told("Price", aria_sort=one)] for one in states},
        {("descending", PRESS): "none", ("none", PRESS): "ascending"},
    )
    done = followed(page, step)

    assert (done.outcome, page.state) == ("success", "ascending")


def test_a_switch_that_does_not_turn_is_a_stop_and_is_pressed_once() -> None:
    step = pressing("Wifi", stands={"aria-pressed": ("false", "true")})

    page = FakeForm({"start": [told("Wifi", aria_pressed="false")]})
    done = followed(page, step)

    assert (done.why, page.acts) == ("not expected", [PRESS])


@pytest.mark.parametrize(
    ("was", "now", "is_pressed"),
    [
        ("Follow", "Unfollow", False),
        ("Follow", "Following", False),
        ("Unlock", "Lock", False),
        ("Enable sync", "Disable sync", False),
        ("启用", "停用", False),
        ("关注", "取消关注", False),
        ("Save", "Save and publish", False),
        ("Save", "Save changes", True),
        ("Inbox (3)", "Inbox (4)", True),
        ("Save", "Speichern", True),
        ("+ Add", "Add", True),
    ],
)
def test_what_is_called_otherwise_is_another_thing_to_do(
    was: str, now: str, is_pressed: bool
) -> None:
    page = FakeForm({"start": [told(now)]})

    done = followed(page, pressing(was))

    assert page.acts == ([PRESS] if is_pressed else [])
    assert done.why == (None if is_pressed else "other values")


def test_what_is_called_as_it_was_once_it_was_done_is_done() -> None:
    page = FakeForm({"start": [told("In the basket")]})

    done = followed(page, pressing("Buy", stands={"name": ("Buy", "In the basket")}))

    assert (done.outcome, done.already, page.acts) == ("success", (1,), [])


@pytest.mark.parametrize(
    ("shown", "is_pressed"),
    [
        ({"head": "Sign in", "asks_password": True}, False),
        ({"head": "Newsletter", "asks_password": True}, True),
        ({"head": "Hello Ann", "asks_password": False}, True),
    ],
    ids=["a login", "the page with a login beside it", "another heading"],
)
def test_a_login_in_the_place_of_the_page_gets_nothing(
    shown: Mapping[str, object], is_pressed: bool
) -> None:
    class Shown(FakeForm):
        def page(self) -> Any:
            return {"url": "http://app.example/", "title": "App", **shown}

    page = Shown({"start": [told("Continue")]})
    done = followed(page, pressing("Continue", on=NEWSLETTER))

    assert page.acts == ([PRESS] if is_pressed else [])
    assert done.cause == (None if is_pressed else "blocked")


QUANTITY = Mark(kind="#", at="/html/b[1]", nth=0, of=1, turns="up", times=2)


@pytest.mark.parametrize(
    ("begins", "presses", "reason"),
    [
        (1, 2, None),
        (3, 0, None),
        (4, 0, "step 1: it shows 4, asked for is 3"),
    ],
)
def test_a_number_is_counted_up_to_what_the_task_says(
    begins: int, presses: int, reason: str | None
) -> None:
    class Counter(FakeForm):
        def shown(self) -> list[dict[str, Any]]:
            count = begins + len(self.acts)
            return [element("/html/b[1]", "text", None, text=str(count))]

    page = Counter({"start": [told("More")]})
    more = pressing("More", marks=(QUANTITY,))
    steps = plan(more, more.model_copy(update={"n": 2}))
    done = follow(FakeReports(), steps.model_copy(update={"task": "Order 3"}), page)

    assert (len(page.acts), done.reason) == (presses, reason)


@pytest.mark.parametrize(
    ("known", "alert", "is_success"),
    [
        (("accepted",), "Error: this coupon is not known", False),
        (("B1 is accepted",), "B2 is accepted", True),
        (("B1 is accepted",), "B2 is not accepted", False),
        (("Spring is taken off",), "Redeem me is taken off", False),
        (("",), "This coupon is for guests of the house.", False),
        (("", "Taken off from 12 May"), "Taken off from 3 June", True),
        ((), "错误: 没有这张券", False),
        ((), "Two days are left", True),
        (("Error 3 was fixed",), "Error 4 was fixed", True),
    ],
)
def test_a_page_that_says_that_it_failed_is_no_success(
    known: tuple[str, ...], alert: str, is_success: bool
) -> None:
    class Says(FakeForm):
        def page(self) -> Any:
            return {"url": "http://app.example/", "alert": alert if self.acts else None}

    done = followed(Says({"start": [told("Redeem")]}), pressing("Redeem", alerts=known))

    assert (done.outcome == "success") == is_success


@pytest.mark.parametrize(
    ("known", "status", "outcome"),
    [
        (("", "Coupon of Ann Lee taken"), "Coupon of Bo Ray taken", "success"),
        (("", "Coupon of Ann Lee taken"), "Bo Ray has none left", "stopped"),
        (("", "Coupon of Ann Lee taken"), "", "success"),
        (("",), "3 are left", "success"),
    ],
)
def test_a_status_in_other_words_than_ever_is_no_success(
    known: tuple[str, ...], status: str, outcome: str
) -> None:
    class Says(FakeForm):
        def page(self) -> Any:
            return {"url": "http://app.example/", "status": status if self.acts else ""}

    given = plan(pressing("Redeem", alerts=known))
    given = given.model_copy(update={"bindings": {"guest": "Bo Ray"}})
    says = Says({"start": [told("Redeem")]})

    done = follow(FakeReports(), given, says, patience=0)

    assert done.outcome == outcome
    assert done.reason == (
        f"step 1: the page says {status!r}" if outcome == "stopped" else None
    )
