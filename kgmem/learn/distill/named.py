"""What a task's text names."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from kgmem.language.typed import typed_spans
from kgmem.language.words import Word, folds, words
from kgmem.matching.transform import MAX_TYPED, results

MAX_WORDS = 100
"""Words of a task's text that are looked at for values written in another way."""
MAX_VALUE = 6
"""Words of such a value."""


def names(task: str, text: str | None) -> bool:
    """Does the task's text hold the text's words, next to each other? A text without
    words is not named."""
    wanted = _telling(text or "")
    return bool(wanted) and _holds(_telling(task), wanted)


def names_value(task: str, value: str | None) -> bool:
    """Does the task's text name the value, be it written in another way, as `March 5`
    is for `03/05`?"""
    if names(task, value):
        return True
    wanted = _telling(value or "")
    return bool(wanted) and wanted in _other_spellings(task)


def names_label(task: str, label: str) -> bool:
    """Does the task's text name what is labelled so, or quote a part of the label?"""
    told = _telling(label)
    quoted = (task[slice(*q.span)] for q in typed_spans(task) if q.kind == "quoted")
    return names(task, label) or any(
        part and _holds(told, part) for part in map(_telling, quoted)
    )


def _telling(text: str) -> tuple[str, ...]:
    """Its words without punctuation."""
    return tuple(fold for fold in folds(text) if any(ch.isalnum() for ch in fold))


def _holds(text: Sequence[str], part: Sequence[str]) -> bool:
    size = len(part)
    return any(
        text[n] == part[0] and tuple(text[n : n + size]) == tuple(part)
        for n in range(len(text) - size + 1)
    )


@lru_cache(maxsize=64)
def _other_spellings(task: str) -> frozenset[tuple[str, ...]]:
    """What transforms make of the text's pieces."""
    return frozenset(
        told
        for piece in _pieces(task, words(task)[:MAX_WORDS])
        for made in results(piece).values()
        if (told := _telling(made))
    )


def _pieces(task: str, found: Sequence[Word]) -> Iterator[str]:
    for first in range(len(found)):
        for last in found[first : first + MAX_VALUE]:
            piece = task[found[first].start : last.end]
            if len(piece) <= MAX_TYPED:
                yield piece
