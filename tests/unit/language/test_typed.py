"""Typed spans of texts, and kinds of values."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.language.typed import MAX_QUOTED, kind_of, typed_spans


def found(text: str) -> list[tuple[str, str]]:
    """What the typed spans say, each with its kind."""
    return [(text[slice(*typed.span)], typed.kind) for typed in typed_spans(text)]


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ('Enter "Ashlea" and submit', ["Ashlea"]),
        ("在京东搜索“机械键盘”并下单", ["机械键盘"]),
        ("看《三体》和「流浪地球」『2』", ["三体", "流浪地球", "2"]),
        ("搜索up主'天师道的白山正'的《中国奇谭》", ["天师道的白山正", "中国奇谭"]),
        ('搜索"abc"的"x y"视频', ["abc", "x y"]),
        ("say 'it's ok' now", ["it's ok"]),
        ("reply ‘don’t panic’ to it", ["don’t panic"]),
        ('{"Seat":"Coach","Type":"One-way"}', ["Seat", "Coach", "Type", "One-way"]),
        ('Browse "Mona Lisa\'s" page', ["Mona Lisa's"]),
        ('type "a{b}\\d+(c" here', ["a{b}\\d+(c"]),
        ('post "12/05/2016"', ["12/05/2016"]),
        ('order a "5" x 3" pipe" now', ['5" x 3" pipe']),
        ('order “lamp 5"” now', ['lamp 5"']),
        ('order "lamp 5"" now', ['lamp 5"']),
        ('set "5" to "7"', ["5", "7"]),
        ('把"5" 改成"七"', ["5", "七"]),
    ],
)
def test_the_inside_of_quotation_marks_is_a_span(text: str, typed: list[str]) -> None:
    assert found(text) == [(value, "quoted") for value in typed]


@pytest.mark.parametrize(
    "text",
    [
        "Don't buy the dogs' and cats' food",
        "rock‘n’roll is Mother’s",
        '"',
        '""',
        "say “hello",
        f'"{"x" * (MAX_QUOTED + 1)}"',
        '"a\nb"',
    ],
)
def test_apostrophes_and_lone_marks_quote_nothing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("Select 12/05/2016 as the date", [("12/05/2016", "date")]),
        ("orders 01/2023-05/2023.", [("01/2023", "date"), ("05/2023", "date")]),
        ("from Jan. 24, 2024 to 5 May", [("Jan. 24, 2024", "date"), ("5 May", "date")]),
        ("搜索2026年1月25日上海到北京", [("2026年1月25日", "date")]),
        ("星期一5月3日的会", [("5月3日", "date")]),
        ("on 45/45/2016", [("45", "number"), ("45", "number")]),
        ("6 a.m. or 15:30", [("6 a.m.", "time"), ("15:30", "time")]),
        ("明天下午3点半提醒我", [("下午3点半", "time")]),
        ("less than $1,200.50", [("$1,200.50", "money")]),
        ("价格低于500元，12块5也行", [("500元", "money"), ("12块5", "money")]),
        ("a 500-gram cup, 15%", [("500-gram", "quantity"), ("15%", "quantity")]),
        ("买两斤苹果和3瓶水", [("两斤", "quantity"), ("3瓶", "quantity")]),
        ("click the 2nd or third", [("2nd", "ordinal"), ("third", "ordinal")]),
        ("点击第三个视频，1203号", [("三", "ordinal"), ("1203", "ordinal")]),
        ("grid (1,-2), top-3", [("1", "number"), ("-2", "number"), ("3", "number")]),
        ("five of 2020-2021", [("five", "number"), ("2020", "number")]),
        ("买二十三或13", [("二十三", "number"), ("13", "number")]),
        ("mail a.b+c@x-y.co.uk!", [("a.b+c@x-y.co.uk", "email")]),
        ("open https://x.org/a?b=1.", [("https://x.org/a?b=1", "url")]),
        ("打开a11yproject.com/redesign吧", [("a11yproject.com/redesign", "url")]),
        ("#W6067464 via card_419", [("#W6067464", "code"), ("card_419", "code")]),
        (
            "ABC-12, 7n4 or 1.2.3",
            [("ABC-12", "code"), ("7n4", "code"), ("1.2.3", "code")],
        ),
        ("call (412) 555-1234", [("(412) 555-1234", "code")]),
        ("Tab #2", [("2", "number")]),
        ("用[REDACTED:password#1]登录", [("[REDACTED:password#1]", "secret")]),
        ('as "[REDACTED:api_key#2]"', [("[REDACTED:api_key#2]", "secret")]),
    ],
)
def test_values_are_found_by_their_form(
    text: str, typed: list[tuple[str, str]]
) -> None:
    assert found(text)[: len(typed)] == typed


@pytest.mark.parametrize(
    "text",
    [
        "一起去百度买三明治，统一一下",
        "no one knows which one",
        "千万别十分着急",
        "a one-way first-class ticket",
        "search for usb cable",
        "在淘宝搜索手机壳",
        "",
    ],
)
def test_words_that_only_hold_a_numeral_are_no_values(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("[REDACTED:password#1]", "secret"),
        ("a@b.co", "email"),
        ("www.example.com", "url"),
        ("2016-12-05", "date"),
        ("22/11/2026", "date"),
        ("3pm", "time"),
        ("12块5", "money"),
        ("两个", "quantity"),
        ("第二个", "ordinal"),
        ("three", "number"),
        ("三", "number"),
        (" -3.5 ", "number"),
        ("#W6067464", "code"),
        ("Carnegie Mellon University", "name"),
        ("Bank of America", "name"),
        ("Olivia zip jacket", "text"),
        ("机械键盘", "text"),
        ("", "text"),
        ("9" * 100_000, "text"),
    ],
)
def test_a_value_has_a_kind_by_itself(value: str, kind: str) -> None:
    assert kind_of(value) == kind


@given(
    st.text(st.sampled_from("ab1 2/-:.,'\"“”《》第三个月日点元$@#%[]R_\n"), max_size=60)
)
def test_spans_are_in_order_not_empty_and_apart(text: str) -> None:
    ends = 0
    for typed in typed_spans(text):
        assert ends <= typed.span[0] < typed.span[1] <= len(text)
        ends = typed.span[1]


@pytest.mark.parametrize(
    "unit",
    [
        '"a', "'a", "-'a", "“", "1", "1,", "1/", "a", "a.", "a-", "a@", "%", "one ",
        "twenty-", "hundred and ", "一", "第", "五月", "12月", "下午", "http://", "#a1",
        "$1", "-1", "0:00", "[REDACTED:", " ", "nov ", "1.1", "+1 (41", "a_1-",
    ],
)  # fmt: skip
@pytest.mark.slow
def test_time_grows_no_faster_than_the_text(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    started = time.process_time()

    typed_spans(text)

    assert time.process_time() - started < 10  # half a second; squared it were minutes
