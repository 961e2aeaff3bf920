"""Arguments as JSON."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from kgmem import InvalidInput, Step
from kgmem_serve.wire.sending import as_json


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (Step(action="click"), {"action": "click"}),
        ({1: ("a", {"b"})}, {"1": ["a", ["b"]]}),
        (datetime(2026, 1, 2, tzinfo=UTC), "2026-01-02T00:00:00+00:00"),
        (date(2026, 1, 2), "2026-01-02"),
        (Path("a/b"), "a/b"),
        ((n for n in range(2)), [0, 1]),
        ("half \ud83d", "half \ud83d"),
        (10**30, 10**30),
    ],
)
def test_values_are_sent_as_json(given: Any, told: Any) -> None:
    body = as_json({"x": given})

    assert json.loads(body) == {"x": told}


def _nested() -> list[Any]:
    deep: list[Any] = []
    for _ in range(10_000):
        deep = [deep]
    return deep


def _in_itself() -> dict[str, Any]:
    whole: dict[str, Any] = {}
    whole["x"] = whole
    return whole


@pytest.mark.parametrize(
    "given",
    [object(), b"bytes", {b"x": 1}, _nested(), _in_itself(), 10**5000, len],
    ids=["object", "bytes", "key", "deep", "cycle", "long", "function"],
)
def test_what_is_no_json_is_told_by_its_name(given: Any) -> None:
    with pytest.raises(InvalidInput, match="elements: "):
        as_json({"elements": given})
