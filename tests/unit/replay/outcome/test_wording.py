"""In what words a task was told, and whether a success may teach them."""

from typing import Any

import pytest

from kgmem.graph.patterns.learned import NewWording
from kgmem.model.pattern import Pattern, Slot
from kgmem.replay.outcome.wording import new_wording, told_with


def a_pattern(template: str, *slots: str, **fields: Any) -> Pattern:
    return Pattern(
        pattern_id="p",
        name=template,
        template=template,
        slots=tuple(Slot(slot_id=name, name=name, kind="text") for name in slots),
        **fields,
    )


SEARCH = a_pattern("Search for {what}", "what")
MAIL = a_pattern("Mail {text} to {person}", "text", "person")


@pytest.mark.parametrize(
    "bindings",
    [
        {"text": "hello"},
        {"text": "hello", "person": "Ann"},
        {"text": "hello", "person": ""},
        {"text": "hello", "person": "hello"},
        {"text": "hello", "person": "Bo"},
    ],
)
def test_without_a_place_for_each_value_nothing_is_told(
    bindings: dict[str, str],
) -> None:
    assert told_with("Tell Bob hello", bindings, ["text", "person"]) is None


@pytest.mark.parametrize("task", ["search for  red shoes.", "Red shoes", "red shoes!"])
def test_known_words_and_values_alone_are_none(task: str) -> None:
    assert new_wording(SEARCH, task, {"what": "red shoes"}) is None


@pytest.mark.parametrize(
    "task",
    [
        "Find red shoes and a hat",
        "Find red shoes, never in blue",
        "Find red shoes tomorrow",
        "Find red shoes if they are cheap",
        "要red shoes，不要发送",
    ],
)
def test_words_that_turn_the_request_are_none(task: str) -> None:
    assert new_wording(SEARCH, task, {"what": "red shoes"}) is None


def test_two_requests_in_one_are_a_wording_if_somebody_else_confirms_it() -> None:
    task, bindings = "Take hello and hand it to Bob", {"text": "hello", "person": "Bob"}

    assert new_wording(MAIL, task, bindings) is None
    assert new_wording(MAIL, task, bindings, verified=True) is not None


@pytest.mark.parametrize(
    ("task", "template"),
    [
        ("Find red shoes, never in blue", "Find {what}, never in blue"),
        ("search for  red shoes.", "search for  {what}."),
        ("Red shoes, please", "{what}, please"),
    ],
)
def test_what_speaks_of_one_text_alone_is_known_for_that_if_it_is_verified(
    task: str, template: str
) -> None:
    found = new_wording(SEARCH, task, {"what": "red shoes"}, verified=True)

    assert found == NewWording(template, only_again=True)


def test_a_hidden_value_that_is_no_slots_is_no_wording() -> None:
    task = "Find red shoes with [REDACTED:card#1]"

    assert new_wording(SEARCH, task, {"what": "red shoes"}) is None
