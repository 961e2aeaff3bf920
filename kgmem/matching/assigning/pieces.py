"""A text's words, Chinese as it is cut into words."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from kgmem.language import chinese
from kgmem.language.read_text import part_of_text
from kgmem.language.words import Word, words
from kgmem.matching.anchor_words import is_han


@part_of_text
def pieces(text: str) -> tuple[Word, ...]:
    """The words of the text in order with their places; Chinese signs that stand side
    by side, blanks between them or not, as the words that they make up."""
    found: list[Word] = []
    for han, run in groupby(words(text), key=lambda word: is_han(word.fold)):
        listed = list(run)
        found += _chinese(listed) if han else listed
    return tuple(found)


def _chinese(signs: Sequence[Word]) -> Iterator[Word]:
    at = 0
    for word in chinese.words("".join(sign.fold for sign in signs)):
        first, at = at, at + len(word)
        yield Word(word, signs[first].start, signs[at - 1].end)
