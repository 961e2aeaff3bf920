"""A task's text with a mark in the place of each value: what is left tells its kind,
whatever records it is about."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain

from kgmem.language.read_text import part_of_text
from kgmem.language.typed import NAME, typed_spans
from kgmem.language.words import Span, whole
from kgmem.model.base import language_of
from kgmem.model.kind import form_of

MARK = "…"
LONGEST = 2_000
"""Characters of a text whose values are taken out."""
_BEGINS = re.compile(r"(?:^|[.!?:;]\s+|[\"“‘'(]\s*|\n\s*)$")
"""What stands before the first word of a sentence."""
_FIRST = re.compile(r"\S+\s*")
_AROUND = re.compile(r"^\W+|\W+$")


@part_of_text
def masked(text: str) -> str:
    """The text with `MARK` for what its form shows to be a value: quotations, numbers,
    dates and the like, and capitalized words within a sentence; Latin names in a
    Chinese text stay."""
    return masked_with(text, ())


def masked_with(text: str, values: Iterable[str]) -> str:
    """The same, and for these values, where they stand as whole words."""
    return _marked(text, _by_form(text), _names(text), _places(text, values))


def without(text: str, values: Iterable[str]) -> str:
    """The text with `MARK` for these values alone, where they stand as whole words."""
    folded = text.casefold()
    return _marked(text, _places(text, {v for v in values if v.casefold() in folded}))


@lru_cache(1 << 12)
def marked_values(text: str, other: str) -> tuple[str, ...]:
    """What the text has where the other one, the same but for its marks, has these;
    without quotation marks and the like around it, and no single characters."""
    first, *rest = other.split(MARK)
    text, found = text.strip(), []
    at = len(first)
    for n, part in enumerate(rest, 1):
        end = len(text) - len(part) if n == len(rest) else text.find(part, at)
        value = _AROUND.sub("", text[at:end])
        if len(value) > 1:
            found.append(value)
        at = end + len(part)
    return tuple(found)


def _marked(text: str, *spans: Iterator[Span]) -> str:
    if len(text) > LONGEST:
        return text
    made, at = "", 0
    for start, end in sorted(chain.from_iterable(spans)):
        if end <= at:
            continue
        gap = text[at : max(start, at)]
        if not made.endswith(MARK) or any(map(str.isalnum, gap)):
            made += gap + MARK
        at = end
    return (made + text[at:]).strip()


def _by_form(text: str) -> Iterator[Span]:
    for typed in typed_spans(text):
        start, end = typed.span
        marks = int(form_of(typed.kind).ends == "marks")
        yield start - marks, end + marks


def _names(text: str) -> Iterator[Span]:
    if language_of(text) == "zh":
        return
    for match in NAME.finditer(text):
        start, end = match.span()
        first = _FIRST.match(match[0]) if _BEGINS.search(text, 0, start) else None
        start += first.end() if first else 0
        if text[start:end] not in ("", "I"):
            yield start, end


def _places(text: str, values: Iterable[str]) -> Iterator[Span]:
    for value in filter(None, map(str.strip, values)):
        for match in re.finditer(whole(value, re.escape(value)), text, re.IGNORECASE):
            yield match.span()
