"""Which step is next, may it be done, and what is left out."""

from typing import Any

import pytest

from kgmem import Element, Followed, PlanStep, follow
from kgmem.model.pattern import Expectation
from kgmem.model.trajectory import Mark
from tests.unit.replay.form import (
    FakeForm,
    FakeReports,
    button,
    element,
    enter,
    followed,
    plan,
    press,
    step,
)

PAGE = {"start": [button("/o", "Open"), button("/s", "Send")]}


HIDDEN = "[REDACTED:phone#1]"


@pytest.mark.parametrize(
    ("steps", "lacks"),
    [
        ((press(1, "Open"), PlanStep(n=2, action="key", value="{pin}", asks=("pin",))),
         "pin"),
        ((enter(1, "Phone", HIDDEN),), HIDDEN),
    ],
    ids=["a value that no page tells", "what was hidden from the memory"],
)  # fmt: skip
def test_what_lacks_is_asked_for_before_anything_is_done(
    steps: tuple[PlanStep, ...], lacks: str
) -> None:
    page = FakeForm({"start": [*PAGE["start"], element("/f", "textbox", "Phone")]})

    done = followed(page, *steps)

    assert (done.why, done.reason) == ("no value", f"step 1: no value for {lacks}")
    assert page.acts == []
    assert done.remaining is not None
    assert len(done.remaining.steps) == len(steps)


def test_with_an_optional_step_goes_what_it_leads_to() -> None:
    gone = press(1, "Accept cookies", need="optional")
    escape = PlanStep(n=2, action="key", value="Escape", need="optional")

    page = FakeForm(PAGE)
    done = followed(page, gone, escape, press(3, "Open"), escape)

    assert done.outcome == "success"
    assert page.acts == [("click", "/o", None), ("key", None, "Escape")]


def test_no_error_of_those_who_are_asked_is_raised() -> None:
    def fails(*_: object) -> bool:
        raise ValueError("no terminal")

    class Forgetful(FakeReports):
        def report(self, *_: Any, **__: Any) -> None:
            raise ConnectionError("closed")

    send = press(1, "Send", irreversible=True)
    steps = plan(send, needs_confirmation=True)

    refused = follow(FakeReports(), steps, FakeForm(PAGE), confirm=fails)
    unchecked = follow(FakeReports(), plan(send), FakeForm(PAGE), verify=fails)
    untold = follow(Forgetful(), plan(send), FakeForm(PAGE))

    assert (refused.why, refused.actions) == ("not confirmed", 0)
    assert (unchecked.outcome, unchecked.verified) == ("success", False)
    assert untold.unreported == "ConnectionError: closed"


def test_a_secret_that_was_asked_for_is_no_part_of_the_run() -> None:
    page = FakeForm({"start": [element("/f", "textbox", "Field")]})
    entered = enter(1, "Field", "{x_password}{n}", asks=("x_password", "n"))

    answered = plan(entered).answered({"x_password": "Tea", "n": "5"})
    done = follow(FakeReports(), answered, page)

    (as_done,) = done.run().steps
    assert page.acts == [("type", "/f", "Tea5")]
    assert as_done.value == "{x_password}5"
    assert as_done.params == {"asks": ["x_password"]}
    assert "Tea" not in answered.steps[0].model_dump_json(exclude={"value"})


# Options ----------------------------------------------------------------------------


def region(*options: dict[str, Any]) -> FakeForm:
    shown = [element("/s", "combobox", "Region", options=list(options))]
    return FakeForm({"start": shown})


def choose(value: str, **params: Any) -> PlanStep:
    return step("select", "combobox", "Region", value=value, params=params)


SIZES = [{"label": f"{name} box", "value": name[0]} for name in ("small", "large")]


def asked(task: str, *then: PlanStep) -> tuple[FakeForm, Followed]:
    """What comes of the small box that was learned."""
    page = region(*SIZES)
    page.states = {"start": [*page.states["start"], button("/b", "Send")]}
    made = plan(choose("s", option_by="value"), *then).model_copy(
        update={"learned": "Send a small box to Eve", "task": task}
    )
    return page, follow(FakeReports(), made, page)


@pytest.mark.parametrize("further", [("large",), ("large", "without 'small'")])
def test_an_option_known_by_its_value_is_the_one_that_the_task_names(
    further: tuple[str, ...],
) -> None:
    send = press(2, "Send", further=further)

    page, done = asked("Send a large box to Eve", send)

    assert page.acts == [("select", "/s", "large box"), ("click", "/b", None)]
    assert done.outcome == "success"


def test_an_option_that_the_task_names_and_the_page_has_not_is_refused() -> None:
    page, done = asked("Send a huge box to Eve")

    assert (page.acts, done.why) == ([], "no such option")


@pytest.mark.parametrize(
    ("asks_for", "acts", "reason"),
    [
        ("large box", [("select", "/s", "large box"), ("click", "/b", None)], None),
        ("huge box", [], "no option that the task says; seen: 'small box'"),
        ("large box, tied up", [], "no option that the task says; seen: 'small box'"),
    ],
)
def test_an_option_that_no_run_saw_is_chosen_where_the_page_has_just_that(
    asks_for: str, acts: list[Any], reason: str | None
) -> None:
    page = region(*SIZES)
    page.states = {"start": [*page.states["start"], button("/b", "Send")]}
    choice = choose("{box}").model_copy(update={"asks": ("box",)})

    done = followed(page, choice, press(2, "Send", further=(asks_for,)))

    assert page.acts == acts
    assert (reason or "success") in f"{done.outcome} {done.reason}"


@pytest.mark.parametrize(
    ("shown", "further", "outcome", "clicks"),
    [
        ("2", (), "success", 2),
        ("2", ("4",), "success", 2),
        ("2", ("14",), "stopped", 2),
        ("some", (), "stopped", 0),
    ],
)
def test_a_number_of_the_task_is_counted_to_or_nothing_is_done(
    shown: str, further: tuple[str, ...], outcome: str, clicks: int
) -> None:
    """Whatever the page shows of what comes after it; then it needs not be settled."""

    class Basket(FakeForm):
        count = shown

        def elements(self) -> list[dict[str, Any]]:
            told = element("/n", "status", self.count)
            return [*super().elements(), told]

        def act(self, *told: Any) -> bool:
            if told[1]["path"] == "/plus":
                self.count = str(int(self.count) + 1)
            return super().act(*told)

    mark = Mark(kind="#", at="/n", nth=0, of=1, turns="up", times=1)
    send = Element(role="button", name="Send")
    plus = press(1, "+").model_copy(
        update={
            "expect": Expectation(marks=(mark,)),
            "until": Expectation(elements=(send,)),
        }
    )
    page = Basket({"start": [button("/plus", "+"), button("/send", "Send")]})
    last = press(2, "Send", further=further)
    order = plan(plus, last, bindings={"number": "4"})
    order = order.model_copy(update={"task": "Put 4 in"})

    done = follow(FakeReports(), order, page, patience=0)

    assert (done.outcome, [one[1] for one in page.acts].count("/plus")) == (
        outcome,
        clicks,
    )
