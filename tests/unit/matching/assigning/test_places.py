"""Where values may stand in a text."""

import pytest

from kgmem.matching.assigning.places import parts_of_unit
from kgmem.matching.assigning.spans import value_spans


def spans(text: str) -> set[str]:
    return {one.text for one in value_spans(text)}


def test_what_is_in_brackets_is_a_part_as_a_whole() -> None:
    found = spans("在沙县小吃（文三路店）点8份拌面")

    assert "沙县小吃（文三路店）" in found
    assert "沙县小吃（文三路" not in found


def test_all_behind_a_colon_may_be_a_value() -> None:
    found = {one.text: one for one in value_spans("Tell Wu: the gate shuts, be early.")}

    assert found["the gate shuts, be early"].is_quoted
    assert not found["the gate shuts, be early"].frayed_first
    assert "Wu: the gate" not in found


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("#000310", ["000310"]),
        ("90-minute", ["90"]),
        ("159元", ["159"]),
        ("9:15-11:45", ["9:15", "11:45"]),
        ("159", []),
        ("v2", []),
        ("2025-06-16", []),
    ],
)
def test_a_unit_may_hold_a_value(written: str, parts: list[str]) -> None:
    found = [written[slice(*one)] for one in parts_of_unit(written)]

    assert found == parts


def test_what_a_number_counts_stands_behind_it() -> None:
    (number,) = [one for one in value_spans("log a 90-minute call") if one.text == "90"]

    assert number.after == "minut"
    assert number.typed


def test_a_name_in_capitals_may_end_with_a_little_word() -> None:
    assert "Wu An" in spans("call Wu An today")
    assert "call an" not in spans("call an agent")


def test_a_mark_that_is_a_word_joins_a_name() -> None:
    assert "Miles & More" in spans("open my Miles & More card")
