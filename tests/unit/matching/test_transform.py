"""From the value in a task's text to the value that a step holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.errors import InvalidInput
from kgmem.matching.transform import (
    MAX_TYPED,
    TRANSFORMS,
    apply,
    explanations,
    results,
)
from kgmem.model.texts import template as templates

values = st.one_of(
    st.text(max_size=30),
    st.dates().map(str),
    st.dates().map(lambda day: f"{day.day:02}/{day.month:02}/{day.year:04}"),
    st.times().map(lambda moment: f"{moment:%H:%M}"),
    st.integers(-9999, 99_999).map(str),
    st.sampled_from(["two", "第三个", "12块5", "下午三点半", "5 kg", "$1,200.50"]),
)


@pytest.mark.parametrize(
    ("value", "wanted", "transform"),
    [
        ("Joye", "joye", "lower"),
        ("ok", "OK", "upper"),
        ("new york", "New York", "title"),
        ("search engine", "Search engine", "capitalize"),
        ("“机械键盘”。", "机械键盘", "trim"),
        ("ｉＰｈｏｎｅ１７", "iPhone17", "narrow"),
        ("All Trails", "AllTrails", "no_spaces"),
        ("fun thing to do", "fun_thing_to_do", "underscores"),
        ("Machine Learning", "machine-learning", "slug"),
        ("usb wifi", "usb+wifi", "url_plus"),
        ("茶 壶", "%E8%8C%B6%20%E5%A3%B6", "url_quote"),
        ("05", "5", "integer"),
        ("1,200", "1200", "integer"),
        ("1,200.50", "1200.5", "decimal"),
        ("three", "3", "number_word"),
        ("Twenty-one", "21", "number_word"),
        ("两个", "2", "number_word"),
        ("三", "3", "number_word"),
        ("2nd", "2", "ordinal"),
        ("second", "2", "ordinal"),
        ("第二", "2", "ordinal"),
        ("第十二个", "12", "ordinal"),
        ("5号", "5", "ordinal"),
        ("$1,200.50", "1200.50", "money"),
        ("12块5", "12.5", "money"),
        ("3万元", "30000", "money"),
        ("fifty dollars", "50", "money"),
        ("￥12", "12.00", "money:2"),
        ("5 kg", "5", "quantity"),
        ("两斤", "2", "quantity"),
        ("15%", "15", "quantity"),
        ("5 kg", "kg", "quantity:unit"),
        ("3", "three", "spelled:en"),
        ("12", "十二", "spelled:zh"),
        ("(412) 555-1234", "4125551234", "digits"),
        ("Omar Anderson", "Omar", "first_word"),
        ("Omar Anderson", "Anderson", "last_word"),
        ("12/05/2016", "5", "date:day"),
        ("12/05/2016", "05", "date:day2"),
        ("12/05/2016", "December", "date:month_name"),
        ("12/05/2016", "2016-12-05", "date:iso"),
        ("12/05/2016", "2016-05-12", "dmy:iso"),
        ("12/05/2016", "2016年12月5日", "date:zh"),
        ("2016年12月5日", "12/05/2016", "date:us"),
        ("2016年12月5日", "05/12/2016", "date:eu"),
        ("Nov 22, 2026", "Sunday", "date:weekday"),
        ("Nov 22, 2026", "星期日", "date:weekday_zh"),
        ("Sundays", "Sunday", "date:weekday"),
        ("11月22日", "Nov 22", "date:md_abbr"),
        ("3pm", "15:00", "time:24h"),
        ("下午3点", "3:00 PM", "time:12h"),
        ("15:30", "下午3:30", "time:zh"),
    ],
)
def test_the_first_explanation_is_the_plausible_one(
    value: str, wanted: str, transform: str
) -> None:
    assert explanations(value, wanted)[0] == transform
    assert apply(transform, value) == wanted


def test_as_it_is_comes_before_any_transform() -> None:
    found = explanations("joye", "joye")

    assert found[0] is None
    assert "lower" in found
    assert apply(None, "Ünïcode {x} 😀") == "Ünïcode {x} 😀"


def test_members_with_and_without_a_visible_change_share_a_transform() -> None:
    short, long = explanations("12/05/2016", "05"), explanations("12/18/2016", "18")

    assert set(short) & set(long) == {"date:day2"}
    assert "lower" in set(explanations("7n4", "7n4")) & set(explanations("Ab", "ab"))
    assert "money" in set(explanations("500", "500")) & set(explanations("$5", "5"))


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("New York", "Boston"),
        ("12/05/2016", "6"),
        ("may", "5"),
        ("tomorrow", "2026-11-23"),
        ("明天", "2026-11-23"),
        ("sunny day", "sunny"),
        ("iphone 13", "13"),
        ("", ""),
        ("...", ""),
        ("[REDACTED:password#1]", "[REDACTED:password#2]"),
    ],
)
def test_what_does_not_follow_is_not_explained(value: str, wanted: str) -> None:
    assert set(explanations(value, wanted)) <= {None}
    assert explanations(value, wanted) == ((None,) if value == wanted else ())


def test_a_transform_that_does_not_fit_gives_none() -> None:
    assert apply("date:iso", "mechanical keyboard") is None
    assert apply("date:iso", "11月22日") is None
    assert apply("money", "two") is None
    assert apply("integer", "9" * (MAX_TYPED + 1)) is None


def test_an_unknown_transform_is_refused() -> None:
    with pytest.raises(InvalidInput, match="'rot13'"):
        apply("rot13", "x")


@given(values, st.one_of(values, st.none()))
def test_every_explanation_makes_what_was_wanted(value: str, other: str | None) -> None:
    for wanted in {value, other or value.lower(), *results(value).values()}:
        for transform in explanations(value, wanted):
            assert apply(transform, value) == wanted


@given(values)
def test_everything_that_a_transform_makes_is_explained_by_it(value: str) -> None:
    for transform in TRANSFORMS:
        made = apply(transform, value)

        assert made is None or transform in explanations(value, made)


@given(values)
def test_results_come_in_the_order_of_the_known_names(value: str) -> None:
    made = list(results(value))

    assert made == sorted(made, key=TRANSFORMS.index)


def test_names_fit_into_a_template() -> None:
    for transform in TRANSFORMS:
        hole = templates.Hole("s0", transform)

        assert templates.holes(str(hole)) == (hole,)


@pytest.mark.parametrize(
    "unit", ["1,", "a ", "十", "9", "%", "Ab ", "'", "12/", "one "]
)
def test_long_values_cost_no_more_than_their_length(unit: str) -> None:
    value = unit * (100_000 // len(unit))

    assert explanations(value, "5") == ()
