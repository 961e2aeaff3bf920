"""Values that name nothing in particular ("an article", "some product", "某个商品"), or
point at what only who asks can see: "the post on this page"."""

from kgmem.language.read_text import part_of_text
from kgmem.language.vocabulary import word_set
from kgmem.matching.anchor_words import is_han
from kgmem.matching.assigning.pieces import pieces
from kgmem.matching.value_fit import is_known, is_prose, said
from kgmem.model.kind import form_of
from kgmem.model.pattern import Slot

ARTICLE = word_set("unnamed.article")
"""Words behind which one plain word names no thing, but more of them may;"""
ANY = word_set("unnamed.any")
"""and those behind which nothing does, whatever is said;"""
PRONOUN = word_set("unnamed.pronoun")
"""and those that are said instead of a name."""
POINTING = word_set("unnamed.pointing")
"""Words that point at what is seen or was said."""


def is_unnamed(slot: Slot, value: str) -> bool:
    """Is the value an indefinite thing without a name, as no known value of the slot
    is? Sentences and values with a form, such as numbers, are none."""
    if form_of(slot.kind).has_form or is_known(slot, said(value)):
        return False
    if is_prose(slot):
        return bool(n := _first_words(value, PRONOUN)) and n == len(_pieces(value))
    if _is_indefinite(value):
        return not any(map(_begins_so, slot.examples))
    return _points(value) and not any(map(_points, slot.examples))


def _points(value: str) -> bool:
    return any(piece in POINTING for piece in _pieces(value))


@part_of_text
def _is_indefinite(value: str) -> bool:
    found = _pieces(value)
    if n := _first_words(value, PRONOUN):
        # "something like it", and no title: "Something Just Like This".
        return n == len(found) or (value.isascii() and _is_plain(found[n]))
    if n := _first_words(value, ANY):
        return all(map(_is_plain, found[n : n + 1]))
    if is_han(value[-1:]) and any(value.endswith(word) for word in PRONOUN):
        return True  # what is meant stands last in Chinese: 本周所有人
    is_parted = " " in value or not value.isascii()  # "a.txt" is one thing
    n = _first_words(value, ARTICLE) if is_parted else 0
    return n > 0 and len(found) == n + 1 and _is_plain(found[n])


def _begins_so(value: str) -> bool:
    return any(_first_words(value, role) for role in (ARTICLE, ANY, PRONOUN))


def _first_words(value: str, role: frozenset[str]) -> int:
    """How many of its first words are one of the role's; 0 if they are none."""
    found = [piece.casefold() for piece in _pieces(value)]
    joined = "".join if any(map(is_han, value)) else " ".join
    sizes = (n for n in (3, 2, 1) if len(found) >= n and joined(found[:n]) in role)
    return next(sizes, 0)


def _is_plain(word: str) -> bool:
    """A word of the language: no name with a capital, no number."""
    return word == word.casefold() and word.isalpha()


def _pieces(value: str) -> list[str]:
    """Its words as they are written, Chinese as it is cut into words."""
    return [value[p.start : p.end] for p in pieces(value) if not p.is_mark]
