"""Days by their names, and as seen from today."""

import pytest

from kgmem.language.named_days import is_day, named_days


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Postpone it to next Friday, or this week", ["next Friday", "this week"]),
        ("tomorrow or the day after tomorrow", ["tomorrow", "the day after tomorrow"]),
        ("from Easter Monday to New Year's Eve", ["Easter Monday", "New Year's Eve"]),
        ("the invoices of last November", ["last November"]),
        ("下周三和周五", ["下周三", "周五"]),
        ("去年12月的账单，后天付", ["去年12月", "后天"]),
        ("元旦出发，本月12日回来", ["元旦", "本月12日"]),
        ("a Sundayish mood, daytime", []),
        ("每天一次", []),
    ],
)
def test_named_days_are_found(text: str, days: list[str]) -> None:
    assert [text[slice(*span)] for span in named_days(text)] == days


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("next Friday", True),
        ("3 May", True),
        ("元旦", True),
        ("next Friday mood", False),
    ],
)
def test_only_the_whole_text_is_a_day(text: str, answer: bool) -> None:
    assert is_day(text) is answer
