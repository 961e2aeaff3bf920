"""Requests to a page with mails, read as runs."""

import pytest

from kgmem.samples.mail import SET, sample
from kgmem.samples.sample import Row, stable_id


def row(success: bool = True) -> Row:
    return {
        "id": "7",
        "utterance": "Forward Ann's mail to Bob",
        "intent": "forward",
        "wording": "Forward {from}'s mail to {to}",
        "fields": {"from": "Ann", "to": "Bob"},
        "success": success,
        "steps": [
            {"act": "click", "el": {"tag": "span", "text": "Ann"}},
            {"act": "type", "el": {"tag": "INPUT_text"}, "text": "Bob"},
        ],
    }


def test_a_run_has_what_was_done_and_no_gold_value() -> None:
    found = sample(row()).trajectory

    assert (found.task, found.app) == ("Forward Ann's mail to Bob", "mail")
    assert [(one.action, one.value) for one in found.steps] == [
        ("click", None),
        ("type", "Bob"),
    ]
    assert found.source_task_id == stable_id(SET, "7")
    assert "forward" not in found.model_dump_json()


def test_what_measurements_may_know_stands_beside_it() -> None:
    found = sample(row())

    assert (found.set, found.group) == (SET, "forward")
    assert found.slots == {
        "from": "Ann",
        "to": "Bob",
        "wording": "Forward {from}'s mail to {to}",
    }


@pytest.mark.parametrize(
    ("success", "outcome"), [(True, "success"), (False, "failure")]
)
def test_the_page_says_how_it_ended(success: bool, outcome: str) -> None:
    assert sample(row(success)).trajectory.outcome == outcome
