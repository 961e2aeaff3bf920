"""What is not settled of a task, in the task's own words, each part once.

What speaks against a path are single words and ends of values. Told are the parts of
the task that they stand in: a clause that turns the request, or holds no value, as a
whole; of one that says the values, the words beside them.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kgmem.language.clauses import QUOTED, clause_starts
from kgmem.language.typed import typed_spans
from kgmem.language.vocabulary import word_set
from kgmem.matching.assigning.units import TextUnit, units
from kgmem.matching.turning import roles_in

_OPENING = word_set("contrast") | word_set("turning.condition")
"""Words that a part of a task begins with, where blanks stand between words."""
_TURNING = word_set("turning.negation") | word_set("turning.condition")
_PARTING = frozenset(",;:.!?，；：。！？\n")

_BESIDE = ' ,;，；、"”』'
"""Marks between a value and what is said behind it."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A part of a task that its plan is not known to do."""

    words: str
    is_wording: bool
    """May it be nothing but other words for what the plan does? Else it changes the
    request: a negation, a condition, somebody else, one more thing to do."""


def in_own_words(
    task: str, found: Iterable[str], values: Collection[str]
) -> tuple[Unsettled, ...]:
    """The parts of the task that `found` stands in; `values` are those of the plan.
    What is a value, or no part of the task, stays as it is."""
    found = tuple(dict.fromkeys(found))
    placed = {one: _place(task, one) for one in found if one not in values}
    spans = sorted(span for span in placed.values() if span)
    heads = [head_of(value, found) for value in values]
    taken = [span for head in heads for span in _places(task, head)]
    ends = [span for value in values for span in _places(task, value)]
    told = [
        Unsettled(task[start:end], not _changes(task, (start, end), (*taken, *ends)))
        for start, end in _joined(task, [_part(task, one, taken) for one in spans])
    ]
    kept = (Unsettled(one, False) for one in found if not placed.get(one))
    return _each_once(told, kept)


def _place(task: str, words: str) -> Span | None:
    """Where it stands as whole words, without marks before it; None where it does
    not."""
    return next(iter(_places(task, words.lstrip(_BESIDE))), None)


def _places(task: str, words: str) -> Iterator[Span]:
    begins = {unit.start for unit in units(task)}
    at = task.find(words) if words else -1
    while at >= 0:
        is_whole = at in begins or not task[at : at + 1].isascii()
        if is_whole:
            yield at, at + len(words)
        at = task.find(words, at + 1)


def head_of(value: str, doubted: Iterable[str]) -> str:
    """The value without what is doubted at its end; all of a value that is as a
    whole."""
    ends = (one for one in doubted if value.endswith(one) and value != one)
    return value[: -max(map(len, ends), default=0) or None].rstrip(_BESIDE)


def _part(task: str, span: Span, taken: Sequence[Span]) -> Span:
    """The part of the task that it stands in, where that turns the request or holds no
    value; itself else."""
    for start, end in _parts(task):
        if start <= span[0] and span[1] <= end:
            is_free = not any(_meet((start, end), value) for value in taken)
            turns = _says_one_of(_TURNING, task, span) and not _is_within(span, taken)
            return (start, end) if is_free or turns else span
    return span


def _parts(task: str) -> Iterator[Span]:
    """Clauses, without the marks around them."""
    quoted = [one.span() for one in QUOTED.finditer(task)]
    found = [
        unit
        for unit in units(task)
        if not any(start < unit.start < end for start, end in quoted)
    ]
    cuts = {0, len(task), *clause_starts(task)}
    opens = False
    for unit in found:
        if unit.is_mark and unit.fold in _PARTING:
            cuts |= {unit.start, unit.end}
        is_opening = not unit.is_han and unit.fold in _OPENING
        if is_opening and not opens:
            cuts.add(unit.start)
        opens = is_opening
    for start, end in pairwise(sorted(cuts)):
        text = task[start:end]
        bare = text.strip(" \n,;:.!?，；：。！？")
        if bare:
            at = start + text.index(bare)
            yield at, at + len(bare)


def _joined(task: str, spans: Iterable[Span]) -> list[Span]:
    """Those that meet, or that little words alone part, as one."""
    made: list[Span] = []
    for start, end in sorted(spans):
        gap = _within(task, (made[-1][1], start)) if made else []
        if made and not any(one.is_content or one.is_mark for one in gap):
            made[-1] = made[-1][0], max(end, made[-1][1])
        else:
            made.append((start, end))
    return made


def _says_one_of(words: Collection[str], task: str, span: Span) -> bool:
    return any(unit.fold in words for unit in _within(task, span))


def _within(task: str, span: Span) -> list[TextUnit]:
    return [unit for unit in units(task) if span[0] <= unit.start < span[1]]


def _changes(task: str, span: Span, taken: Sequence[Span]) -> bool:
    """Does it change the request: by a word that turns it, a value of its own, a name,
    or as a clause of its own?"""
    text = task[slice(*span)]
    if _says_one_of(_TURNING, task, span) or roles_in(text) or typed_spans(text):
        return True
    if any(_meet(span, value) for value in taken):
        return True
    if any(unit.start and task[unit.start].isupper() for unit in _within(task, span)):
        return True
    return any(
        one == span and not any(_meet(one, value) for value in taken)
        for one in _parts(task)
    )


def _each_once(
    told: Sequence[Unsettled], kept: Iterable[Unsettled]
) -> tuple[Unsettled, ...]:
    """Each part once, and values of which no part is told."""
    once = [one for one in told if not _is_in_another(one, told)]
    values = [one for one in kept if not any(o.words in one.words for o in told)]
    return (*once, *(one for one in values if not _is_in_another(one, values)))


def _is_in_another(one: Unsettled, told: Iterable[Unsettled]) -> bool:
    return any(one.words in o.words for o in told if o.words != one.words)


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _is_within(span: Span, taken: Sequence[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in taken)
