"""A task in other words: the values are bound, what is worded otherwise is told, and
what it asks for besides. See `paraphrases.toml`."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kgmem.matching.paraphrasing.bare_task import BareTask
from kgmem.matching.paraphrasing.further import further_of
from kgmem.matching.paraphrasing.paraphrase import PatternOutline, meaning
from kgmem.model.pattern import Pattern
from tests.unit.matching.slots_in_short import slots, table

TABLE = table(Path(__file__).with_name("paraphrases.toml"))
ROWS = [
    pytest.param(rule | row, id=f"{rule['says']}: {row['text']}")
    for rule in TABLE["rule"]
    for row in rule["texts"]
]


def outline(name: str) -> PatternOutline:
    told = TABLE["patterns"][name]
    pattern = Pattern(
        pattern_id=name,
        name=name,
        template=told["template"],
        slots=slots(told["slots"]),
    )
    made = PatternOutline.of(pattern)
    assert made is not None
    return made


@pytest.mark.parametrize("row", ROWS)
def test_a_task_in_other_words(row: Mapping[str, Any]) -> None:
    asked, made = BareTask(row["text"]), outline(row["by"])

    read = meaning(asked, made)

    assert read is not None
    further = further_of(asked, made, read)
    assert row.keys() - {"says", "texts", "by", "text"}
    assert read.bindings == row.get("values", read.bindings)
    assert [*read.unexplained] == row.get("unexplained", [*read.unexplained])
    assert row.get("unexplains", "") in " ".join(read.unexplained)
    assert read.unexplained or not row.get("is_unexplained")
    assert [*read.left] == row.get("left", [*read.left])
    assert [*further] == row.get("further", [*further])
    assert "asks" not in row or any(row["asks"] in one for one in further)


def test_a_pattern_without_slots_has_no_outline() -> None:
    made = Pattern(pattern_id="p", name="p", template="Sign out of the shop")

    assert PatternOutline.of(made) is None


@pytest.mark.parametrize("text", ['"a" ' * 2500, "branch " * 1400, "分支“1”" * 2000])
@pytest.mark.slow
def test_hostile_texts_end_in_time(text: str) -> None:
    started = time.process_time()

    meaning(BareTask(text), outline("branch"))

    assert time.process_time() - started < 10
