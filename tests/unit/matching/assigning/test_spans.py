"""What may be a value of a text, and what can be seen of it."""

import pytest

from kgmem.matching.assigning.spans import PossibleValue, value_spans
from kgmem.matching.assigning.unit_tells import field_of, marker_of
from kgmem.matching.assigning.units import units


def span(text: str, value: str) -> PossibleValue:
    return next(one for one in value_spans(text) if one.text == value)


def test_runs_of_words_and_quotations_may_be_values() -> None:
    found = {one.text for one in value_spans('Note "Milk, eggs" for Ann Lee')}

    assert {"Milk, eggs", "Ann Lee", "Ann", "Note"} <= found
    assert "for" not in found
    assert span('Note "Milk, eggs" for Ann Lee', "Milk, eggs").is_quoted


def test_no_value_goes_on_behind_a_mark() -> None:
    found = {one.text for one in value_spans("Casa Azul, four nights")}

    assert "Azul, four" not in found


def test_little_words_and_chinese_verbs_fray_an_end() -> None:
    assert span("Read the letter of Ann", "the letter").frayed_first
    assert not span("Read the letter of Ann", "letter").frayed_first
    assert span("给公司发送报告", "发送报告").frayed_first
    assert not span("给公司发送报告", "报告").frayed_first
    assert span("阿婆腊味有优惠券", "阿婆腊味有").frayed_last


def test_a_chinese_verb_with_its_goal_names_nothing() -> None:
    assert span("把邮件标成稍后读", "稍后读").marker == "goal"
    assert not span("把邮件标成稍后读", "稍后读").torn_from


def test_a_part_of_a_name_is_torn_from_the_rest() -> None:
    assert [u.fold for u in span("book Casa Azul now", "Casa").torn_from] == ["azul"]
    assert not span("book Casa Azul now", "Casa Azul").torn_from
    assert span("预订Casa Azul的房间", "Azul").torn_from


def test_another_script_than_the_text_s_is_foreign() -> None:
    assert span("预订Casa Azul的房间", "Casa Azul").is_foreign
    assert not span("预订Casa Azul的房间", "房间").is_foreign


def test_digits_are_of_no_script() -> None:
    assert not span("Rename v2.docx to v3.docx", "v2.docx").is_foreign
    assert not span("Pay invoice 31 today", "31").is_foreign


def test_a_name_that_a_text_begins_with_has_a_capital_of_its_own() -> None:
    assert span("Chloe Petit takes flight 12", "Chloe Petit").begins_big
    assert not span("Open Casa Azul", "Open Casa Azul").begins_big
    assert not span("First Bea, then Dora", "First Bea").begins_big


def test_the_plain_word_that_a_text_begins_with_opens_no_value() -> None:
    assert span("Postpone quarterly review", "Postpone quarterly").opens
    assert not span("Postpone quarterly review", "quarterly review").opens


def test_it_opens_one_also_before_a_name() -> None:
    found = {one.text: one for one in value_spans("Put Rainy Days on my list")}

    assert found["Put Rainy Days"].opens
    assert not found["Rainy Days"].opens


def test_verb_forms_at_an_end_are_counted() -> None:
    assert span("Ben gets 8 euros", "Ben gets").told == 1
    assert span("Ben gets 8 euros", "Ben").told == 0


def test_words_for_what_a_field_holds_are_told() -> None:
    english = span("Write with the title Milk", "Milk").labels
    chinese = span("写信，主题三楼漏水", "三楼漏水").labels

    assert english == chinese == {"subject"}
    assert span("写信，主题三楼漏水", "主题三楼漏水").is_labelled
    assert field_of("Titles".casefold()) == "subject"
    assert field_of("milk") == ""


def test_what_an_indefinite_thing_begins_with_is_no_typed_value() -> None:
    assert span("订商务座一张", "商务座一张").typed == 0
    assert span("订商务座两张", "商务座两张").typed == 1


def test_little_words_before_a_value_mean_the_same_in_two_languages() -> None:
    english = span("Go from Basel now", "Basel").marker
    chinese = span("从Basel出发", "Basel").marker

    assert english == chinese == "source"
    assert marker_of(units("move to the")) == "goal"
    assert marker_of(units("please move")) == ""


def test_verbs_are_told() -> None:
    text = "For Ann order green tea"

    assert (span(text, "order green tea").acts, span(text, "green tea").acts) == (1, 0)


def test_the_word_beside_a_quotation_stands_outside_of_its_marks() -> None:
    found = span('Comment "Thanks" on it', "Thanks")

    assert (found.before, found.after) == ({"comment"}, "on")


@pytest.mark.parametrize(
    ("text", "value", "before"),
    [
        ("label: bug", "bug", {"label"}),
        ("label=bug", "bug", {"label"}),
        ("the label is bug", "bug", {"is"}),
        ("备注：已修复", "已修复", {"注"}),
        ("label, bug", "bug", set()),
    ],
)
def test_what_a_value_is_called_stands_before_it(
    text: str, value: str, before: set[str]
) -> None:
    assert span(text, value).before == before


def test_a_plain_word_beside_names_is_seen() -> None:
    text = "Meet outside 19 Church Row today"

    assert span(text, "outside 19 Church Row").mixed == (True, False)
    assert span(text, "19 Church Row today").mixed == (False, True)
    assert span(text, "19 Church Row").mixed == (False, False)


def test_what_stands_behind_a_colon_ends_at_any_mark() -> None:
    found = {one.text for one in value_spans("Text: nice, but long. Stars: 3")}

    assert {"nice", "nice, but long", "nice, but long. Stars: 3", "3"} <= found


def test_a_chinese_full_stop_parts_values() -> None:
    found = {one.text for one in value_spans("理由：不可靠。撤稿")}

    assert "不可靠" in found
    assert not any("靠。撤" in one and "不" not in one for one in found)


def test_a_letter_belongs_to_the_name_that_it_touches() -> None:
    text = "买入长河债券A和长河债券 B"

    assert [u.fold for u in span(text, "长河债券").torn_from] == ["a"]
