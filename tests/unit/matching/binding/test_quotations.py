"""A value in quotation marks ends with its quotation."""

import pytest

from kgmem.matching.binding.quotations import ended, has_quotations, marks_in
from kgmem.matching.sentence import Sentence
from kgmem.model.pattern import Slot


def slot(name: str, *examples: str) -> Slot:
    return Slot(slot_id="s", name=name, kind="text", examples=examples)


NOTE = slot("note", "Before the next release", "Seen twice on Monday")


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
