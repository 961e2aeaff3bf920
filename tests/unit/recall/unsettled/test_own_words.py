"""What is not settled is told in the task's own words, once, with its grade."""

import pytest

from kgmem.recall.unsettled.own_words import head_of, in_own_words

LENT = "Lend the drill to Mina until 2027-02-05"
OF_LENT = ["drill", "Mina", "2027-02-05"]


@pytest.mark.parametrize(
    ("task", "found", "values", "told"),
    [
        # A clause that turns the request is told as a whole,
        (
            f"{LENT}, but only if she has paid the deposit",
            ["only", "paid the deposit"],
            OF_LENT,
            [("but only if she has paid the deposit", False)],
        ),
        (
            "Don't retire the drill",
            ["Don't"],
            ["drill"],
            [("Don't retire the drill", False)],
        ),
        (
            "Book a loan of the drill for Mina but don't lend it out yet",
            ["Book", "but don't", "out yet"],
            ["drill", "Mina"],
            [("Book", True), ("but don't lend it out yet", False)],
        ),
        (
            'Send Mina the message "It is back", but not before noon',
            ["noon"],
            ["Mina", "It is back"],
            [("but not before noon", False)],
        ),
        ("先别停售龙井", ["先别"], ["龙井"], [("先别停售龙井", False)]),
        (
            "如果福州缺货，就给福州发20盒龙井",
            ["如果福州", "缺货"],
            ["福州", "20", "龙井"],
            [("如果福州缺货", False)],
        ),
        # so is one more thing to do, apart from the value that took it in,
        (
            "Move the drill to shelf E2 and tell Lars",
            ["and tell Lars"],
            ["drill", "E2 and tell Lars"],
            [("and tell Lars", False)],
        ),
        (
            "给福州发20盒龙井，再通知店长",
            ["再通知店长", "龙井，再通知店长"],
            ["福州", "20", "龙井，再通知店长"],
            [("再通知店长", False)],
        ),
        # other words for the same are, beside the values,
        (
            "Please hand Mina the drill over",
            ["hand", "over"],
            ["Mina", "drill"],
            [("hand", True), ("over", True)],
        ),
        ("寄20盒龙井到福州", ["寄"], ["福州", "20", "龙井"], [("寄", True)]),
        # but a value or a name that no slot takes changes it;
        ("Put the drill on shelf E2", ["shelf E2"], ["drill"], [("shelf E2", False)]),
        (
            "Lend the drill to friend Tom",
            ["friend Tom"],
            ["drill"],
            [("friend Tom", False)],
        ),
        (
            'Note it as "two tabs open", with the word "urgent"',
            ['", with the word "urgent'],
            ['two tabs open", with the word "urgent'],
            [('with the word "urgent"', False)],
        ),
        # and what is no part of the task stays as it is.
        ("Lend the drill", ["without 'fast'"], ["drill"], [("without 'fast'", False)]),
    ],
)
def test_each_part_once_with_its_grade(
    task: str, found: list[str], values: list[str], told: list[tuple[str, bool]]
) -> None:
    parts = in_own_words(task, found, values)

    assert [(one.words, one.is_wording) for one in parts] == told


@pytest.mark.parametrize(
    ("value", "doubted", "head"),
    [
        ("E2 and tell Lars", ["and tell Lars"], "E2"),
        ("铁观音，再通知店长", ["再通知店长"], "铁观音"),
        ("drill", ["drill"], "drill"),
        ("drill", ["saw"], "drill"),
    ],
)
def test_a_value_without_what_is_doubted_at_its_end(
    value: str, doubted: list[str], head: str
) -> None:
    assert head_of(value, doubted) == head
