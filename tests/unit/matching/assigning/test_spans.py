"""What may be a value of a text, and what can be seen of it."""

from kgmem.matching.assigning.spans import PossibleValue, marker_of, value_spans
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
    assert span("Read the letter of Ann", "the letter").frayed == 1
    assert span("Read the letter of Ann", "letter").frayed == 0
    assert span("给公司发送报告", "发送报告").frayed == 1
    assert span("给公司发送报告", "报告").frayed == 0


def test_a_part_of_a_name_is_torn_from_the_rest() -> None:
    assert [u.fold for u in span("book Casa Azul now", "Casa").torn_from] == ["azul"]
    assert not span("book Casa Azul now", "Casa Azul").torn_from
    assert span("预订Casa Azul的房间", "Azul").torn_from


def test_another_script_than_the_text_s_is_foreign() -> None:
    assert span("预订Casa Azul的房间", "Casa Azul").is_foreign
    assert not span("预订Casa Azul的房间", "房间").is_foreign


def test_little_words_before_a_value_mean_the_same_in_two_languages() -> None:
    english = span("Go from Basel now", "Basel").marker
    chinese = span("从Basel出发", "Basel").marker

    assert english == chinese == "source"
    assert marker_of(units("move to the")) == "goal"
    assert marker_of(units("please move")) == ""


def test_verbs_and_later_sentences_are_told() -> None:
    text = "For Ann order green tea. Hand in a bill"

    assert (span(text, "order green tea").acts, span(text, "green tea").acts) == (1, 0)
    assert (span(text, "bill").is_late, span(text, "green tea").is_late) == (
        True,
        False,
    )


def test_a_letter_belongs_to_the_name_that_it_touches() -> None:
    text = "买入长河债券A和长河债券 B"

    assert [u.fold for u in span(text, "长河债券").torn_from] == ["a"]
