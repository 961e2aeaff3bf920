"""Names of tools and of their arguments."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from kgmem import Pattern
from kgmem.interfaces.pattern_names import tool_names


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


def test_a_name_stays_with_the_older_pattern() -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    older, newer = (
        pattern("Create an issue").model_copy(
            update={"created_at": at + timedelta(days=n), "support": n}
        )
        for n in range(2)
    )

    assert tool_names([newer, older])["create_issue"] is older
