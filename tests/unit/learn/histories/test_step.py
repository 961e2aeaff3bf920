"""Where a drag ends, in the forms that records give it."""

from typing import Any

import pytest

from kgmem.learn.histories.step import step_from

ENDS = [
    {"action": "drag_and_drop('#card', '#done')"},
    {"action": "drag(source=3, target=7, destination=9)"},
    {"action": 'drag the "Card" to the Done column'},
    {"action": "拖动卡片到完成栏"},
    {"action": "drag", "target": "Card", "to": {"role": "region", "name": "Done"}},
    {"type": "drag", "element": "Card", "drop_target": "Done"},
]


@pytest.mark.parametrize("entry", ENDS)
def test_both_ends_are_read(entry: dict[str, Any]) -> None:
    step = step_from(entry)

    assert step.action == "drag"
    assert step.target is not None
    assert step.destination is not None
    assert step.target != step.destination


def test_where_it_ends_is_kept_though_nothing_says_what_is_moved() -> None:
    step = step_from({"action": "drag", "to": {"role": "region", "name": "Done"}})

    assert step.destination is None
    assert step.params["destination"] == {"role": "region", "name": "Done"}


def test_places_in_pixels_are_no_elements() -> None:
    step = step_from({"action": "drag(100, 200, 300, 400)"})

    assert step.destination is None


def test_the_word_to_is_no_destination_of_other_actions() -> None:
    step = step_from({"action": "click", "target": "Send", "to": "Ann"})

    assert step.destination is None
    assert step.params["to"] == "Ann"
