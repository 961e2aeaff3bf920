"""Numbers in digits and in words of both languages."""

import re

import pytest

from kgmem.language import numerals


@pytest.mark.parametrize("n", [0, 1, 12, 20, 21, 99, 100, 105, 110, 999])
def test_english_words_are_read_as_they_are_written(n: int) -> None:
    written = numerals.spelled(n, "en")

    assert written is not None
    assert numerals.read_spelled(written) == n
    assert re.fullmatch(numerals.SPELLED, written)


@pytest.mark.parametrize(
    "n", [0, 2, 10, 11, 20, 105, 110, 1001, 1010, 2016, 10_000, 10_005, 200_010]
)
def test_chinese_characters_are_read_as_they_are_written(n: int) -> None:
    written = numerals.spelled(n, "zh")

    assert written is not None
    assert numerals.read_characters(written) == n


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("05", 5),
        ("1,200", 1200),
        ("-3", -3),
        ("１２", 12),
        ("Three", 3),
        ("twenty one", 21),
        ("one hundred and five", 105),
        ("two thousand and sixteen", 2016),
        ("两", 2),
        ("十二", 12),
        ("两百零五", 205),
        ("二〇一六", 2016),
        ("三万", 30_000),
    ],
)
def test_whole_numbers_are_read(text: str, number: int) -> None:
    assert numerals.read_whole(text) == number


@pytest.mark.parametrize(
    "text",
    [
        "",
        "one two",
        "twenty-eleven",
        "3.5",
        "1,20",
        "三五",
        "十百",
        "千万",
        "百",
        "万一",
    ],
)
def test_what_only_looks_like_a_number_is_none(text: str) -> None:
    assert numerals.read_whole(text) is None
