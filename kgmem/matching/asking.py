"""Does a text ask something, where others want something done?"""

from collections.abc import Iterable

from kgmem.language.read_text import part_of_text
from kgmem.language.vocabulary import word_set, words
from kgmem.language.words import folds
from kgmem.matching.anchor_words import OPENING

_FIRST = word_set("question.opening")
_WITHIN = words("question.within")
_POLITE = words("question.polite")


def new_question(text: str, wordings: Iterable[str]) -> str | None:
    """The word by which the text asks something that none of the wordings asks: "Did I
    send …" beside "Can you send …", which is a request; None without one.

    `text` and `wordings` are given without their values.
    """
    asked = question_word(text)
    if asked is None or asked in map(question_word, wordings):
        return None
    return asked


@part_of_text
def question_word(text: str) -> str | None:
    """The word that makes a question of the text; None where nothing is asked."""
    if any(polite in text.casefold() for polite in _POLITE):
        return None
    for fold in folds(text):
        plain = fold.removesuffix("'s").removesuffix("’s")
        if plain in _FIRST:
            return plain
        if fold.isalnum() and fold not in OPENING:
            break
    return next((word for word in _WITHIN if word in text), None)
