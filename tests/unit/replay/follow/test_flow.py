"""Following a plan step by step, with its checks."""

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest

from kgmem import Element, Expectation, PlanStep, follow, follow_async
from kgmem.model.keys.table_rows import IN_CELL
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


def click(path: str) -> tuple[str, str, None]:
    return ("click", path, None)


def two_pages() -> FakeForm:
    return FakeForm(
        {
            "start": [button("/open", "Open"), button("/x", "Cancel")],
            "open": [button("/send", "Send")],
            "sent": [],
        },
        {("start", click("/open")): "open", ("open", click("/send")): "sent"},
    )


def test_what_is_not_there_is_handed_over_with_what_is_left() -> None:
    page, memory = two_pages(), FakeReports()

    done = follow(memory, plan(press(1, "Open"), press(2, "Delete")), page)

    assert (done.outcome, done.failed_step, done.done) == ("stopped", 2, 1)
    assert done.reason == "step 2: not surely located: Delete"
    assert done.remaining is not None
    assert [step.n for step in done.remaining.steps] == [2]
    assert memory.told[0][0] == "failure"
    assert memory.told[0][1]["failed_step"] == 2


@pytest.mark.parametrize(
    ("steps", "why", "reason", "go_on"),
    [
        ((press(1, "{page}", asks=("page",)), press(2, "Send")), "no value",
         "step 1: no value for page", lambda plan: plan.answered({"page": "Open"})),
        ((press(1, "Open"), press(2, "Send", further=("and print it",))),
         "asks for more", "step 2: not known to do 'and print it'",
         lambda plan: plan.settled()),
    ],
    ids=["a value that it asks for", "what it is not known to do"],
)  # fmt: skip
def test_it_stops_before_a_doubt_and_goes_on_once_that_is_settled(
    steps: tuple[PlanStep, ...], why: str, reason: str, go_on: Any
) -> None:
    page, memory = two_pages(), FakeReports()

    stopped = follow(memory, plan(*steps), page, confirm=lambda _: True)
    assert stopped.remaining is not None
    settled = go_on(stopped.remaining)
    done = follow(FakeReports(), settled, page)

    assert (stopped.outcome, stopped.why, stopped.reason) == ("stopped", why, reason)
    assert memory.told[0][0] == "unknown"
    assert (settled.asks, done.outcome) == ((), "success")
    assert page.acts == [click("/open"), click("/send")]


class Deaf(FakeForm):
    """A page on which what is done can't be seen to be done."""

    def act(self, *told: Any) -> bool:
        super().act(*told)
        return False


@pytest.mark.parametrize(("landed", "outcome"), [(True, "success"), (None, "stopped")])
def test_what_could_not_be_done_to_its_end_may_have_landed(
    landed: bool | None, outcome: str
) -> None:
    memory = FakeReports()

    done = follow(
        memory, plan(press(1, "Open")), Deaf({"start": [button("/o", "Open")]}, {}),
        verify=lambda: landed,
    )  # fmt: skip

    assert done.outcome == outcome
    assert memory.told[0][0] == ("success" if landed else "failure")


# What stopped it --------------------------------------------------------------------


def told_of(page: FakeForm, *steps: PlanStep, **more: Any) -> tuple[str, str | None]:
    """What is reported of these steps, and why they were not followed."""
    memory = FakeReports()
    done = follow(memory, plan(*steps, **more), page)
    assert memory.told[0][0] == done.reported
    return memory.told[0][0], done.why


FIND_ZOE = step("click", "row", "Zoe", 2)
SEARCH = [element("/q", "textbox", "Search"), element("/r", "row", "Ann")]
PAID = [button("/p", "Pay"), element("/r", "row", "Ann")]
APPS = [button("/a", "Apps")]
ZOE = {"name": "Zoe"}


