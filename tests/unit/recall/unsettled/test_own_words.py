"""What is not settled is told in the task's own words, once, with its grade. See
`own_words.toml`."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kgmem.recall.unsettled.own_words import head_of, in_own_words

RULES = tomllib.loads(Path(__file__).with_name("own_words.toml").read_text("utf-8"))


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=f"{rule['says']}: {row['task']}")
        for rule in RULES["rule"]
        for row in rule["rows"]
    ],
)
def test_each_part_once_with_its_grade(row: Mapping[str, Any]) -> None:
    parts = in_own_words(row["task"], row["found"], row["values"])

    told = [(one.words, one.is_wording) for one in parts]
    assert told == [
        *((words, True) for words in row.get("wording", ())),
        *((words, False) for words in row.get("changes", ())),
    ]


@pytest.mark.parametrize(
    ("value", "doubted", "head"),
    [
        ("E2 and tell Lars", ["and tell Lars"], "E2"),
        ("铁观音，再通知店长", ["再通知店长"], "铁观音"),
        ("drill", ["drill"], "drill"),
        ("drill", ["saw"], "drill"),
    ],
)
def test_a_value_without_what_is_doubted_at_its_end(
    value: str, doubted: list[str], head: str
) -> None:
    assert head_of(value, doubted) == head
