"""What a page received, beside what was asked for."""

import pytest
from kgmem_bench.field.judge import judged

WANTED = {"orders": [{"item": "lamp", "quantity": "2"}]}
OLD = {"orders": [{"item": "desk", "quantity": "1"}]}


@pytest.mark.parametrize(
    ("outcome", "effect", "verdict"),
    [
        ("success", WANTED, "done"),
        ("stopped", WANTED, "stopped"),
        ("stopped", {}, "stopped"),
        ("no plan", {}, "stopped"),
        ("raised", {}, "stopped"),
        ("success", {}, "wrong"),
        ("success", OLD, "wrong"),
        ("stopped", OLD, "wrong"),
        ("success", {**WANTED, "subscribed": ""}, "wrong"),
        ("stopped", {"orders": [*WANTED["orders"], *WANTED["orders"]]}, "wrong"),
    ],
)
def test_only_what_was_asked_for_and_is_told_is_done(
    outcome: str, effect: dict[str, object], verdict: str
) -> None:
    assert judged(outcome, effect, WANTED) == verdict


def test_a_part_of_what_was_asked_for_is_nothing_wrong() -> None:
    wanted = {"moved": ["a", "b"], "saved": True}

    assert judged("stopped", {"moved": ["a"]}, wanted) == "stopped"
    assert judged("stopped", {"moved": ["b"]}, wanted) == "wrong"
    assert judged("success", {"moved": ["a"]}, wanted) == "wrong"


def test_what_the_recording_did_not_tell_is_short_and_never_something_else() -> None:
    assert judged("success", {}, WANTED, seen=False) == "short"
    assert judged("success", OLD, WANTED, seen=False) == "wrong"
    assert judged("stopped", {}, WANTED, seen=False) == "stopped"