@pytest.mark.parametrize(
    ("shown", "steps", "bindings", "told"),
    [
        (APPS, [press(1, "Calendar")], {}, ("absent", "not located")),
        (APPS, [press(1, "Apps"), press(2, "Mail")], {}, ("absent", "not located")),
        (SEARCH, [enter(1, "Search", "Zoe"), FIND_ZOE], ZOE, ("absent", "not located")),
        (SEARCH, [enter(1, "Search", "Zoe"), FIND_ZOE], {}, ("failure", "not located")),
        (PAID, [press(1, "Pay", irreversible=True), FIND_ZOE], ZOE,
         ("failure", "not located")),
        ([], [press(1, "Open")], {}, ("blocked", "covered")),
        *(([element("/d", *covers, attributes=marks)], [press(1, "Open")], {},
           ("blocked", "covered"))
          for *covers, marks in (
              ("dialog", "Rate us", {}),
              ("generic", None, {"class": "modal fade"}),
              ("generic", None, {"aria-modal": "true"}))),
    ],
    ids=[
        "not there before anything was done", "not there after what changes nothing",
        "a row that the task names", "a row that it does not name",
        "a row after what cannot be taken back", "an empty page", "a dialog",
        "a modal by its class", "a modal by its mark",
    ],
)  # fmt: skip
def test_what_stopped_it_is_told(
    shown: list[dict[str, Any]], steps: list[PlanStep], bindings: dict[str, str],
    told: tuple[str, str],
) -> None:  # fmt: skip
    assert told_of(FakeForm({"start": shown}), *steps, bindings=bindings) == told


@pytest.mark.parametrize("fails", ["elements", "page", "act"])
def test_an_error_of_the_driver_is_a_stop_that_counts_for_nothing(fails: str) -> None:
    page = Broken({"start": [button("/o", "Open")]}, fails=fails)

    assert told_of(page, press(1, "Open")) == ("blocked", "no answer")


@dataclass
class Broken(FakeForm):
    """A driver that raises."""

    fails: str = ""

    def elements(self) -> list[dict[str, Any]]:
        self._fail("elements")
        return super().elements()

    def page(self) -> str:
        self._fail("page")
        return super().page()

    def act(self, *given: Any) -> bool:
        self._fail("act")
        return super().act(*given)

    def _fail(self, name: str) -> None:
        if name == self.fails:
            raise TimeoutError("30 s exceeded")


def choose(value: str) -> PlanStep:
    return step("select", "combobox", "Region", value=value)


def test_an_option_that_is_not_there_is_refused_and_near_ones_are_named() -> None:
    page = regions("Nord", "Südost", "West")

    done = followed(page, choose("Süden"))

    assert (done.cause, done.actions, page.acts) == ("refused", 0, [])
    assert done.reason is not None
    assert done.reason.startswith("step 1: no option 'Süden'; near it: 'Südost'")


def regions(*names: str) -> FakeForm:
    options = [element(f"/s/o{n}", "option", name) for n, name in enumerate(names)]
    return FakeForm({"start": [element("/s", "combobox", "Region"), *options]})


# Ends -------------------------------------------------------------------------------


def test_an_unmet_expectation_stops_and_is_no_failure_of_the_path() -> None:
    memory = FakeReports()
    expect = Expectation(texts=("Saved",))
    steps = plan(press(1, "Open", expect=expect), press(2, "Send"))

    done = follow(memory, steps, two_pages())

    assert (done.outcome, done.why) == ("stopped", "not expected")
    assert memory.told[0][0] == "unknown"
    assert memory.told[0][1]["failed_step"] is None


# Repetitions and other ways ---------------------------------------------------------


def pages_of_results(there: str) -> FakeForm:
    """Three pages, each with `Next`; the result is on one of them."""
    states = {
        n: [button("/next", "Next"), *([button("/hit", "Result")] * (n == there))]
        for n in "123"
    }
    leads = {("1", click("/next")): "2", ("2", click("/next")): "3"}
    return FakeForm(states, leads)


@pytest.mark.parametrize(("there", "clicks"), [("1", 0), ("3", 2)])
def test_a_step_is_repeated_until_something_shows(there: str, clicks: int) -> None:
    until = Expectation(elements=(Element(role="button", name="Result"),))
    page = pages_of_results(there)

    done = followed(page, press(1, "Next", until=until), press(2, "Result"))

    assert done.outcome == "success"
    assert page.acts == [click("/next")] * clicks + [click("/hit")]


