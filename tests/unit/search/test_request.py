"""What a search may be asked."""

from datetime import UTC, datetime
from typing import Any

import pytest

from kgmem.errors import InvalidInput
from kgmem.model.base import MAX_TASK
from kgmem.search.request import search_request


def test_defaults_ask_for_all_but_what_is_a_persons() -> None:
    asked = search_request("s", "牛奶")

    assert (asked.query, asked.kinds, asked.top_n) == (
        "牛奶",
        ("chunk", "fact", "task", "message"),
        10,
    )
    assert asked.expand
    assert not asked.bounded


def test_one_kind_may_be_named_alone_and_twice() -> None:
    assert search_request("s", "x", kinds="fact").kinds == ("fact",)
    assert search_request("s", "x", kinds=["fact", "fact"]).kinds == ("fact",)


def test_blank_filters_count_as_not_given() -> None:
    asked = search_request("s", "x", app=" ", source="")

    assert (asked.app, asked.source) == (None, None)


def test_what_no_store_can_hold_is_cleaned() -> None:
    assert search_request("s", "a\x00b\ud800").query == "ab\ufffd"


@pytest.mark.parametrize(
    ("bad", "named"),
    [
        ({"query": ""}, "query"),
        ({"query": " \n"}, "query"),
        ({"query": 7}, "query"),
        ({"query": "x" * (MAX_TASK + 1)}, "query"),
        ({"kinds": []}, "kinds"),
        ({"kinds": ["page"]}, "'page'"),
        ({"kinds": 3}, "kinds"),
        ({"top_n": 0}, "top_n"),
        ({"top_n": 101}, "top_n"),
        ({"top_n": "5"}, "top_n"),
        ({"min_score": -0.1}, "min_score"),
        ({"min_score": float("nan")}, "min_score"),
        ({"min_score": "high"}, "min_score"),
        ({"app": 3}, "app"),
        ({"source": b"x"}, "source"),
        ({"since": "some day"}, "since"),
        ({"until": [2026]}, "until"),
        (
            {
                "since": datetime(2026, 1, 2, tzinfo=UTC),
                "until": datetime(2026, 1, 2, tzinfo=UTC),
            },
            "since",
        ),
    ],
)
def test_bad_arguments_are_named(bad: dict[str, Any], named: str) -> None:
    given = {"query": "milk", **bad}

    with pytest.raises(InvalidInput, match=named):
        search_request("s", **given)


def test_moment_without_a_zone_is_taken_as_utc() -> None:
    request = search_request("s", "milk", since=datetime(2026, 1, 2))

    assert request.since == datetime(2026, 1, 2, tzinfo=UTC)
