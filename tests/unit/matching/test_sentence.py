"""What a text says without being read as a template."""

from hypothesis import given
from hypothesis import strategies as st

from kgmem.matching.sentence import Sentence, solid_folds


@given(st.text(max_size=60))
def test_the_words_that_are_no_marks_are_told_without_a_sentence(text: str) -> None:
    assert solid_folds(text) == Sentence.of(text).solid_folds