# Checks -----------------------------------------------------------------------------


def form(**more: Any) -> FakeForm:
    field, save = element("/city", "textbox", "City"), button("/save", "Save")
    return FakeForm({"form": [field, save]}, **more)


def test_what_was_typed_is_read_back() -> None:
    assert followed(form(), enter(1, "City", "Oslo")).outcome == "success"

    done = followed(form(keeps=False), enter(1, "City", "Oslo"), press(2, "Save"))

    assert (done.outcome, done.why, done.failed_step) == ("stopped", "not done", 1)


def rows(*names: str) -> FakeForm:
    return FakeForm({"list": [button("/x", "Delete", container=[n]) for n in names]})


def delete(name: str) -> PlanStep:
    return press(1, "Delete", row=name, irreversible=True)


@pytest.mark.parametrize(
    ("who", "outcome"), [("Ann Lee, Oslo", "success"), ("Bob Ray, Oslo", "stopped")]
)
def test_the_row_of_another_record_is_not_deleted(who: str, outcome: str) -> None:
    page = rows(who)
    asked = plan(delete("Ann Lee"), bindings={"name": "Ann Lee"})

    done = follow(FakeReports(), asked, page)

    assert (done.outcome, len(page.acts)) == (outcome, outcome == "success")


@pytest.mark.parametrize("allowed", [None, False, True])
def test_what_cannot_be_taken_back_has_to_be_allowed(allowed: bool | None) -> None:
    page, memory = rows("Ann"), FakeReports()
    asked = None if allowed is None else (lambda step: allowed)

    steps = plan(delete("Ann"), needs_confirmation=True)
    done = follow(memory, steps, page, confirm=asked)

    assert done.outcome == ("success" if allowed else "stopped")
    assert len(page.acts) == bool(allowed)
    assert memory.told[0][0] == ("success" if allowed else "unknown")


# Was the effect reached? ------------------------------------------------------------


def test_done_but_nothing_landed_is_a_failure() -> None:
    memory = FakeReports()

    done = follow(memory, plan(press(1, "Open")), two_pages(), verify=lambda: False)

    assert (done.outcome, done.verified, done.failed_step) == ("failure", True, None)
    assert memory.told[0][0] == "failure"
    assert memory.told[0][1]["reason"] == "all was done, but nothing landed"


# asyncio ----------------------------------------------------------------------------


class FakeAsyncForm:
    """The same driver, each answer to be awaited."""

    def __init__(self, page: FakeForm) -> None:
        self._page = page

    async def elements(self) -> list[dict[str, Any]]:
        return self._page.elements()

    async def page(self) -> str:
        return self._page.page()

    async def act(self, *given: Any) -> bool:
        return self._page.act(*given)


def test_it_is_followed_with_asyncio_too() -> None:
    page, memory = two_pages(), FakeReports()

    async def landed() -> bool:
        return True

    done = asyncio.run(
        follow_async(
            memory,
            plan(press(1, "Open"), press(2, "Send")),
            FakeAsyncForm(page),
            verify=landed,
        )
    )

    assert (done.outcome, done.verified) == ("success", True)
    assert page.acts == [click("/open"), click("/send")]
    assert memory.told[0][0] == "success"


@pytest.mark.parametrize(("row", "outcome"), [("Drill", "success"), ("Saw", "stopped")])
def test_a_step_in_a_row_is_done_in_that_row_alone(row: str, outcome: str) -> None:
    rows = [
        button(f"/{n}", "Retire", container=[f"{tool}\tin stock"])
        for n, tool in enumerate(["Drill press", "Drill"])
    ]
    page = FakeForm({"start": rows})
    target = Element(
        role="button", name="Retire", container=(row,), locators=(IN_CELL,)
    )
    retire = PlanStep(n=1, action="click", target=target, varies=True)

    done = followed(page, retire, patience=0)

    is_done = outcome == "success"
    assert (done.outcome, page.acts) == (outcome, [click("/1")] * is_done)
    assert is_done or done.reason == (
        "step 1: not surely located: no row on this page bears 'Saw'"
    )
