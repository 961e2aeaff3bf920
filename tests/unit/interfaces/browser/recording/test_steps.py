"""What a page told becomes the steps of a run."""

from typing import Any

import pytest

from kgmem.interfaces.browser.recording.steps import steps_of

FIELD = {"element_id": 3, "role": "textbox", "name": "City", "path": "/html/input[1]"}
GO = {"element_id": 4, "role": "button", "name": "Go", "path": "/html/button[1]"}


def told(action: str, target: Any, state: str = "a", **more: Any) -> dict[str, Any]:
    page = {"url": "http://a.example/", "title": "A", "state": state}
    return {**page, "action": action, "target": target, **more}


def test_a_click_into_a_field_that_is_filled_is_no_step() -> None:
    steps = steps_of([
        told("click", FIELD, times=1),
        told("type", FIELD, "b", value="Oslo", effect=True),
    ])  # fmt: skip

    assert [(step["action"], step["value"]) for step in steps] == [("type", "Oslo")]


def test_a_click_into_a_field_that_is_left_alone_is_one() -> None:
    steps = steps_of([told("click", FIELD, times=1), told("click", GO, "b", times=1)])

    assert [step["action"] for step in steps] == ["click", "click"]


def test_two_clicks_are_a_double_click_if_the_page_counts_them_so() -> None:
    double = [told("click", GO, times=1), told("click", GO, "b", times=2)]
    single = [told("click", GO, times=1), told("click", GO, "b", times=1)]

    assert [step["action"] for step in steps_of(double)] == ["double_click"]
    assert [step["action"] for step in steps_of(single)] == ["click", "click"]


@pytest.mark.parametrize(
    ("before", "after", "effect"), [("a", "b", True), ("a", "a", False)]
)
def test_what_came_next_tells_what_a_step_did(
    before: str, after: str, effect: bool
) -> None:
    first, last = steps_of([
        told("click", GO, before, times=1),
        told("click", GO, after, times=1),
    ])  # fmt: skip

    assert first["effect"] is effect
    assert "effect" not in last


def test_the_page_before_and_after_are_told() -> None:
    end = {"url": "http://a.example/done", "title": "Done", "state": "z"}

    (step,) = steps_of([told("click", GO, times=1)], [end])

    assert step["page_before"]["url"] == "http://a.example/"
    assert step["page_after"] == {"url": "http://a.example/done", "title": "Done"}
    assert step["effect"] is True


def test_a_place_in_a_list_is_no_part_of_an_element() -> None:
    (step,) = steps_of([told("click", GO, times=1)])

    assert "element_id" not in step["target"]
    assert step["target"]["name"] == "Go"


def test_a_key_without_an_element_is_a_step() -> None:
    (step,) = steps_of([told("key", None, value="Escape")])

    assert "target" not in step
