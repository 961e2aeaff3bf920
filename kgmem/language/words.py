"""A task's text cut into words, each with its place: what texts are aligned on."""

import re
import unicodedata
from typing import NamedTuple

from kgmem.language.read_text import part_of_text

Span = tuple[int, int]
"""Start and end of a piece of a text, in characters; the end is exclusive."""

HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
MINUS = rf"(?<![^\s(\[,:=，：（{HAN}])(?<!\d\s)(?<!\d[{HAN}])-(?=\d)"
"""Regular expression of the sign of a number below zero: no joint of two numbers."""
MARKS = "".join(
    mark
    for mark in map(chr, range(0x300, 0x1D00))
    if unicodedata.category(mark) in ("Mn", "Mc")
)
"""Signs that belong to the letter before, such as vowels of Devanagari and Thai."""
_LETTERS = rf"[^\W_{HAN}]+(?:[{MARKS}]+[^\W_{HAN}]*)*"
_POSSESSIVE = rf"[sS](?![^\W_{HAN}])"
_WORD = re.compile(
    r"\[REDACTED:[^\[\]\s]{1,60}\]"  # a placeholder is one word
    rf"|[{HAN}]"  # each Han character is one
    rf"|(?:{MINUS})?{_LETTERS}(?:['’](?!{_POSSESSIVE}){_LETTERS})*"
    rf"|['’]{_POSSESSIVE}"  # whose something is, as a word
    r"|\S"  # punctuation and whatever else, character by character
)


class Word(NamedTuple):
    """A word of a text."""

    fold: str
    """NFKC, lower case: what is compared."""
    start: int
    end: int

    @property
    def is_mark(self) -> bool:
        """Is it punctuation or a symbol, neither letter nor digit?"""
        return not (self.fold.isalnum() or any(map(str.isalnum, self.fold)))


@part_of_text
def words(text: str) -> tuple[Word, ...]:
    """The words of `text` in order: runs of letters and digits (`ch6`, `2016`,
    `don't`), numbers with their sign (`-8`), the ending of `Ann's`, single Han
    characters, single marks, redaction placeholders.

    White space lies between them; linear in the text's length.
    """
    fold = str.casefold if text.isascii() else _fold
    return tuple(Word(fold(m[0]), *m.span()) for m in _WORD.finditer(text))


def _fold(word: str) -> str:
    return unicodedata.normalize("NFKC", word).casefold()


def folds(text: str) -> tuple[str, ...]:
    """The folded words of `text`."""
    return tuple(word.fold for word in words(text))


def whole(value: str, pattern: str) -> str:
    """The pattern of a value, not as a part of a longer Latin word or number; Chinese
    has no such marks. The value is not empty."""
    before = "(?<![A-Za-z0-9])" if _is_latin(value[0]) else ""
    after = "(?![A-Za-z0-9])" if _is_latin(value[-1]) else ""
    return before + pattern + after


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalnum()
