"""Names of tools and of their arguments."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from kgmem import Element, Pattern, PatternStep, Slot
from kgmem.interfaces.pattern_names import argument_names, tool_names


def pattern(template: str, app: str | None = None) -> Pattern:
    return Pattern(pattern_id="1f0c2a9b", name="x", template=template, app=app)


@pytest.mark.parametrize(
    ("template", "name"),
    [
        ('Create an issue "{summary}" with priority {priority}', "create_issue"),
        ("Set the status of {ticket} to {status}", "set_status"),
        ('Order "{article}" and have it sent to "{city}"', "order_article"),
        ("Log in as {user}", "log_in"),
        ("{app}: search for {product}", "app_search"),
        ("在{app}搜索{商品}并下单", "order_app"),
        ("搜索{商品}", "search"),
        ("{x}", "do_x"),
        ("Write " + "very " * 40 + "long words", "write_long_words"),
    ],
)
def test_a_tool_is_called_by_what_it_does(template: str, name: str) -> None:
    (found,) = tool_names([pattern(template)])

    assert found == name
    assert re.fullmatch(r"[a-z][a-z0-9_]{0,47}", found)


def test_more_words_then_the_app_then_a_number_tell_one_from_another() -> None:
    again = [
        pattern("Create an issue {summary}"),
        pattern("Create an issue {summary} for {person}"),
        pattern("Create an issue {summary}", "Bug Desk"),
        pattern("Create an issue {summary}"),
        pattern("Create an issue {summary}"),
    ]

    assert list(tool_names(again)) == [
        "create_issue", "create_issue_summary", "create_issue_in_bug_desk",
        "create_issue_2", "create_issue_3",
    ]  # fmt: skip


def test_a_name_stays_with_the_older_pattern() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    older, newer = (
        pattern("Create an issue").model_copy(
            update={"created_at": at + timedelta(days=n), "support": n}
        )
        for n in range(2)
    )

    assert tool_names([newer, older])["create_issue"] is older


def test_a_chinese_wording_is_called_by_what_is_done_and_the_pages_own_words() -> None:
    field = Element(role="textbox", name="收货地址", attributes={"name": "address"})
    step = PatternStep(n=1, action="type", target=field, value="{收货地址}")
    slot = Slot(slot_id="1", name="收货地址", kind="text")
    told = pattern("下单送到{收货地址}，关注up主").model_copy(
        update={"steps": (step,), "slots": (slot,)}
    )

    assert list(tool_names([told])) == ["order_address"]
    assert argument_names(told) == ["address"]


def test_arguments_are_called_by_their_slots_else_by_their_kinds() -> None:
    kinds = {"city": "name", "商品": "text", "日期": "date", "备注": "text"}
    slots = [Slot(slot_id=name, name=name, kind=kind) for name, kind in kinds.items()]
    asked = pattern("x").model_copy(update={"slots": tuple(slots)})

    assert argument_names(asked) == ["city", "text", "date", "text_2"]
