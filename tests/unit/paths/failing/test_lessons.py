"""What runs of a kind teach to avoid, and what speaks of no step."""

from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest

from kgmem.language.environment import is_environment
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Outcome, Step
from kgmem.paths.failing.avoid_text import avoidance_of
from kgmem.paths.failing.lessons import Attempt, Cause, Lessons, holds, rate

NUMBER = count(1)
FIND = "find a mouse"


def click(name: str, **fields: Any) -> Step:
    target = {"role": "button", "name": name}
    return Step.model_validate({"action": "click", "target": target, **fields})


def typing(value: str) -> Step:
    target = {"role": "textbox", "name": "Query"}
    step = {"action": "type", "value": value, "target": target}
    return Step.model_validate(step)


def key(value: str) -> Step:
    return Step(action="key", value=value)


def attempt(outcome: Outcome, steps: Sequence[Step], task: str) -> Attempt:
    n = next(NUMBER)
    return Attempt(f"run {n}", task, task, "shop", outcome, tuple(steps), n)


def won(*steps: Step, task: str = FIND) -> Attempt:
    return attempt("success", steps, task)


def lost(*steps: Step, task: str = FIND) -> Attempt:
    return attempt("failure", steps, task)


def searching(*items: str) -> list[Attempt]:
    """Successes, each of a task of its own."""
    return [won(typing(i), click("Go"), task=f"Search for {i} now") for i in items]


def blamed(runs: Sequence[Attempt], task: str = FIND) -> list[str]:
    return [avoidance_of(one, task).message for one in Lessons(runs).blamed()]


OFF = "because runs that came through did not do this"


@pytest.mark.parametrize(
    ("runs", "messages"),
    [
        (
            [
                lost(click("Open"), click("Wiki"), click("Close")),
                won(click("Open"), click("Tickets"), click("Close")),
            ],
            [
                f'at button "Wiki", click failed 1 of 1 time {OFF}; instead: click '
                'button "Tickets"'
            ],
        ),
        (
            [
                lost(click("Open"), click("Discard"), click("Save")),
                won(click("Open"), click("Tickets"), click("Save")),
            ],
            [
                f'at button "Discard", click failed 1 of 1 time {OFF}; instead: click '
                'button "Tickets"'
            ],
        ),
        (
            [lost(key("Escape")), won(key("Enter"))],
            [f'key "Escape" failed 1 of 1 time {OFF}; instead: key "Enter"'],
        ),
        (
            [lost(click("Pay", success=False, error="button is greyed out"))],
            [
                'at button "Pay", click failed 1 of 1 time because it went wrong '
                "(button is greyed out)"
            ],
        ),
        (
            [won(click("Menu", success=False, error="closed"), click("Open"))],
            [
                'at button "Menu", click failed 1 of 1 time because it went wrong '
                "(closed)"
            ],
        ),
        (
            [lost(click("Next", effect=False)), won(click("Save"))],
            [
                'at button "Next", click failed 1 of 1 time because it changed '
                'nothing; instead: click button "Save"'
            ],
        ),
        (
            [
                *(won(click("Save")) for _ in range(20)),
                *(lost(click("Back")) for _ in range(19)),
                lost(click("Odd")),
            ],
            [
                f'at button "Back", click failed 19 of 19 times {OFF}; instead: click '
                'button "Save"'
            ],
        ),
        # What stands in a success is not to blame, nor is an end that came too early;
        # a value is one step whatever it is, and without a success nobody knows.
        (
            [
                lost(click("Help"), click("Open")),
                won(click("Open"), click("Help"), click("Save")),
            ],
            [],
        ),
        ([lost(click("Open")), won(click("Open"), click("Save"))], []),
        ([lost(typing("salt")), *searching("milk", "tea")], []),
        ([lost(click("Open"), click("Save"))], []),
        ([lost()], []),
    ],
)
def test_what_is_held_against_steps(
    runs: list[Attempt], messages: Sequence[str]
) -> None:
    assert blamed(runs) == list(messages)


def test_the_message_is_in_the_language_of_the_task() -> None:
    runs = [
        lost(click("结算", error="按钮不可用"), task="在淘宝下单"),
        won(click("去购物车"), task="在淘宝下单"),
    ]

    assert blamed(runs, "在淘宝下单") == [
        '在 button "结算" 上，click 1 次中失败 1 次，因为出错（按钮不可用）'
        '；改为：click button "去购物车"'
    ]


def test_the_score_falls_with_each_success_at_the_same_place() -> None:
    bad = [lost(click("Pay", error="grey")) for _ in range(3)]
    good = [won(click("Pay")) for _ in range(4)]

    scores = [[one.score for one in Lessons(bad + good[:n]).blamed()] for n in range(4)]

    assert scores[0] == pytest.approx([0.8])
    assert sorted(scores[:3], reverse=True) == scores[:3]
    assert scores[3] == []


