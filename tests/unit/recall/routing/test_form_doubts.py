"""Values written otherwise than all before: another unit, another writing of a day."""

import pytest

from kgmem.model.pattern import Membership, Pattern, PatternMatch, Slot
from kgmem.model.plan import PlanStep
from kgmem.model.values.shared_map import SharedMap
from kgmem.recall.routing.form_doubts import written_otherwise


def among(*known: str, value: str, kind: str = "text") -> PatternMatch:
    """A match of a pattern whose members have the `known` values."""
    slot = Slot(slot_id="s", name="what", kind=kind, examples=known)
    members = {one: Membership(bindings={"what": one}) for one in known}
    pattern = Pattern(
        pattern_id="p",
        name="p",
        template="do {what}",
        slots=(slot,),
        memberships=SharedMap(members),
    )
    return PatternMatch(pattern=pattern, bindings={"what": value})


def match_of(kind: str, known: str, value: str) -> PatternMatch:
    return among(known, value=value, kind=kind)


def typed(value: str) -> tuple[PlanStep, ...]:
    return (PlanStep(n=1, action="type", value=value),)


@pytest.mark.parametrize(
    ("kind", "known", "value", "entered"),
    [
        ("money", "60 euro", "75 dollars", "75"),
        ("money", "60元", "75美元", "75"),
        ("quantity", "3 hours", "3 days", "3"),
        ("quantity", "3小时", "3天", "3"),
    ],
)
def test_an_amount_in_another_unit_that_no_step_says_is_a_doubt(
    kind: str, known: str, value: str, entered: str
) -> None:
    match = match_of(kind, known, value)

    [(told, doubt)] = written_otherwise(match, typed(entered))

    assert told == value
    assert str(doubt) == f"no run had the unit of {value!r}"


@pytest.mark.parametrize(
    ("kind", "known", "value", "entered"),
    [
        ("money", "60 euro", "€75", "75"),
        ("money", "60 euro", "75", "75"),
        ("money", "60元", "75块钱", "75"),
        ("money", "60 euro", "75 dollars", "75 dollars"),
        ("quantity", "3 hours", "1 hour", "1"),
    ],
)
def test_the_same_unit_or_one_that_a_step_says_is_none(
    kind: str, known: str, value: str, entered: str
) -> None:
    match = match_of(kind, known, value)

    found = list(written_otherwise(match, typed(entered)))

    assert found == []


@pytest.mark.parametrize(
    ("known", "value", "entered", "is_doubt"),
    [
        ("2026-12-03", "2027-01-14", "2027-01-14", False),
        ("2026-12-03", "December 20", "December 20", True),
        ("2026-12-03", "December 20, 2026", "2026-12-20", False),
        ("12月3日", "12/20", "12/20", True),
    ],
)
def test_a_day_that_is_entered_as_it_is_written_has_to_be_written_as_before(
    known: str, value: str, entered: str, is_doubt: bool
) -> None:
    match = match_of("date", known, value)

    found = list(written_otherwise(match, typed(entered)))

    assert bool(found) is is_doubt


@pytest.mark.parametrize(
    ("known", "value", "entered", "is_doubt"),
    [
        ("3", "一", "一", True),
        ("3", "一", "1", False),
        ("3", "2.5", "2.5", False),
        ("three", "two", "two", False),
    ],
)
def test_a_number_in_words_is_new_to_a_field_that_took_digits(
    known: str, value: str, entered: str, is_doubt: bool
) -> None:
    match = match_of("number", known, value)

    found = list(written_otherwise(match, typed(entered)))

    assert bool(found) is is_doubt


@pytest.mark.parametrize(
    ("known", "value", "is_doubt"),
    [
        (("第3节", "第5节"), "前4节", True),
        (("30", "12"), "第30", True),
        (("第3节", "第5节"), "第4节", False),
        (("8栋702", "12栋203"), "A座606", False),
        (("YD88", "YD90"), "SF-77", False),
    ],
)
def test_numbers_in_other_words_than_all_others_are_a_doubt(
    known: tuple[str, ...], value: str, is_doubt: bool
) -> None:
    match = match_of("text", known[0], value)
    members = SharedMap(
        {str(n): Membership(bindings={"what": one}) for n, one in enumerate(known)}
    )
    pattern = match.pattern.model_copy(update={"memberships": members})

    found = list(written_otherwise(match.model_copy(update={"pattern": pattern}), ()))

    assert bool(found) is is_doubt


@pytest.mark.parametrize(
    ("known", "value"),
    [
        (("car", "bike"), "7 pm"),
        (("car", "bike"), "tomorrow"),
        (("上午", "下午"), "上午9点半以前"),
    ],
)
def test_another_sort_of_value_is_a_doubt(known: tuple[str, ...], value: str) -> None:
    [(told, _)] = written_otherwise(among(*known, value=value), typed(value))

    assert told == value


def test_a_value_of_the_same_sort_is_none() -> None:
    for value in ("tram", "ann@shop.example"):
        assert not [*written_otherwise(among("car", "bike", value=value), typed(value))]


def test_a_unit_that_none_of_several_had_is_a_doubt_also_where_a_step_says_it() -> None:
    match = among("7 days", "30 days", value="7 hours", kind="quantity")

    known = match.model_copy(update={"bindings": {"what": "9 days"}})

    assert [*written_otherwise(match, typed("7 hours"))]
    assert not [*written_otherwise(known, typed("9 days"))]
