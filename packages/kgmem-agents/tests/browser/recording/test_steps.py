"""What a page told becomes the steps of a run."""

from typing import Any

import pytest

from kgmem_agents.browser.recording.steps import steps_of

FIELD = {"element_id": 3, "role": "textbox", "name": "City", "path": "/html/input[1]"}
GO = {"element_id": 4, "role": "button", "name": "Go", "path": "/html/button[1]"}


def told(action: str, target: Any, state: str = "a", **more: Any) -> dict[str, Any]:
    page = {"url": "http://a.example/", "title": "A", "state": state}
    return {**page, "action": action, "target": target, **more}


def test_a_click_into_a_field_that_is_left_alone_is_one() -> None:
    steps = steps_of([told("click", FIELD, times=1), told("click", GO, "b", times=1)])

    assert [step["action"] for step in steps] == ["click", "click"]


def test_two_clicks_are_a_double_click_if_the_page_counts_them_so() -> None:
    double = [told("click", GO, times=1), told("click", GO, "b", times=2)]
    single = [told("click", GO, times=1), told("click", GO, "b", times=1)]

    assert [step["action"] for step in steps_of(double)] == ["double_click"]
    assert [step["action"] for step in steps_of(single)] == ["click", "click"]


SLIDER = {"element_id": 5, "role": "slider", "name": "Guests", "path": "/html/input[2]"}


def test_a_slider_that_is_moved_is_one_step_with_its_last_value() -> None:
    by_key = [told("type", SLIDER, value=str(n)) for n in (3, 4, 5)]
    by_pointer = [told("type", SLIDER, value="5"), told("click", SLIDER, times=1)]

    for acts in (by_key, by_pointer):
        assert [(s["action"], s["value"]) for s in steps_of(acts)] == [("type", "5")]


@pytest.mark.parametrize(
    ("target", "after", "effect"),
    [(GO, "b", True), (GO, "a", None), (FIELD, "a", False)],
    ids=["seen", "of a button, not seen", "of a field, not seen"],
)
def test_what_came_next_tells_what_a_step_did(
    target: Any, after: str, effect: bool | None
) -> None:
    first, last = steps_of([
        told("click", target, times=1),
        told("click", GO, after, times=1),
    ])  # fmt: skip

    assert first.get("effect") is effect
    assert "effect" not in last


@pytest.mark.parametrize("more", [{"order": 1}, {"frame": "name=pay"}])
def test_what_shows_in_another_place_is_not_ruled_out(more: dict[str, Any]) -> None:
    first, *_ = steps_of([
        told("scroll", FIELD),
        told("click", GO, **more),
        told("click", GO),
    ])  # fmt: skip

    assert "effect" not in first


@pytest.mark.parametrize(("after", "count"), [("a", 0), ("b", 1)])
def test_what_may_be_a_step_is_one_if_something_changed(after: str, count: int) -> None:
    end = {"url": "http://a.example/", "title": "A", "state": after}

    assert len(steps_of([told("key", None, value="j", maybe=True)], [end])) == count


def test_a_key_that_presses_a_button_is_the_click() -> None:
    steps = steps_of([
        told("key", GO, value="Space", maybe=True),
        told("click", GO, "a", times=0),
    ])  # fmt: skip

    assert [step["action"] for step in steps] == ["click"]


def test_a_step_keeps_how_its_element_stood_and_stands() -> None:
    switch = {"role": "switch", "name": "Wifi", "path": "/html/div[1]"}
    off = {**switch, "attributes": {"aria-checked": "false"}}
    stands = {"name": "Wifi", "aria-checked": "true"}

    steps = steps_of([
        told("click", off, times=1, asks_password=False, head="Net"),
        told("click", GO, "b", times=1, came={"of": switch["path"], "stands": stands}),
    ])  # fmt: skip

    assert steps[0]["page_after"]["turned"] == {"aria-checked": "true"}
    assert steps[0]["page_before"]["head"] == "Net"
    assert steps[0]["page_before"]["asks_password"] is False
    assert "turned" not in steps[1].get("page_after", {})