@pytest.mark.parametrize(
    "error",
    [
        "Please solve the CAPTCHA",
        "Navigation timed out after 30 s",
        "net::ERR_CONNECTION_REFUSED: connection lost",
        "HTTP 429 Too Many Requests",
        "HTTP 503",
        "403 Forbidden",
        "quota exceeded",
        "invalid credentials",
        "Login required",
        "请输入验证码",
        "网络异常，请重试",
        "操作过于频繁，请稍后再试",
        "余额不足：额度已用完",
        "登录已过期",
        "密码错误",
    ],
)
def test_surroundings_are_no_evidence(error: str) -> None:
    failed = lost(click("Open"), click("Wiki", success=False, error=error))

    lessons = Lessons([failed, won(click("Open"), click("Save"))])

    assert (lessons.blamed(), lessons.failures) == ([], [])


@pytest.mark.parametrize(
    "error", ["element not found", "按钮不可用", "wrong page", "无此商品", "", None]
)
def test_other_errors_speak_of_the_step(error: str | None) -> None:
    assert not is_environment(error)


# what is missing ----------------------------------------------------------------------


def ending(runs: Sequence[Attempt], task: str, *steps: Step) -> str | None:
    """What is said of a run that ends after these steps."""
    found = Lessons(runs).of_next(steps[:-1], steps[-1], task, ends=True)
    return found and avoidance_of(found, task).message


def day(name: str) -> Step:
    target = {"role": "link", "name": name, "attributes": {"class": "day"}}
    return Step.model_validate({"action": "click", "target": target})


def ticking(items: str, done: str) -> list[Step]:
    return [*(click(f"box {name}") for name in done.split(", ")), click("OK")]


EARLY = lost(typing("salt"), task="Search for salt now")
DAYS = [
    won(day("13"), task="Select 05/13/2016 now"),
    won(day("29"), task="Select 07/29/2016 now"),
    lost(day("3"), task="Select 03/18/2016 now"),
]
LISTS = [
    *(
        won(*ticking(x, x), task=f"Tick the like of {x}")
        for x in ("a, b, c", "d, e", "f, g, h, i")
    ),
    lost(*ticking("k, l, m", "k"), task="Tick the like of k, l, m"),
]


@pytest.mark.parametrize(
    ("runs", "task", "steps", "message"),
    [
        (
            [*searching("milk", "tea"), EARLY],
            "Search for jam now",
            [typing("jam")],
            'do not end here: still missing is click button "Go" '
            "(ending so failed 1 of 1 time)",
        ),
        (
            [*searching("milk", "tea"), EARLY],
            "Search for jam now",
            [typing("jam"), click("Go")],
            None,
        ),
        (
            DAYS,
            "Select 01/24/2016 now",
            [day("1")],
            'do not end here: still missing is click link "24" '
            "(ending so failed 1 of 1 time)",
        ),
        (DAYS, "Select 01/24/2016 now", [day("24")], None),
        (
            LISTS,
            "Tick the like of n, o, p",
            ticking("n, o, p", "n"),
            "do not end here: less was done than the task lists "
            "(ending so failed 1 of 1 time)",
        ),
    ],
)
def test_what_runs_end_without(
    runs: list[Attempt], task: str, steps: Sequence[Step], message: str | None
) -> None:
    assert ending(runs, task, *steps) == message


def test_a_closing_step_asks_what_is_missing() -> None:
    early = lost(click("Go"), task="Search for salt now")
    lessons = Lessons([*searching("milk", "tea"), early])
    go = PlanStep(n=1, action="click", target=click("Go").target)
    task = "Search for jam now"

    assert lessons.of_next((), go, task) is not None
    assert lessons.of_next((typing("jam"),), go, task) is None


# counting -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("failures", "successes", "base", "expected"),
    [(0, 0, 0.3, 0.3), (1, 0, 0.5, 2 / 3), (98, 0, 0.0, 0.98)],
)
def test_rate_lies_between_the_kind_and_the_counts(
    failures: int, successes: int, base: float, expected: float
) -> None:
    assert rate(failures, successes, base) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("cause", "failures", "successes", "base", "expected"),
    [
        ("wrong element", 1, 0, 0.9, True),
        ("wrong element", 4, 1, 0.5, True),
        ("wrong element", 2, 1, 0.5, False),
        ("wrong element", 9, 1, 0.9, False),
        ("error", 2, 1, 0.9, True),
        ("error", 1, 1, 0.1, False),
    ],
)
def test_what_is_held_against_a_step_needs_more_than_the_usual_rate(
    cause: Cause, failures: int, successes: int, base: float, expected: bool
) -> None:
    assert holds(cause, failures, successes, base) is expected
