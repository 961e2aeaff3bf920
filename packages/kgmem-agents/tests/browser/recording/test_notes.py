"""What is told beside the steps is put to the step that it belongs to."""

from typing import Any

import pytest

from kgmem_agents.browser.recording.notes import Notes

SHOP = "http://shop.example/"


def act(action: str = "click", order: int = 0, **more: Any) -> dict[str, Any]:
    return {"action": action, "target": {"path": "/a"}, "order": order, **more}


def arrived(by: str = "navigate", order: int = 0, **more: Any) -> dict[str, Any]:
    return {"arrived": by, "url": SHOP, "order": order, "tab": None, **more}


def noted(*told: dict[str, Any]) -> Notes:
    notes = Notes()
    for one in told:
        notes.note(one)
    return notes


def actions(notes: Notes) -> list[str]:
    return [one["action"] for one in notes.acts]


ASKED = {"kind": "confirm", "accept": False, "message": "Delete?"}


@pytest.mark.parametrize(("kind", "missed"), [("alert", 0), ("confirm", 1)])
def test_a_dialog_before_all_steps_is_missed_if_it_asks(kind: str, missed: int) -> None:
    notes = noted({"dialog": {**ASKED, "kind": kind}, "order": 0}, act())

    assert len(notes.missed) == missed


def test_a_download_of_nothing_is_missed() -> None:
    assert noted({"download": True, "order": 0}).missed


@pytest.mark.parametrize(
    ("by", "action"),
    [("navigate", "navigate"), ("reload", "navigate"), ("back_forward", "back")],
)
def test_a_page_that_nothing_led_to_was_asked_for(by: str, action: str) -> None:
    assert actions(noted(act(), arrived(by))) == ["click", action]


@pytest.mark.parametrize(
    ("target", "referred", "steps"),
    [
        ({}, True, ["click"]),
        ({"attributes": {"rel": "noopener noreferrer"}}, False, ["click"]),
        ({}, False, ["click", "navigate"]),
    ],
    ids=["of the page", "that hides it", "by its address"],
)
def test_a_tab_was_opened_by_a_page_or_by_its_address(
    target: dict[str, Any], *, referred: bool, steps: list[str]
) -> None:
    notes = noted(act(target=target), arrived(order=1, referred=referred))

    assert actions(notes) == steps


def test_what_was_missed_is_told_with_its_place() -> None:
    notes = noted({"missed": "formatting", "what": "Control+b"}, {"missed": "forward"})

    assert notes.missed == ["formatting: Control+b", "forward"]
