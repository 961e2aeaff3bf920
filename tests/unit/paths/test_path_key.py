"""Runs with the same key took the same path."""

from typing import Any

import pytest

from kgmem.model.trajectory import Step
from kgmem.paths.path_key import path_key

TASK = "Retire the badge of hweiss"


def key(*steps: dict[str, Any], task: str = TASK) -> str | None:
    return path_key([Step.model_validate(step) for step in steps], task)


def click(name: str, **more: Any) -> dict[str, Any]:
    return {"action": "click", "target": {"role": "button", "name": name, **more}}


def typing(field: str, value: str) -> dict[str, Any]:
    target = {"role": "textbox", "name": field}
    return {"action": "type", "target": target, "value": value}


A, B, SEND = typing("To", "ann"), typing("Subject", "Report"), click("Send")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param([A, B, SEND], [B, A, SEND], id="fields in another order"),
        pytest.param(
            [click("Inbox (3)")], [click("Inbox (12)")], id="a count in a name"
        ),
        pytest.param(
            [click("Send"), SEND | {"success": False}], [click("Send")], id="a dead end"
        ),
        pytest.param([{"action": "wait"}, SEND], [SEND], id="a wait"),
        pytest.param(
            [click("Edit", container=["3 new"])],
            [click("Edit", container=["nothing new"])],
            id="what stands around it, of which the task says nothing",
        ),
    ],
)
def test_the_same_path(one: list[Any], other: list[Any]) -> None:
    assert key(*one) == key(*other) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param([A, B, SEND], [A, SEND], id="a step less"),
        pytest.param([A, SEND], [SEND, A], id="a field after the button"),
        pytest.param([A, SEND], [typing("To", "bob"), SEND], id="another value"),
        pytest.param([SEND], [click("Forward")], id="another button"),
        pytest.param(
            [click("Retire", container=["hweiss"])],
            [click("Retire", container=["jdoe"])],
            id="another row than the task says",
        ),
        pytest.param(
            [{"action": "navigate", "value": "https://a.example/"}, SEND],
            [{"action": "navigate", "value": "https://b.example/"}, SEND],
            id="another site",
        ),
    ],
)
def test_another_path(one: list[Any], other: list[Any]) -> None:
    assert key(*one) != key(*other)


def test_nothing_to_follow_is_no_path() -> None:
    assert key() is None
    assert key(SEND | {"success": False}) is None
