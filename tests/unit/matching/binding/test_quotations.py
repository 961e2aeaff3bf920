"""A value in quotation marks ends with its quotation."""

import pytest

from kgmem.matching.binding.bind import bind
from kgmem.matching.binding.quotations import ended, has_quotations, marks_in
from kgmem.matching.sentence import Sentence
from kgmem.model.pattern import Slot


def slot(name: str, *examples: str) -> Slot:
    return Slot(slot_id="s", name=name, kind="text", examples=examples)


NOTE = slot("note", "Before the next release", "Seen twice on Monday")


@pytest.mark.parametrize(
    ("template", "text", "value", "left"),
    [
        (
            'Add a note "{note}"',
            'Add a note "Ask Anna first", and also add the version "7.1 beta"',
            "Ask Anna first",
            'add the version "7.1 beta',
        ),
        ('Add a note "{note}"', 'Add a note "Ask Anna first"', "Ask Anna first", ""),
        (
            "Add a note {note}",
            'Add a note "Ask Anna first", with the tag "urgent"',
            "Ask Anna first",
            'with the tag "urgent',
        ),
    ],
)
def test_what_stands_behind_the_quotation_is_no_part_of_the_value(
    template: str, text: str, value: str, left: str
) -> None:
    found = bind(template, (NOTE,), text)

    assert found is not None
    assert found.bindings == {"note": value}
    assert left in " ".join(found.doubtful)
    assert bool(found.doubtful) is bool(left)


@pytest.mark.parametrize(
    "text", ["Add a note the dogs' bowl, and the cats' bowl", "Add a note of 7 words"]
)
def test_an_apostrophe_ends_nothing(text: str) -> None:
    sentence = Sentence.of(text)
    span = (3, len(sentence.folds))

    assert marks_in(sentence, *span) == []
    assert ended(NOTE, sentence, span) == span


def test_a_slot_whose_values_hold_quotations_keeps_them() -> None:
    quoting = slot("note", 'He said "no"')
    sentence = Sentence.of('Add a note "a", and "b"')
    span = (4, len(sentence.folds) - 1)

    assert has_quotations(quoting)
    assert not has_quotations(NOTE)
    assert ended(quoting, sentence, span) == span
    assert ended(NOTE, sentence, span) == (4, 5)
