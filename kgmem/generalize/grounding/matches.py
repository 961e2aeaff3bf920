"""How a field of a run can hold a span of the task's text: whole, or among other
words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from kgmem.generalize.grounding.fields import PATH, Field, Trust
from kgmem.generalize.grounding.task_text import (
    EMPTY_WORDS,
    FUNCTION_WORDS,
    Range,
    TaskText,
    cuts_number,
    has_sigil,
    is_edge,
    is_free,
    is_han,
    is_telling,
)
from kgmem.generalize.plain import Use
from kgmem.language import chinese
from kgmem.language.words import Span, Word, words
from kgmem.matching.transform import explanations
from kgmem.model.keys.table_rows import cells, is_row

MAX_WORDS = {Trust.VALUE: 120, Trust.LABEL: 40, Trust.CONTEXT: 80}
"""Words of a field that may hold a span among others. A longer label or context is
an area of a page, in which any word may stand."""
MIN_SHARE = 1 / 3
"""Of a label's telling words: what it must share with the text to be told by that."""
MIN_NAME_SHARE = 1 / 6
"""The same where a name or a code is shared."""
MAX_RUNS = 3
"""Spans that one field may hold among other words."""
MAX_TRIED = 64
"""Runs that text and field share, among which those are chosen."""
MIN_CALLED = 2
"""Words of what a row is called that may be no name."""
MIN_DIGITS = 3
"""Of a number that is looked for among other words."""


@dataclass(frozen=True, slots=True)
class Match:
    """A span that explains a field."""

    span: Span
    field: Field
    transform: str | None = None
    before: str = ""
    after: str = ""

    @property
    def use(self) -> Use:
        """The same, without the span."""
        return Use(
            self.field.step, self.field.part, self.transform, self.before, self.after
        )


# The whole field ----------------------------------------------------------------------


def whole_matches(task: TaskText, field: Field) -> list[Match]:
    """Spans that are equal to the field, or of which a transform makes it, best first;
    marks at the field's ends may be left out."""
    found = words(field.text)
    last = len(found)
    for extent in dict.fromkeys([(0, last), _without_marks(found)]):
        same = _same(task, field, found, extent) if extent[0] < extent[1] else []
        if same := [match for match in same if _is_value_of_path(task, match)]:
            return same
    return []


def _is_value_of_path(task: TaskText, match: Match) -> bool:
    """Most parts of a path are the app's own words: one is a value if the text has it
    as a name or a number."""
    if not match.field.part.startswith(PATH):
        return True
    return any(map(task.is_name, task.inside(match.span)))


def _without_marks(found: Sequence[Word]) -> Range:
    inner = [n for n, word in enumerate(found) if not word.is_mark]
    return (inner[0], inner[-1] + 1) if inner else (0, 0)


def _same(
    task: TaskText, field: Field, found: Sequence[Word], extent: Range
) -> list[Match]:
    first, last = extent
    folds = tuple(word.fold for word in found[first:last])
    before, after = "", ""
    if last - first < len(found):
        before = field.text[: found[first].start]
        after = field.text[found[last - 1].end :]
    made = dict(reversed(task.transformed.get(folds, ())))
    written = field.text[found[first].start : found[last - 1].end]
    exact = [
        place for place in task.occurrences(folds) if _may_stand(task, field, place)
    ]
    exact.sort(key=lambda place: _rank(task, place, written))
    spans = [task.span(place) for place in exact]
    return [
        *(
            Match(s, field, spelling(task.said(s), written), before, after)
            for s in spans
        ),
        *(Match(s, field, made[s], before, after) for s in sorted(made)),
    ]


def spelling(said: str, written: str) -> str | None:
    """The transform that explains another spelling; None where none does."""
    return next(iter(explanations(said, written)), None)


def _rank(task: TaskText, place: Range, written: str) -> tuple[bool, bool, bool, int]:
    """Places of one value, best first: no piece of something, quoted, spelled alike,
    early."""
    span = task.span(place)
    return (
        not _stands_free(task.words, place),
        not task.is_quoted(span),
        task.said(span) != written,
        span[0],
    )


def _stands_free(found: Sequence[Word], place: Range) -> bool:
    return is_free(found, place[0]) and is_free(found, place[1])


