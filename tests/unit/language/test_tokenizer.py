"""Tokens, sparse vectors and keywords of both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.language.tokenizer import keywords, sparse_query, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Adding the red dresses to my cart", ["add", "red", "dress", "cart"]),
        ("ＢＵＹ　ｍｉｌｋ", ["buy", "milk"]),
        ("the user's café", ["user", "café"]),
        ("don't we", []),
        ("Windows10 and 5G", ["windows10", "5g"]),
        ("pay 1,299.50 or 12", ["pay", "1299.50", "12"]),
        ("3.5mm", ["3", "5mm"]),
        ("v 1,2,3", ["v", "1,2,3"]),
        ("2026-11-22 08:00", ["2026", "11", "22", "08", "00"]),
        ("snake_case-word", ["snake", "case", "word"]),
        ("", []),
        ("\x00 \ud800 🎉 …", []),
    ],
)
def test_english(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("机械键盘", ["机械", "机", "械", "键盘", "键", "盘"]),
        ("我的键盘", ["键盘", "键", "盘"]),
        ("茶", ["茶"]),
        ("搜索iPhone15手机", ["搜索", "搜", "索", "iphone15", "手机", "手", "机"]),
        ("价格1,299.50元", ["价格", "价", "格", "1299.50", "元"]),
        ("2026年1月", ["2026", "年", "1", "月"]),
    ],
)
def test_chinese(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_a_placeholder_gives_its_kind_alone() -> None:
    first = tokens("type [REDACTED:password#1] here")

    other = tokens("type [REDACTED:password#27] here")

    assert first == other == ["type", "redacted:password"]


@given(st.text())
def test_tokens_of_any_text_are_short_and_repeatable(text: str) -> None:
    found = tokens(text)

    assert found == tokens(text)
    assert all(0 < len(token) <= 128 for token in found)


@pytest.mark.timeout(90)
@pytest.mark.parametrize(
    "piece",
    [
        *("open the door ", "在淘宝搜索机械键盘。", "的", "龘靐齉", "İ", "“", "A'"),
        *("a.", "a@", "x", "1,", '"', "[redacted:", "http://"),
    ],
)
def test_a_megabyte_of_anything_takes_seconds(piece: str) -> None:
    text = piece * (1_000_000 // len(piece.encode()))

    assert len(tokens(text)) <= 2 * len(text)
    assert len(keywords(text)) <= 8


def test_numbers_of_tokens_stay_the_same() -> None:
    # An index that was written by an earlier version is read with these.

    assert sparse_query("milk").indices == (572787293,)
    assert sparse_query("茶").indices == (3954181077,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Show me the stars of the GitLab repository in Python",
            ["GitLab", "Python", "stars", "repository"],
        ),
        ('Search for "red shoes" and open the first result', ["red shoes"]),
        ("在淘宝搜索《三体》并加入购物车", ["三体", "淘宝", "购物车"]),
        ("帮我打开微信发送消息", ["微信", "消息"]),
        ("type [REDACTED:password#1] into the form", ["form"]),
        ("", []),
    ],
)
def test_keywords_name_what_it_is_about(text: str, expected: list[str]) -> None:
    found = keywords(text)

    assert found[: len(expected)] == expected
