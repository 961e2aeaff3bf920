"""Where a value in quotation marks ends: with its quotation."""

from kgmem.language.items import split_items
from kgmem.matching.sentence import QUOTES, Sentence
from kgmem.model.pattern import Slot

_ITEM = "aa"
"""An item of a list: behind it each word that parts two is looked for."""


def marks_in(sentence: Sentence, start: int, end: int) -> list[int]:
    """Where quotation marks stand among these words."""
    if QUOTES.isdisjoint(sentence.folds[start:end]):
        return []
    return [n for n in range(start, end) if is_mark(sentence, n)]


def is_mark(sentence: Sentence, n: int) -> bool:
    """One that is no apostrophe, as in `the dogs' bowl`."""
    mark = sentence.folds[n]
    is_glued = n > 0 and sentence.words[n - 1].end == sentence.words[n].start
    return mark in QUOTES and (mark != "'" or not is_glued)


def has_quotations(slot: Slot) -> bool:
    """Does a known value hold a quotation mark?"""
    return any(mark in said for said in slot.examples for mark in QUOTES)


def ended(slot: Slot, sentence: Sentence, span: tuple[int, int]) -> tuple[int, int]:
    """The words of a value, without those behind the end of the quotation that it
    begins: of `"Tea", and also call "Bob` before the last mark, `Tea`."""
    start, end = span
    opening = start - 1 if start and is_mark(sentence, start - 1) else start
    if end - start < 2 or not is_mark(sentence, opening) or has_quotations(slot):
        return span
    mark = sentence.folds[opening]
    inner = [
        n for n in marks_in(sentence, opening + 1, end) if sentence.folds[n] == mark
    ]
    while inner and another_follows(slot, sentence, inner[0]):
        del inner[:2]
    closing = next(iter(inner), end)
    closed = closing if opening < start else min(closing + 1, end)
    return (start, closed) if closed > start + (opening == start) else span


def another_follows(slot: Slot, sentence: Sentence, closing: int) -> bool:
    """Does nothing but what parts the items of a list stand between this mark, which
    ends one of them, and the next mark?"""
    opening = next(iter(marks_in(sentence, closing + 1, len(sentence.words))), None)
    if not slot.is_list or opening is None:
        return False
    start, end = sentence.words[closing].end, sentence.words[opening].start
    items, _ = split_items(f"{_ITEM}{sentence.text[start:end]}{_ITEM}")
    return items == [_ITEM, _ITEM]
