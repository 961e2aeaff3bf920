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


@pytest.mark.parametrize(
    ("one", "other"), [("bed", "be"), ("red", "r"), ("star", "start")]
)
def test_other_words_have_other_stems(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize("word", ["订单", "order-4", "x86", "10", "Orders", ""])
def test_what_is_no_english_word_in_lower_case_stays(word: str) -> None:
    assert stem(word) == word


def test_search_and_wordings_take_the_same_words_for_one() -> None:
    one, other = "copies", "copied"

    assert tokens(one) == tokens(other)
    assert swap_loss(one, other) == INFLECTED