def _may_stand(task: TaskText, field: Field, place: Range) -> bool:
    """Can what is said there be the field?

    A number is no part of a longer one. A label is no part of a piece, and no function
    word or verb unless the text writes it as a name (`press Submit`).
    """
    if field.trust == Trust.VALUE:
        return _has_letters(task, place) or not (
            task.is_piece(task.span(place))
            or cuts_number(task.words, place[0])
            or cuts_number(task.words, place[1])
        )
    return (
        _stands_free(task.words, place)
        and not task.is_piece(task.span(place))
        and (task.tells(place) or any(task.is_name(n) for n in range(*place)))
    )


def _has_letters(task: TaskText, place: Range) -> bool:
    return any(ch.isalpha() for ch in task.said(task.span(place)))


# Among other words --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Run:
    """Words that text and field share."""

    said: Range
    held: Range
    weight: float
    """Words that tell something; a Han character is half a word."""
    is_name: bool
    """Is it written so that it hardly stands in both by chance?"""


def contained_matches(task: TaskText, field: Field) -> list[Match]:
    """Spans of the text that the field holds among other words, in the field's order;
    none that could stand there by chance."""
    found = words(field.text)
    if len(found) > MAX_WORDS[field.trust] or field.part.startswith(PATH):
        return []
    runs = _apart(islice(_runs(task, found), MAX_TRIED))
    if field.is_area:
        runs = [run for run in runs if not _is_part_of_quotation(task, run)]
        runs = runs if len(runs) == 1 else []
    return [
        _match(task, field, found, run)
        for run in sorted(runs, key=lambda run: run.held)
        if _is_meant(run, runs, found, field)
    ]


def _match(task: TaskText, field: Field, found: Sequence[Word], run: _Run) -> Match:
    start, end = found[run.held[0]].start, found[run.held[1] - 1].end
    span, written = task.span(run.said), field.text[start:end]
    return Match(
        span,
        field,
        spelling(task.said(span), written),
        field.text[:start],
        field.text[end:],
    )


def _is_meant(
    run: _Run, runs: Sequence[_Run], found: Sequence[Word], field: Field
) -> bool:
    """Does the field hold this run because the task said so?"""
    if field.trust == Trust.CONTEXT:
        return run.is_name or _begins(run, found) or _is_cell(run, found, field)
    shared, whole = sum(each.weight for each in runs), _weight(found)
    says_enough = run.is_name or (run.weight >= 2 and not field.is_area)
    if field.is_record and _begins(run, found):
        return True
    if field.trust == Trust.LABEL:
        min_share = MIN_NAME_SHARE if run.is_name else MIN_SHARE
        return says_enough and shared >= min_share * whole
    return says_enough or shared == whole


def _begins(run: _Run, found: Sequence[Word]) -> bool:
    """Does the field begin with it, and is it more than a word: is it what the row is
    called?"""
    first, last = run.held
    return first == 0 and last >= MIN_CALLED and is_edge(found, last)


def _is_cell(run: _Run, found: Sequence[Word], field: Field) -> bool:
    """Is it all that a cell of a row holds?"""
    first, last = run.held
    start, end = found[first].start, found[last - 1].end
    return is_row(field.text) and field.text[start:end] in cells(field.text)


def _is_part_of_quotation(task: TaskText, run: _Run) -> bool:
    """Is it but some words of what the task quotes?"""
    span = task.span(run.said)
    return task.is_quoted(span) and span not in task.quoted


def _weight(found: Sequence[Word]) -> float:
    return sum(0.5 if is_han(word) else 1.0 for word in found if is_telling(word))


def _apart(runs: Iterable[_Run]) -> list[_Run]:
    """The heaviest runs, none over another in text or field; at most `MAX_RUNS`."""
    chosen: list[_Run] = []
    for run in sorted(runs, key=_order):
        if len(chosen) < MAX_RUNS and not any(
            _overlap(run.said, other.said) or _overlap(run.held, other.held)
            for other in chosen
        ):
            chosen.append(run)
    return chosen


def _order(run: _Run) -> tuple[float, int, Range, Range]:
    """Heavy before light, long before short, early before late."""
    return -run.weight, run.held[0] - run.held[1], run.held, run.said


def _overlap(a: Range, b: Range) -> bool:
    return a[0] < b[1] and b[0] < a[1]


