"""One stem for search and for wordings."""

import pytest

from kgmem.language.stemming import stem
from kgmem.language.tokenizer import tokens
from kgmem.matching.anchor_words import INFLECTED, swap_loss


@pytest.mark.parametrize(
    "words",
    [
        ("order", "orders", "ordered", "ordering", "order's", "order’s"),
        ("copy", "copies", "copied"),
        ("stop", "stopped", "stopping"),
        ("schedule", "schedules", "scheduled", "scheduling"),
    ],
)
def test_inflections_of_a_word_have_one_stem(words: tuple[str, ...]) -> None:
    assert len(set(map(stem, words))) == 1


def test_search_and_wordings_take_the_same_words_for_one() -> None:
    one, other = "copies", "copied"

    assert tokens(one) == tokens(other)
    assert swap_loss(one, other) == INFLECTED
