"""The likeliest values of a pattern's slots."""

import pytest

from kgmem.matching.assigning.assign import assign, likely_ways
from kgmem.matching.assigning.slot_context import SlotContext, slot_context
from kgmem.model.pattern import Slot


def places(wording: str, **examples: str) -> list[SlotContext]:
    slots = [
        Slot(slot_id=name, name=name, kind=kind, examples=(value,))
        for name, (kind, value) in (
            (name, given.split(":", 1)) for name, given in examples.items()
        )
    ]
    found = [slot_context(slot, (wording,)) for slot in slots]
    return [place for place in found if place]


TRAIN = places(
    "Find a train from {origin} to {goal}", origin="name:Ghent", goal="name:Lille"
)
TRAIN_SAYS = frozenset({"find", "train"})


@pytest.mark.parametrize(
    "text",
    [
        "A train to Turin from Basel, please",
        "Look up trains Basel to Turin",
        "查一下从Basel到Turin的火车",
    ],
)
def test_values_are_told_by_what_stands_before_them(text: str) -> None:
    found = assign(text, TRAIN, TRAIN_SAYS)

    assert {n: v.text for n, v in found.values.items()} == {
        "origin": "Basel",
        "goal": "Turin",
    }


TICKET = places(
    'File "{summary}", described as "{details}"',
    summary="quoted:Late parcels",
    details="quoted:They come at night",
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'Note "Broken lamp", described as "It stays dark"',
            {"summary": "Broken lamp", "details": "It stays dark"},
        ),
        ('Put "It stays dark" as the details of "Broken lamp"', {}),
    ],
)
def test_two_texts_that_may_be_in_each_other_s_slots_stay_open(
    text: str, told: dict[str, str]
) -> None:
    found = assign(text, TICKET, frozenset({"file", "describ"}))

    assert {n: v.text for n, v in found.values.items()} == told


def test_no_two_slots_take_the_same() -> None:
    found = assign("A train to Turin", TRAIN, TRAIN_SAYS)

    texts = [value.text for value in found.values.values()]
    assert len(set(texts)) == len(texts)


def test_a_text_without_words_gives_no_value() -> None:
    found = assign("?!", TRAIN, TRAIN_SAYS)

    assert found.values == {}


def test_the_ways_come_likeliest_first() -> None:
    ways = likely_ways("A train from Basel to Turin", TRAIN, TRAIN_SAYS)

    scores = [way.score for way in ways]
    assert scores == sorted(scores, reverse=True)
    assert ways[0].covers(13, 18)
    assert not ways[0].covers(2, 7)


def test_a_slot_stays_open_where_two_values_are_as_likely() -> None:
    two = places("Call {who}", who="name:Ann")

    found = assign("First Bea, then Dora, then Edda", two, frozenset({"call"}))

    assert found.values == {}


def test_a_slot_that_a_wording_lacks_takes_nothing_for_want_of_a_value() -> None:
    wordings = ("Ship {what} to {who}", "Ship {what} to {who}, insured for {sum}")
    slots = [
        Slot(slot_id=n, name=n, kind=kind, examples=(value,))
        for n, kind, value in (
            ("what", "text", "books"),
            ("who", "text", "Ann Lee"),
            ("sum", "text", "forty"),
        )
    ]
    found = [place for s in slots if (place := slot_context(s, wordings))]

    bound = assign("Please ship shoes to Bob Ray", found, frozenset({"ship"}))

    assert [place.is_optional for place in found] == [False, False, True]
    assert "sum" not in bound.values
