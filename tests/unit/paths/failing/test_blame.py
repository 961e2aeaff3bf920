"""What failed runs did that successes did not, and what they left out."""

from collections.abc import Iterable
from itertools import count
from typing import Any

import pytest

from kgmem.language.environment import is_environment
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Outcome, Step
from kgmem.paths.failing.avoid_text import avoidance_of
from kgmem.paths.failing.blame import Blame, Lessons, holds, rate
from kgmem.paths.failing.signs import LOOP, Attempt

NUMBER = count(1)


def click(name: str, **fields: Any) -> dict[str, Any]:
    return {"action": "click", "target": {"role": "button", "name": name}, **fields}


def typing(value: str, field: str = "Query") -> dict[str, Any]:
    target = {"role": "textbox", "name": field}
    return {"action": "type", "value": value, "target": target}


def attempt(
    outcome: Outcome, *steps: dict[str, Any], task: str = "find a mouse"
) -> Attempt:
    n = next(NUMBER)
    made = tuple(Step.model_validate(step) for step in steps)
    return Attempt(f"run {n}", task, task, "shop", outcome, made, n)


def won(*steps: dict[str, Any], **fields: Any) -> Attempt:
    return attempt("success", *steps, **fields)


def lost(*steps: dict[str, Any], **fields: Any) -> Attempt:
    return attempt("failure", *steps, **fields)


def searching(items: Iterable[str]) -> list[Attempt]:
    """Successes, each of a task of its own."""
    return [won(typing(i), click("Go"), task=f"Search for {i} now") for i in items]


def only(findings: list[Blame]) -> Blame:
    [one] = findings
    return one


# blame --------------------------------------------------------------------------------


def test_the_step_off_the_way_is_to_blame() -> None:
    wrong = lost(click("Open"), click("Wiki"), click("Close"))
    right = won(click("Open"), click("Tickets"), click("Close"))

    one = only(Lessons([wrong, right]).blamed())

    assert one.cause == "wrong element"
    assert one.newest.step.target == Step.model_validate(click("Wiki")).target
    assert list(one.failed) == [wrong.experience_id]
    assert one.instead is not None
    assert one.instead.n == 1


def test_a_step_added_to_the_way_is_to_blame_though_the_rest_agrees() -> None:
    wrong = lost(click("Open"), click("Discard"), click("Tickets"), click("Save"))
    right = won(click("Open"), click("Tickets"), click("Save"))

    one = only(Lessons([wrong, right]).blamed())

    assert one.newest.n == 1


def test_a_step_of_successes_is_not_to_blame() -> None:
    runs = [
        lost(click("Help"), click("Open")),
        won(click("Open"), click("Help"), click("Save")),
    ]

    assert Lessons(runs).blamed() == []


def test_a_value_that_the_task_does_not_give_is_to_blame() -> None:
    runs = [
        *searching(["milk", "tea"]),
        lost(typing("sugar"), click("Go"), task="Search for salt now"),
    ]

    one = only(Lessons(runs).blamed())

    assert (one.cause, one.shape) == ("wrong value", "not from the task")
    assert avoidance_of(one, "Search for salt now").message == (
        'at textbox "Query", type failed 1 of 1 time because the task does not give '
        "such a value"
        "; instead: "
        'type "(its own value)" into textbox "Query"'
    )


def test_a_value_from_another_part_of_the_task_is_to_blame() -> None:
    def on(date: str, day: str) -> dict[str, Any]:
        target = {"role": "link", "name": day, "attributes": {"class": "day"}}
        return {"action": "click", "target": target}

    runs = [
        won(on("", "13"), task="Select 05/13/2016 now"),
        won(on("", "29"), task="Select 07/29/2016 now"),
        lost(on("", "3"), task="Select 03/18/2016 now"),
    ]

    one = only(Lessons(runs).blamed())

    assert (one.cause, one.shape) == ("wrong value", "from elsewhere in the task")
    told = avoidance_of(one, "Select 01/24/2016 now")
    assert told.instead == 'click link "24"'
    worse = Lessons(runs).of_step(
        Step.model_validate(on("", "4")), "Select 04/24/2016 now"
    )
    assert worse is not None
    assert worse.cause == "wrong value"
    right = Step.model_validate(on("", "24"))
    assert Lessons(runs).of_step(right, "Select 04/24/2016 now") is None


def test_a_recorded_error_is_to_blame_even_without_a_success() -> None:
    one = only(Lessons([lost(click("Pay", success=False, error="grey"))]).blamed())

    assert (one.cause, one.score) == ("error", rate(1, 0, 0.5))


