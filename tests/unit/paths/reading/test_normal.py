"""A text that was read in its normal form."""

import pytest

from kgmem.paths.reading.normal import normal_form


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3", ("number", 3)),
        ("1,234.50", ("number", 1234.5)),
        ("12,5", ("number", 12.5)),
        ("1.234,50 EUR", ("amount", "1234.50 EUR")),
        ("1 234,50 €", ("amount", "1234.50 EUR")),
        ("￥1,299.00", ("amount", "1299.00 CNY")),
        ("1299元", ("amount", "1299.00 CNY")),
        ("12.00 CHF", ("amount", "12.00 CHF")),
        ("12 kg", ("amount", "12 kg")),
        ("Nov. 1, 2026, 3:05 p.m.", ("date", "2026-11-01T15:05")),
        ("01.11.2026", ("date", "2026-11-01")),
        ("2026年11月1日", ("date", "2026-11-01")),
        ("2026-11-28 10:20:33", ("date", "2026-11-28T10:20")),
        ("ABC 12", ("text", "ABC 12")),
        ("in  progress", ("text", "in progress")),
    ],
)
def test_it_says_what_kind_of_value_it_is(text: str, expected: object) -> None:
    assert normal_form(text) == expected
