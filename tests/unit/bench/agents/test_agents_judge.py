"""What was done is judged by the rows of a database."""

from collections import Counter

import pytest
from kgmem_bench.agents.admin.site import KEYS
from kgmem_bench.agents.judge import Gone, State, Wanted, judged


def users(**staff: str) -> State:
    """Users with their staff status, numbered as they come."""
    return Counter(
        ("auth_user", (("id", str(n)), ("username", name), ("is_staff", value)))
        for n, (name, value) in enumerate(staff.items())
    )


BEFORE = users(anna="0", ben="0")
GOAL = [Wanted("auth_user", {"username": "ben", "is_staff": "1"})]


@pytest.mark.parametrize(
    ("after", "how"),
    [
        (BEFORE, "untouched"),
        (users(anna="0", ben="1"), "reached"),
        (users(anna="1", ben="0"), "astray"),
        (users(anna="1", ben="1"), "astray"),
        (users(anna="0"), "astray"),
        (users(anna="0", ben="1", chris="0"), "astray"),
    ],
)
def test_a_changed_row_is_the_one_that_was_asked_for_and_alone(
    after: State, how: str
) -> None:
    assert judged(BEFORE, after, GOAL, KEYS) == how


@pytest.mark.parametrize(
    ("after", "how"),
    [
        (users(anna="0"), "reached"),
        (users(ben="0"), "astray"),
        (Counter(), "astray"),
        (users(anna="1"), "astray"),
    ],
)
def test_what_should_be_gone_is_gone_and_nothing_else(after: State, how: str) -> None:
    goal = [Gone("auth_user", {"username": "ben"})]

    assert judged(BEFORE, after, goal, KEYS) == how


def test_a_text_that_is_broken_otherwise_is_the_same() -> None:
    before: State = Counter()
    after = Counter([("wiki", (("name", "Start"), ("text", "一\r\n二 ")))])

    goal = [Wanted("wiki", {"text": "一\n二"})]

    assert judged(before, after, goal, {"wiki": "name"}) == "reached"


def test_a_row_of_a_table_without_a_key_is_never_a_changed_one() -> None:
    before = Counter([("ticket_change", (("ticket", "1"),))])
    after = Counter([("ticket_change", (("ticket", "2"),))])

    goal = [Wanted("ticket_change", {"ticket": "2"})]

    assert judged(before, after, goal, KEYS) == "astray"
