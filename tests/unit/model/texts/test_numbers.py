"""Numbers that stand for themselves."""

import pytest

from kgmem.model.texts.numbers import has_numbers_of


@pytest.mark.parametrize(
    ("text", "other", "holds"),
    [
        ("Order 7 Cy 99.10", "7", True),
        ("Order 6 Bob 7.50", "7", False),
        ("Order 6 Bob 7.00", "7", True),
        ("Order 17", "7", False),
        ("at 7:30", "7", False),
        ("7. Pay", "7", True),
        ("Order 7 Cy 99.10", "Order 7 Cy 99.10", True),
        ("Order", "Order", True),
    ],
)
def test_a_number_is_no_part_of_another_one(text: str, other: str, holds: bool) -> None:
    assert has_numbers_of(text, other) is holds
