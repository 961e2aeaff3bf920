"""Which step of a failed run is to blame, and which is not."""

from typing import Any

import pytest

from kgmem.graph.read_rows import StoredRun
from kgmem.language.environment import is_environment
from kgmem.model.plan import Avoidance
from kgmem.model.trajectory import Outcome, Step
from kgmem.paths.failing.blame import Lessons
from kgmem.paths.failing.signs import Attempt
from kgmem.recall.avoid import avoidances, of_kind
from tests.unit.recall.runs import stored


def click(name: str, **fields: Any) -> dict[str, Any]:
    return {"action": "click", "target": {"role": "button", "name": name}, **fields}


def failed(*steps: Any, **fields: Any) -> StoredRun:
    return stored("failed", *steps, outcome="failure", **fields)


def blamed(run: StoredRun, *successes: StoredRun) -> Avoidance | None:
    found = avoidances([run], list(successes))
    assert len(found) <= 1
    return found[0] if found else None


def test_step_that_the_record_calls_failed_is_to_blame() -> None:
    one = blamed(
        failed(
            click("Open"),
            click("Pay", success=False, error="button is greyed out"),
            click("Close"),
            app="shop",
        )
    )

    assert one is not None
    assert one.element is not None
    assert (one.action, one.element.name, one.cause) == ("click", "Pay", "error")
    assert one.message == (
        'at button "Pay", click failed 1 of 1 time because it went wrong '
        "(button is greyed out)"
    )
    assert (one.scope, one.experience_ids) == ({"app": "shop"}, ("failed",))
    assert (one.failures, one.successes) == (1, 0)


def test_message_for_a_chinese_task_is_chinese() -> None:
    one = blamed(
        failed(click("结算", error="按钮不可用"), task="在淘宝下单"),
        stored("won", click("去购物车"), task="在淘宝下单"),
    )

    assert one is not None
    assert one.message == (
        '在 button "结算" 上，click 1 次中失败 1 次，因为出错（按钮不可用）'
        '；改为：click button "去购物车"'
    )


@pytest.mark.parametrize(
    "error",
    [
        "Please solve the CAPTCHA",
        "Navigation timed out after 30 s",
        "net::ERR_CONNECTION_REFUSED: connection lost",
        "HTTP 429 Too Many Requests",
        "403 Forbidden",
        "invalid credentials",
        "Login required",
        "请输入验证码",
        "网络连接超时",
        "操作过于频繁，请稍后再试",
        "请登录后继续",
        "密码错误",
    ],
)
def test_surroundings_are_never_blamed_on_a_step(error: str) -> None:
    success = stored("won", click("Open"), click("Buy"))

    assert is_environment(error)
    assert blamed(failed(click("Open"), click("Pay", error=error)), success) is None


@pytest.mark.parametrize(
    "error", ["element not found", "按钮不可用", "wrong page", "无此商品", "", None]
)
def test_other_errors_speak_of_the_step(error: str | None) -> None:
    assert not is_environment(error)


def test_step_where_the_run_left_a_success_is_to_blame() -> None:
    one = blamed(
        failed(click("Open"), click("Wiki"), click("Close")),
        stored("won", click("Open"), click("Tickets"), click("Close")),
    )

    assert one is not None
    assert one.element is not None
    assert (one.element.name, one.cause) == ("Wiki", "wrong element")
    assert one.instead == 'click button "Tickets"'
    assert one.message.endswith('; instead: click button "Tickets"')


def test_success_that_was_followed_longest_is_the_measure() -> None:
    one = blamed(
        failed(click("A"), click("B"), click("X")),
        stored("short", click("Z")),
        stored("long", click("A"), click("B"), click("C")),
    )

    assert one is not None
    assert one.instead == 'click button "C"'


def test_run_that_stopped_early_blames_nobody() -> None:
    success = stored("won", click("Open"), click("Save"))

    assert blamed(failed(click("Open")), success) is None


def test_step_that_also_stands_in_a_success_is_not_blamed_for_leaving_it() -> None:
    success = stored("won", click("Open"), click("Help"), click("Save"))

    assert blamed(failed(click("Help"), click("Open")), success) is None


def test_without_a_success_and_without_an_error_nobody_knows() -> None:
    assert blamed(failed(click("Open"), click("Save"))) is None
    assert blamed(failed()) is None


def test_success_of_another_task_is_no_measure() -> None:
    other = stored("won", click("Tickets"), task="something else")

    assert blamed(failed(click("Wiki")), other) is None


def test_typed_values_in_one_field_are_one_step() -> None:
    def typing(value: str) -> dict[str, Any]:
        target = {"role": "textbox", "name": "Q"}
        return {"action": "type", "value": value, "target": target}

    run = failed(typing("mouse"), click("Wrong"))
    success = stored("won", typing("house"), click("Right"))

    one = blamed(run, success)

    assert one is not None
    assert one.element is not None
    assert one.element.name == "Wrong"


def test_keys_without_a_target_differ_by_their_value() -> None:
    def key(value: str) -> dict[str, Any]:
        return {"action": "key", "value": value}

    one = blamed(failed(key("Escape")), stored("won", key("Enter")))

    assert one is not None
    assert one.message.startswith('key "Escape" failed 1 of 1 time')


def test_address_of_the_page_is_kept() -> None:
    page = {"url": "https://shop.example/cart", "title": "Cart"}

    one = blamed(failed(click("Pay", error="greyed out", page_before=page)))

    assert one is not None
    assert one.page == "https://shop.example/cart"


def test_what_went_wrong_most_often_comes_first() -> None:
    error = stored("e", click("A", error="gone"), outcome="failure")
    diverged = stored("d", click("B"), outcome="failure")
    success = stored("won", click("C"))

    found = avoidances([diverged, error], [success])

    assert [one.cause for one in found] == ["wrong element", "error"]
    assert all(0 <= one.score <= 1 for one in found)


# What a kind teaches ------------------------------------------------------------------


def typed(value: str) -> dict[str, Any]:
    target = {"role": "textbox", "name": "Name"}
    return {"action": "type", "target": target, "value": value}


def rename(who: str, *names: str, outcome: Outcome) -> Attempt:
    """A run that types the name, then presses the buttons."""
    steps = [typed(who), *map(click, names)]
    parsed = tuple(Step.model_validate(step) for step in steps)
    return Attempt(who + outcome, who, f"Rename it to {who}", "a", outcome, parsed)


def test_an_omission_is_told_once() -> None:
    runs = [rename(who, "Save", outcome="success") for who in ("Ann", "Bob", "Cid")]
    runs += [rename(who, outcome="failure") for who in ("Dee", "Eve", "Flo")]

    [told] = of_kind(Lessons(runs), "Rename it to Gus")

    assert told.instead == 'click button "Save"'


def test_that_less_was_done_is_told_where_no_step_is_missing_in_all() -> None:
    ways = (("Red", "Ok"), ("Blue", "Yes"), ("Green", "Go"), ("Pink", "Next"))
    runs = [rename(f"Ann{n}", *way, outcome="success") for n, way in enumerate(ways)]
    runs += [rename(who, outcome="failure") for who in ("Dee", "Eve", "Flo")]

    [told] = of_kind(Lessons(runs), "Rename it to Gus")

    assert told.instead is None
    assert "less was done" in told.message
