"""Where a value in quotation marks ends: with its quotation."""

from kgmem.matching.sentence import QUOTES, Sentence
from kgmem.model.pattern import Slot


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
    inner = marks_in(sentence, opening + 1, end)
    closing = next((n for n in inner if sentence.folds[n] == mark), end)
    closed = closing if opening < start else min(closing + 1, end)
    return (start, closed) if closed > start + (opening == start) else span