def test_a_dead_end_in_a_success_counts_against_its_step() -> None:
    run = won(click("Menu", success=False, error="closed"), click("Open"))

    one = only(Lessons([run]).blamed())

    assert (one.cause, list(one.failed)) == ("error", [run.experience_id])


def test_repeating_a_step_that_changes_nothing_is_a_loop() -> None:
    same = [click("Next", effect=False)] * LOOP

    causes = {f.cause for f in Lessons([lost(*same), won(click("Save"))]).blamed()}

    assert causes == {"no effect"}


def test_the_score_falls_with_each_success_at_the_same_place() -> None:
    bad = [lost(click("Pay", error="grey")) for _ in range(3)]
    good = [won(click("Pay")) for _ in range(4)]

    scores = [
        one.score if (one := next(iter(Lessons(bad + good[:n]).blamed()), None)) else 0
        for n in range(4)
    ]

    assert scores == sorted(scores, reverse=True)
    assert scores[0] == pytest.approx(0.8)
    assert scores[3] == 0
    assert all(0 <= score <= 1 for score in scores)


def test_one_odd_step_among_many_failures_is_chance() -> None:
    runs = [won(click("Save")) for _ in range(20)]
    runs += [lost(click("Back")) for _ in range(19)] + [lost(click("Odd"))]

    one = only(Lessons(runs).blamed())

    assert one.newest.step.target is not None
    assert one.newest.step.target.name == "Back"


@pytest.mark.parametrize(
    "error",
    [
        "Please solve the CAPTCHA",
        "net::ERR_CONNECTION_REFUSED",
        "Timeout: page timed out",
        "HTTP 503",
        "quota exceeded",
        "Incorrect password",
        "请输入验证码",
        "网络异常，请重试",
        "余额不足：额度已用完",
        "登录已过期",
    ],
)
def test_surroundings_are_no_evidence(error: str) -> None:
    failed = lost(click("Open"), click("Wiki", success=False, error=error))

    lessons = Lessons([failed, won(click("Open"), click("Save"))])

    assert is_environment(error)
    assert (lessons.blamed(), lessons.failures) == ([], [])


# what is missing ----------------------------------------------------------------------


def test_stopping_early_is_missing_a_step_and_blames_no_element() -> None:
    early = lost(typing("salt"), task="Search for salt now")
    lessons = Lessons([*searching(["milk", "tea"]), early])

    found = lessons.of_end(early.steps, early.task)

    assert lessons.blamed() == []
    assert found is not None
    assert found.cause == "missing step"
    told = avoidance_of(found, "Search for jam now")
    assert told.element is None
    assert told.message == (
        'do not end here: still missing is click button "Go" '
        "(ending so failed 1 of 1 time)"
    )


def test_a_closing_step_asks_what_is_missing() -> None:
    early = lost(click("Go"), task="Search for salt now")
    lessons = Lessons([*searching(["milk", "tea"]), early])
    go = PlanStep.model_validate({"n": 1, **click("Go")})
    task = "Search for jam now"

    unready = lessons.of_next((), go, task)
    ready = lessons.of_next((Step.model_validate(typing("jam")),), go, task)

    assert unready is not None
    assert unready.cause == "missing step"
    assert ready is None


def test_less_done_than_the_task_lists_is_missing() -> None:
    def ticking(items: str, done: str) -> list[dict[str, Any]]:
        del items
        return [click(f"box {name}") for name in done] + [click("OK")]

    lists = ["a, b, c", "d, e", "f, g, h, i"]
    runs = [
        won(*ticking(x, x.replace(", ", "")), task=f"Tick the like of {x}")
        for x in lists
    ]
    short = lost(*ticking("k, l, m", "k"), task="Tick the like of k, l, m")
    lessons = Lessons([*runs, short])

    found = lessons.of_end(short.steps, short.task)

    assert found is not None
    assert "less was done than the task lists" in avoidance_of(found, "x").message


# counting -----------------------------------------------------------------------------


def test_rate_lies_between_the_kind_and_the_counts() -> None:
    assert rate(0, 0, 0.3) == pytest.approx(0.3)
    assert rate(1, 0, 0.5) == pytest.approx(2 / 3)
    assert rate(98, 0, 0.0) == pytest.approx(0.98)


def test_what_is_held_against_a_step_needs_more_than_the_usual_rate() -> None:
    assert holds("wrong element", 1, 0, 0.9)
    assert holds("wrong element", 4, 1, 0.5)
    assert not holds("wrong element", 2, 1, 0.5)
    assert not holds("wrong element", 9, 1, 0.9)
    assert holds("error", 2, 1, 0.9)
    assert not holds("error", 1, 1, 0.1)