def _runs(task: TaskText, found: Sequence[Word]) -> Iterator[_Run]:
    """The longest runs of words that stand in both, trimmed."""
    reached: dict[int, int] = {}
    """By how far a run's places in text and field lie apart: where the last ended."""
    for n, word in enumerate(found):
        if not (is_telling(word) or is_han(word)):
            continue
        for place in task.places.get(word.fold, ()):
            if n >= reached.get(place - n, 0):
                said, held = _extended(task.words, found, place, n)
                reached[place - n] = held[1]
                if run := _trimmed(task, found, said, held):
                    yield run


def _extended(
    said: Sequence[Word], held: Sequence[Word], i: int, j: int
) -> tuple[Range, Range]:
    """The run of equal words around word `i` of the one and `j` of the other."""
    back, on = 0, 1
    while back < min(i, j) and said[i - back - 1].fold == held[j - back - 1].fold:
        back += 1
    room = min(len(said) - i, len(held) - j)
    while on < room and said[i + on].fold == held[j + on].fold:
        on += 1
    return (i - back, i + on), (j - back, j + on)


def _trimmed(
    task: TaskText, found: Sequence[Word], said: Range, held: Range
) -> _Run | None:
    """Without function words and marks at its ends, and without what is a piece of
    something longer; None if nothing is left that tells anything. What is a whole
    quotation stays so."""
    (first, last), shift = said, held[0] - said[0]
    if task.span(said) not in task.quoted:
        while first < last and not _can_begin(task, found, first, shift):
            first += 1
        while first < last and not _can_end(task, found, last, shift):
            last -= 1
    if first < last and not _has_edges(found, first + shift, last + shift):
        first, last = _without_empty_edges(task, first, last)
    if first == last or not task.tells((first, last)):
        return None
    held = first + shift, last + shift
    is_name = _is_name(task, first, last, _has_edges(found, *held))
    return _Run((first, last), held, _weight(found[slice(*held)]), is_name)


def _can_begin(task: TaskText, found: Sequence[Word], n: int, shift: int) -> bool:
    """With a word that tells something, or with the mark of a name (`@kila`)."""
    if task.words[n].is_mark:
        return n + 1 < len(task.words) and has_sigil(task.words, n + 1)
    is_inside = not is_free(task.words, n + 1)
    return (is_inside or _can_bound(task, n)) and _are_free(task, found, n, shift)


def _can_end(task: TaskText, found: Sequence[Word], n: int, shift: int) -> bool:
    """With such a word, too."""
    if task.words[n - 1].is_mark:
        return False
    is_inside = not is_free(task.words, n - 1)
    return (is_inside or _can_bound(task, n - 1)) and _are_free(task, found, n, shift)


def _can_bound(task: TaskText, n: int) -> bool:
    """A Han character is part of a word; by itself it does not show which. A function
    word that is written as a name belongs to one: `Why Do We Yawn`."""
    word = task.words[n]
    return is_han(word) or word.fold not in FUNCTION_WORDS or task.is_name(n)


def _are_free(task: TaskText, found: Sequence[Word], n: int, shift: int) -> bool:
    return is_free(task.words, n) and is_free(found, n + shift)


def _has_edges(found: Sequence[Word], first: int, last: int) -> bool:
    return is_edge(found, first) and is_edge(found, last)


def _without_empty_edges(task: TaskText, first: int, last: int) -> Range:
    """A run of Han characters without the function words and verbs at its ends;
    characters alone don't tell those from parts of a word."""
    if not all(is_han(word) for word in task.words[first:last]):
        return first, last
    parts = chinese.words("".join(word.fold for word in task.words[first:last]))
    while parts and parts[0] in EMPTY_WORDS:
        first += len(parts.pop(0))
    while parts and parts[-1] in EMPTY_WORDS:
        last -= len(parts.pop())
    return first, last


def _is_name(task: TaskText, first: int, last: int, has_edges: bool) -> bool:
    """Is a word of it written as a name or a code, or is it a piece of Chinese, with
    numbers perhaps, that stands alone in the field? Short numbers stand anywhere."""
    run = task.words[first:last]
    if has_edges and len(run) > 1 and all(is_han(w) or w.fold.isdigit() for w in run):
        return any(map(is_han, run))
    return any(
        task.is_name(n)
        and (is_telling(task.words[n]) or task.is_quoted(task.span((n, n + 1))))
        and not (task.words[n].fold.isdigit() and len(task.words[n].fold) < MIN_DIGITS)
        for n in range(first, last)
    )
