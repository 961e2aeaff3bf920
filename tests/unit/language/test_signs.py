"""The sign of a number below zero."""

import pytest

from kgmem.language.signs import plain_signs


@pytest.mark.parametrize(
    "text", ["to -8", "to −8", "to − 8", "to - 8", "to －8", "to –8"]
)
def test_it_is_written_in_one_way(text: str) -> None:
    assert plain_signs(text) == "to -8"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("偏移改为−8度", "偏移改为-8度"),
        ("偏移改为 − 8 度", "偏移改为 -8 度"),
        ("Offset: - 2.5", "Offset: -2.5"),
        ("(−3, −4)", "(-3, -4)"),
        ("−1", "-1"),
    ],
)
def test_it_stands_before_its_number(text: str, plain: str) -> None:
    assert plain_signs(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        "pages 3–8",
        "3 - 8",
        "12 − 4",
        "Room tea - 8 bags",
        "COVID-19",
        "5栋-8号",
        "a−8",
        'Call it "A - 3"',
        "改名为“甲区 − 3”",
        "meet at - 3 pm",
        "move it to – 14:30",
        "改到 - 3月5日",
    ],
)
def test_what_joins_or_divides_is_no_sign(text: str) -> None:
    assert plain_signs(text) == text
