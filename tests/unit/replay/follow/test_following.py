"""Which step is next, may it be done, and what is left out."""

from typing import Any

import pytest

from kgmem import Element, Followed, PlanStep, follow
from tests.unit.replay.form import FakeForm, FakeReports, button, element, plan

PAGE = {"start": [button("/o", "Open"), button("/s", "Send")]}


def click(n: int, name: str, **more: Any) -> PlanStep:
    target = Element(role="button", name=name, tag="button")
    return PlanStep(n=n, action="click", target=target, **more)


def followed(page: FakeForm, *steps: PlanStep, **more: Any) -> Followed:
    return follow(FakeReports(), plan(*steps, **more), page)


def test_values_that_no_page_tells_are_asked_for_before_anything_is_done() -> None:
    page = FakeForm(PAGE)
    typed = PlanStep(n=2, action="key", value="{pin}", asks=("pin",))

    done = followed(page, click(1, "Open"), typed)

    assert (done.why, done.reason) == ("no value", "step 1: no value for pin")
    assert page.acts == []
    assert done.remaining is not None
    assert len(done.remaining.steps) == 2


def test_what_was_hidden_from_the_memory_is_never_entered() -> None:
    page = FakeForm({"start": [element("/f", "textbox", "Phone")]})
    target = Element(role="textbox", name="Phone", tag="input")
    hidden = "[REDACTED:phone#1]"
    step = PlanStep(n=1, action="type", target=target, value=hidden)

    done = followed(page, step)

    assert (done.why, done.reason) == ("no value", f"step 1: no value for {hidden}")
    assert page.acts == []


def test_with_an_optional_step_goes_what_it_leads_to() -> None:
    gone = click(1, "Accept cookies", need="optional")
    escape = PlanStep(n=2, action="key", value="Escape", need="optional")

    page = FakeForm(PAGE)
    done = followed(page, gone, escape, click(3, "Open"), escape)

    assert done.outcome == "success"
    assert page.acts == [("click", "/o", None), ("key", None, "Escape")]


def test_no_error_of_those_who_are_asked_is_raised() -> None:
    def fails(*_: object) -> bool:
        raise ValueError("no terminal")

    class Forgetful(FakeReports):
        def report(self, *_: Any, **__: Any) -> None:
            raise ConnectionError("closed")

    send = click(1, "Send", irreversible=True)
    steps = plan(send, needs_confirmation=True)

    refused = follow(FakeReports(), steps, FakeForm(PAGE), confirm=fails)
    unchecked = follow(FakeReports(), plan(send), FakeForm(PAGE), verify=fails)
    untold = follow(Forgetful(), plan(send), FakeForm(PAGE))

    assert (refused.why, refused.actions) == ("not confirmed", 0)
    assert (unchecked.outcome, unchecked.verified) == ("success", False)
    assert untold.unreported == "ConnectionError: closed"


def test_a_secret_that_was_asked_for_is_no_part_of_the_run() -> None:
    page = FakeForm({"start": [element("/f", "textbox", "Field")]})
    target = Element(role="textbox", name="Field", tag="input")
    step = PlanStep(
        n=1,
        action="type",
        target=target,
        value="{x_password}{n}",
        asks=("x_password", "n"),
    )

    answered = plan(step).answered({"x_password": "Tea", "n": "5"})
    done = follow(FakeReports(), answered, page)

    assert page.acts == [("type", "/f", "Tea5")]
    (as_done,) = done.run().steps
    assert (as_done.value, as_done.params) == (
        "{x_password}5", {"asks": ["x_password"]},
    )  # fmt: skip
    assert "Tea" not in answered.steps[0].model_dump_json(exclude={"value"})


# Options ----------------------------------------------------------------------------


def region(*options: dict[str, Any]) -> FakeForm:
    shown = [element("/s", "combobox", "Region", options=list(options))]
    return FakeForm({"start": shown})


@pytest.mark.parametrize(
    ("value", "params", "chosen"),
    [
        ("s", {}, "Süd"),
        ("s", {"option_by": "value"}, "Süd"),
        ("1", {"option_by": "index"}, "Süd"),
        ("7", {"option_by": "index"}, "7"),
    ],
)
def test_an_option_is_told_by_its_name_its_value_or_its_place(
    value: str, params: dict[str, Any], chosen: str
) -> None:
    page = region({"label": "Nord", "value": "n"}, {"label": "Süd", "value": "s"})
    target = Element(role="combobox", name="Region", tag="select")
    step = PlanStep(n=1, action="select", target=target, value=value, params=params)

    followed(page, step)

    assert page.acts == [("select", "/s", chosen)]


SIZES = [{"label": f"{name} box", "value": name[0]} for name in ("small", "large")]


def by_value(value: str = "s", **more: Any) -> PlanStep:
    target = Element(role="combobox", name="Region", tag="select")
    by = {"option_by": "value"}
    return PlanStep(n=1, action="select", target=target, value=value, params=by, **more)


def asked(step: PlanStep, task: str, *then: PlanStep) -> tuple[FakeForm, Followed]:
    page = region(*SIZES)
    page.states = {"start": [*page.states["start"], button("/b", "Send")]}
    made = plan(step, *then).model_copy(
        update={"learned": "Send a small box to Eve", "task": task}
    )
    return page, follow(FakeReports(), made, page)


@pytest.mark.parametrize("further", [("large",), ("large", "without 'small'")])
def test_an_option_known_by_its_value_is_the_one_that_the_task_names(
    further: tuple[str, ...],
) -> None:
    send = click(2, "Send", further=further)

    page, done = asked(by_value(), "Send a large box to Eve", send)

    assert page.acts == [("select", "/s", "large box"), ("click", "/b", None)]
    assert done.outcome == "success"


def test_an_option_that_the_task_names_and_the_page_has_not_is_refused() -> None:
    page, done = asked(by_value(), "Send a huge box to Eve")

    assert (page.acts, done.why) == ([], "no such option")
