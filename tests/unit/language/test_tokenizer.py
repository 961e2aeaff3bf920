"""Tokens, sparse vectors and keywords of both languages."""

import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.language import chinese
from kgmem.language.tokenizer import keywords, sparse_document, sparse_query, tokens


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Mail Bob.Smith@example.com.",
            ["mail", "bob.smith@example.com", "bob", "smith", "exampl"],
        ),
        (
            "https://www.Shop.example.com/cart?item=5",
            ["shop.example.com", "shop", "exampl", "cart", "item", "5"],
        ),
        ("http://localhost:8080/", ["localhost", "8080"]),
        ("邮箱a@b.cn在", ["邮箱", "邮", "箱", "a@b.cn", "b", "cn"]),
    ],
)
def test_addresses_whole_and_in_parts(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_a_placeholder_gives_its_kind_alone() -> None:
    first = tokens("type [REDACTED:password#1] here")

    other = tokens("type [REDACTED:password#27] here")

    assert first == other == ["type", "redacted:password"]


def test_a_word_cut_differently_still_shares_its_characters() -> None:
    whole, part = set(tokens("小红书")), set(tokens("红书"))

    assert {"红", "书"} <= whole & part


@given(st.text())
def test_tokens_of_any_text_are_short_and_repeatable(text: str) -> None:
    found = tokens(text)

    assert found == tokens(text)
    assert all(0 < len(token) <= 128 for token in found)


def test_what_the_caller_does_to_the_tokens_stays_with_the_caller() -> None:
    tokens("buy milk").clear()

    assert tokens("buy milk") == ["buy", "milk"]


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


def test_a_long_run_of_chinese_is_cut_into_all_of_it() -> None:
    run = "在淘宝搜索机械键盘" * 500

    assert "".join(chinese.words(run)) == run


def test_a_document_is_weighted_by_bm25() -> None:
    sparse = sparse_document("apple apple banana")

    high, low = sorted(sparse.values, reverse=True)
    fullness = 1.2 * (1 - 0.75 + 0.75 * 3 / 15)
    assert high == pytest.approx(2 * 2.2 / (2 + fullness))
    assert low == pytest.approx(2.2 / (1 + fullness))


def test_the_same_words_weigh_less_in_a_longer_text() -> None:
    short = sparse_document("apple")

    long = sparse_document("apple " + " ".join(f"w{n}" for n in range(50)))

    weight = dict(zip(long.indices, long.values, strict=True))[short.indices[0]]
    assert weight < short.values[0]


@pytest.mark.parametrize("text", ["", "the of", "buy milk buy", "买牛奶 buy"])
def test_numbers_of_tokens_ascend_and_fit_32_bits(text: str) -> None:
    for sparse in (sparse_document(text), sparse_query(text)):
        assert list(sparse.indices) == sorted(set(sparse.indices))
        assert all(0 <= index < 2**32 for index in sparse.indices)
        assert len(sparse.values) == len(sparse.indices)


def test_a_query_counts_each_token_once() -> None:
    sparse = sparse_query("milk milk 牛")

    assert sparse.values == (1.0, 1.0)
    assert set(sparse.indices) == set(sparse_document("milk 牛").indices)


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


def test_apps_come_first_and_once() -> None:
    found = keywords("Find a lamp on Gitlab", apps=["GitLab"])

    assert found == ["GitLab", "lamp"]


def test_keywords_keep_to_the_limit() -> None:
    text = " ".join(f"noun{chr(97 + n)}" for n in range(20))

    assert len(keywords(text, 3)) == 3


def test_frequent_words_go_before_rare_ones() -> None:
    found = keywords("a lamp and a desk, or a desk")

    assert found == ["desk", "lamp"]


def test_threads_cut_the_same_words() -> None:
    texts = [f"在淘宝搜索机械键盘{n} adding dresses{n}" for n in range(200)]
    alone = [Counter(tokens(text)) for text in texts]

    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(lambda text: Counter(tokens(text + " ")), texts))

    assert together == alone


@pytest.mark.slow
def test_the_first_chinese_word_is_silent(tmp_path: Path) -> None:
    """In a new interpreter without compiled files, with every warning an error."""
    code = "from kgmem.language.tokenizer import tokens; assert tokens('机械键盘')"
    environment = {
        **os.environ,
        "PYTHONPYCACHEPREFIX": str(tmp_path),
        "TMPDIR": str(tmp_path),
    }

    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
