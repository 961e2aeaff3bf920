"""A text in whose words a plan succeeded is read word for word."""

import pytest

from kgmem.matching.pattern_book import PatternBook
from kgmem.matching.told_again import values_of
from kgmem.model.keys.identity import task_id
from kgmem.model.pattern import LearnedWording, Pattern, Slot


@pytest.mark.parametrize(
    ("template", "text", "values"),
    [
        (
            "I'm away {start} to {end}, tell them",
            "I'm away Friday  to Tuesday, tell them",
            {"start": "Friday", "end": "Tuesday"},
        ),
        ("把{what}放进{where}", "把票放进抽屉", {"what": "票", "where": "抽屉"}),
        ("{who}, call {who}", "Ann, call Ann", {"who": "Ann"}),
        ("{who}, call {who}", "Ann, call Bob", None),
        ("{one}{two}", "ab", {"one": "a", "two": "b"}),
        ("{one}{two}", "abc", None),
        ("from {a} to {b}", "from Rome to Nice to Bari", None),
        ("Lock {{it}} for {who}", "Lock {it} for Ann", {"who": "Ann"}),
        ("Lock it for {who}", "Open it for Ann", None),
    ],
)
def test_values_stand_where_the_template_leaves_no_choice(
    template: str, text: str, values: dict[str, str] | None
) -> None:
    assert values_of(template, text) == values


def book(*tasks: str) -> PatternBook:
    learned = LearnedWording(template="I'm off on {day}", tasks=tasks)
    slot = Slot(slot_id="day", name="day", kind="date", examples=("3 May", "5 May"))
    pattern = Pattern(
        pattern_id="p",
        name="p",
        template="Book leave for {day}",
        app="office",
        slots=(slot,),
        learned=(learned,) if tasks else (),
    )
    return PatternBook([pattern])


TEXT = "I'm off on Easter Monday"
DONE = task_id("s", "office", TEXT)


@pytest.mark.parametrize("app", ["office", None])
def test_a_text_that_was_done_is_found_with_values_of_any_form(app: str | None) -> None:
    found = book(DONE).told_again("s", TEXT, app)

    assert found is not None
    assert found.bindings == {"day": "Easter Monday"}
    assert (found.unexplained, found.ill_typed, found.score) == ((), (), 1.0)


def test_another_text_in_the_same_words_is_not() -> None:
    assert book(DONE).told_again("s", "I'm off on Whit Monday", "office") is None


def test_what_a_pattern_no_longer_has_learned_is_not() -> None:
    changed = book(DONE)

    changed.add(next(iter(book()._rows.values()))[0].pattern)

    assert changed.told_again("s", TEXT, "office") is None
