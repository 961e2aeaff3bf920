"""A task's text, prepared for looking up in it what the fields of a run hold."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from kgmem.language.moments import weekday_of
from kgmem.language.stopwords import CHINESE, CHINESE_VERBS, ENGLISH, ENGLISH_VERBS
from kgmem.language.typed import typed_spans
from kgmem.language.words import Span, Word, folds, words
from kgmem.matching.transform import results
from kgmem.model.base import language_of
from kgmem.model.kind import form_of

MAX_TASK_TEXT = 10_000
"""Characters at the text's beginning in which values are looked up."""
MAX_PLACES = 16
"""Places of one value or word in the text that are considered."""
MAX_TYPED = 60
"""Typed spans whose transforms are tried."""

FUNCTION_WORDS = ENGLISH | CHINESE
TASK_VERBS = ENGLISH_VERBS | CHINESE_VERBS
EMPTY_WORDS = FUNCTION_WORDS | TASK_VERBS
"""No values by themselves, where nothing marks them as such."""
_GLUE = frozenset("_-.@+&=#%~*'’")
"""Marks that make one piece of the words on both sides, as in `a11y.com`."""
_GLUE_OF_DIGITS = _GLUE | frozenset("/:,")
"""Marks that do so between digits: `12/18`, `10:30`, `1,000`."""
_HYPHENS = frozenset("-'’")
"""Those that stand within plain words as well."""
_SIGILS = frozenset("@#$€£¥_")
"""Marks that make the word right after them a name or a code."""
_CLAUSE_ENDS = frozenset(".!?。！？:：;；\n")
_SEPARATOR = "\x00"
"""Stands in no text: values are cleaned of it."""

Range = tuple[int, int]
"""Indexes [first, last) of words."""


class TaskText:
    """The words of a task's text, and what their spelling and place tell."""

    def __init__(self, text: str) -> None:
        self.text = text[:MAX_TASK_TEXT]
        self.words = words(self.text)
        self.typed = typed_spans(self.text)[:MAX_TYPED]
        self.is_chinese = language_of(self.text) == "zh"
        self.quoted = tuple(
            t.span for t in self.typed if form_of(t.kind).ends == "marks"
        )

    def span(self, found: Range) -> Span:
        """The characters of these words."""
        return self.words[found[0]].start, self.words[found[1] - 1].end

    def said(self, span: Span) -> str:
        """What the text says there."""
        return self.text[slice(*span)]

    def occurrences(self, wanted: Sequence[str]) -> Iterator[Range]:
        """Where these folded words stand one after another, none of the places over
        another; at most `MAX_PLACES`."""
        sought, at = _joined(wanted), 0
        for _ in range(MAX_PLACES if wanted else 0):
            at = self._joined.find(sought, at)
            if at < 0:
                return
            first = self._index_at[at]
            yield first, first + len(wanted)
            at += len(sought) - 1

    @cached_property
    def _joined(self) -> str:
        return _joined([word.fold for word in self.words])

    @cached_property
    def _index_at(self) -> dict[int, int]:
        """Word indexes by where the separator before the word stands in `_joined`."""
        found, at = {}, 0
        for n, word in enumerate(self.words):
            found[at] = n
            at += len(word.fold) + 1
        return found

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """The first `MAX_PLACES` indexes of each word, by its folded form."""
        found: dict[str, list[int]] = {}
        for n, word in enumerate(self.words):
            at = found.setdefault(word.fold, [])
            if len(at) < MAX_PLACES:
                at.append(n)
        return found

    @cached_property
    def transformed(self) -> dict[tuple[str, ...], list[tuple[Span, str]]]:
        """What transforms make of typed spans and days' names, other than another
        spelling of them: by folded words, spans and transforms' names, in order."""
        found: dict[tuple[str, ...], list[tuple[Span, str]]] = {}
        spans = [typed.span for typed in self.typed]
        days = (w for w in self.words if weekday_of(w.fold) is not None)
        for span in (*spans, *((day.start, day.end) for day in days)):
            value = self.said(span)
            for name, result in results(value).items():
                made = folds(result)
                if made and made != folds(value):
                    found.setdefault(made, []).append((span, name))
        return found

    def is_piece(self, span: Span) -> bool:
        """Is it a proper part of a date or of something else that means nothing in
        parts?"""
        return any(
            form_of(t.kind).is_whole and t.span != span and within(span, t.span)
            for t in self.typed
        )

    def is_quoted(self, span: Span) -> bool:
        """Does it lie within quotation marks?"""
        return any(within(span, quotation) for quotation in self.quoted)

    def is_name(self, n: int) -> bool:
        """Is word `n` written as a name or a code: quoted, with a digit, with capitals
        that no sentence asks for, in one piece with a mark, or in Latin letters within
        Chinese?"""
        word = self.words[n]
        if word.is_mark:
            return False
        if self.is_quoted((word.start, word.end)):
            return True
        if is_han(word):
            return False
        written = self.text[word.start : word.end]
        before = self.words[n - 1].fold if n else "."
        return (
            any(ch.isdigit() for ch in written)
            or any(ch.isupper() for ch in written[1:])
            or (written[0].isupper() and before not in _CLAUSE_ENDS)
            or has_sigil(self.words, n)
            or self.is_chinese
            or _is_joined(self.words, n)
        )

    def inside(self, span: Span) -> list[int]:
        """The words that lie within the span."""
        return [n for n, w in enumerate(self.words) if within((w.start, w.end), span)]

    def tells(self, found: Range) -> bool:
        """Is there more than function words, marks and what one is told to do?"""
        if "".join(w.fold for w in self.words[slice(*found)]) in EMPTY_WORDS:
            return False
        return any(is_telling(word) for word in self.words[slice(*found)])


