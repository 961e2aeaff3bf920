"""How steps are done: what tells them apart, and what they have in common."""

from typing import Any

import pytest

from kgmem.generalize.steps.shared_params import are_done_alike, shared_params

YES = {"kind": "confirm", "accept": True}
NO = {"kind": "confirm", "accept": False}


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ({}, {}, True),
        ({}, {"download": True}, True),
        ({}, {"button": "right"}, False),
        ({"modifiers": ["Shift"]}, {"modifiers": ["Shift"]}, True),
        ({"tab": "order=1"}, {"tab": "order=1 & url=https://a.example"}, True),
        ({"tab": "order=1"}, {}, False),
        ({"dialogs": [YES]}, {"dialogs": [{**YES, "message": "Sure?"}]}, True),
        ({"dialogs": [YES]}, {"dialogs": [NO]}, False),
        ({"dialogs": [YES]}, {}, False),
        ({"asks": ["x"]}, {}, False),
    ],
)
def test_steps_that_are_done_otherwise_are_others(
    one: dict[str, Any], other: dict[str, Any], alike: bool
) -> None:
    assert are_done_alike(one, other) is alike


def test_they_share_what_all_of_them_say() -> None:
    first = {
        "tab": "order=1 & url=/a",
        "by": 5,
        "dialogs": [{**YES, "message": "Delete 5?"}],
    }
    second = {
        "tab": "order=1 & url=/b",
        "by": 6,
        "dialogs": [{**YES, "message": "Delete 6?"}],
        "optional": True,
    }

    shared = shared_params([first, second])

    assert shared == {"tab": "order=1", "dialogs": [YES], "optional": True}
