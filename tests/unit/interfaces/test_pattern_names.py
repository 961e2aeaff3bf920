"""Names of tools and of their arguments."""

import re

import pytest

from kgmem import Pattern, Slot
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


def test_arguments_are_called_by_their_slots_else_by_their_kinds() -> None:
    kinds = {"city": "name", "商品": "text", "日期": "date", "备注": "text"}
    slots = [Slot(slot_id=name, name=name, kind=kind) for name, kind in kinds.items()]
    asked = pattern("x").model_copy(update={"slots": tuple(slots)})

    assert argument_names(asked) == ["city", "text", "date", "text_2"]