def _joined(parts: Sequence[str]) -> str:
    return _SEPARATOR + _SEPARATOR.join(parts) + _SEPARATOR


def within(inner: Span, outer: Span) -> bool:
    """Does the first span lie within the second, or equal it?"""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def is_han(word: Word) -> bool:
    """Is it a Han character?"""
    return len(word.fold) == 1 and ord(word.fold) >= 0x3400 and word.fold.isalpha()


def is_telling(word: Word) -> bool:
    """Is it neither a mark, nor a function word, nor a task's verb?"""
    return not word.is_mark and word.fold not in EMPTY_WORDS


def has_sigil(found: Sequence[Word], n: int) -> bool:
    """Does a mark such as `@` stand right before word `n`?"""
    return (
        n > 0
        and found[n - 1].fold in _SIGILS
        and found[n - 1].end == found[n].start
        and not found[n].is_mark
    )


def is_free(found: Sequence[Word], n: int) -> bool:
    """Can a value begin or end before word `n`, or does that cut a piece such as
    `a11y.com`, `12/18` or `credit_card_7`?"""
    return not any(
        _is_glued(found, mark) for mark in (n - 1, n) if 0 < mark < len(found) - 1
    )


def _is_glued(found: Sequence[Word], mark: int) -> bool:
    """Does this mark make one piece of the words on both sides?"""
    left, middle, right = found[mark - 1 : mark + 2]
    if left.end != middle.start or middle.end != right.start:
        return False
    if _is_between_digits(left, right):
        is_parting = middle.fold == "," and not _is_thousands(left, right)
        return middle.fold in _GLUE_OF_DIGITS and not is_parting
    return middle.fold in _GLUE and not any(
        side.is_mark or is_han(side) for side in (left, right)
    )


def _is_joined(found: Sequence[Word], n: int) -> bool:
    """Is word `n` in one piece with another, other than by a hyphen?"""
    return any(
        found[mark].fold not in _HYPHENS and _is_glued(found, mark)
        for mark in (n - 1, n + 1)
        if 0 < mark < len(found) - 1
    )


def _is_between_digits(left: Word, right: Word) -> bool:
    return left.fold[-1:].isdigit() and right.fold[:1].isdigit()


def _is_thousands(left: Word, right: Word) -> bool:
    """Do they stand beside a comma as the parts of one number do: 1,200?"""
    return left.fold.isdigit() and len(left.fold) <= 3 and len(right.fold) == 3


def cuts_number(found: Sequence[Word], n: int) -> bool:
    """Is the place before word `n` within a number, a date or a time?"""
    return any(
        _is_glued(found, mark) and _is_between_digits(found[mark - 1], found[mark + 1])
        for mark in (n - 1, n)
        if 0 < mark < len(found) - 1
    )


def is_edge(found: Sequence[Word], n: int) -> bool:
    """Does a piece end before word `n`: at either end of the words, at white space,
    at a mark, between Han characters and other letters?"""
    if not 0 < n < len(found):
        return True
    left, right = found[n - 1], found[n]
    return (
        left.end < right.start
        or left.is_mark
        or right.is_mark
        or is_han(left) != is_han(right)
    )
