"""What a search may be asked."""

from datetime import UTC, datetime
from typing import Any

import pytest

from kgmem.errors import InvalidInput
from kgmem.model.base import MAX_TASK
from kgmem.search.request import search_request


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
