"""Spans of a task's text that a run uses: values that were typed, chosen, clicked or
handed to a tool."""

import re
from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from kgmem.generalize.grounding.fields import (
    PATH,
    READ_OF_PAGE,
    Field,
    Steps,
    Trust,
    fields_of,
    steps_of,
)
from kgmem.generalize.grounding.lists import with_lists
from kgmem.generalize.grounding.matches import (
    Match,
    contained_matches,
    spelling,
    whole_matches,
)
from kgmem.generalize.grounding.task_text import TaskText, within
from kgmem.generalize.plain import Grounding, RunSteps
from kgmem.language.words import Span, folds, words
from kgmem.pace import breathe

_BETWEEN = re.compile(r"\w")
MAX_FIELDS = 1_000
"""Fields of a run that are looked at."""


def ground(text: str, run: RunSteps, app: str | None = None) -> tuple[Grounding, ...]:
    """The spans of the text that the run uses, in the text's order, none over another.

    Fields that are a span as a whole (up to case, width, white space and transforms)
    come before those that hold one among other words; values before labels, labels
    before the texts around them; longer spans before shorter ones. The app's name,
    where no step holds it, is a use by step -1.
    """
    breathe()
    task = TaskText(text)
    steps = steps_of(run)
    found = [
        _as_chosen(field, steps, task)
        for field in islice(fields_of(steps), MAX_FIELDS)
        if field.part != READ_OF_PAGE or _is_of_record(field.text, text)
    ]
    fields = [field for field in found if not field.part.startswith(PATH)]
    held = _Held(task, steps)
    _hold_wholes(held, [(field, whole_matches(task, field)) for field in fields])
    _hold_contained(held, fields)
    _hold_paths(held, [field for field in found if field.part.startswith(PATH)])
    _free_labels(held)
    if app:
        _hold_app(held, app)
    return with_lists(task, steps, held.in_order())


def _as_chosen(field: Field, steps: Steps, task: TaskText) -> Field:
    """The name of an option by the page's own word for it, where the text says that and
    not all of the name: `Dog` for `Dog All breeds`."""
    target = steps[field.step].target
    options = target.options if target and field.part == "name" else ()
    word = next((one.value for one in options if one.label == field.text), None)
    by_word = replace(field, text=word) if word else field
    return by_word if whole_matches(task, by_word) else field


def _is_of_record(beside: str, task: str) -> bool:
    """Is what stands beside a value that was read data of the same record, and no label
    that the task says, too? It has a number, or is a name in the task as well."""
    is_name = beside != beside.lower() and beside in task
    return is_name or any(map(str.isdecimal, beside))


class _Held:
    """The spans that are grounded so far, with the fields that hold them."""

    def __init__(self, task: TaskText, steps: Steps) -> None:
        self.task = task
        self.steps = steps
        self.fields: set[Field] = set()
        self._spans: list[Span] = []
        self._matches: dict[Span, list[Match]] = {}

    def matches(self, span: Span) -> Sequence[Match]:
        """The fields that hold this very span."""
        return self._matches.get(span, ())

    def holds(self, step: int, span: Span) -> bool:
        """Does a field of this step hold the span?"""
        return any(match.field.step == step for match in self.matches(span))

    def in_order(self) -> dict[Span, list[Match]]:
        """Spans in the text's order, the fields of each in the run's."""
        return {
            span: sorted(self._matches[span], key=lambda match: match.field.step)
            for span in self._spans
        }

    def over(self, span: Span) -> list[Span]:
        """Grounded spans that share a character with this one."""
        at = max(bisect_left(self._spans, span) - 1, 0)
        found: list[Span] = []
        for other in self._spans[at:]:
            if other[0] >= span[1]:
                break
            if span[0] < other[1]:
                found.append(other)
        return found

    def add(self, match: Match) -> None:
        """Take a match whose span is free or grounded already."""
        if match.span not in self._matches:
            insort(self._spans, match.span)
            self._matches[match.span] = []
        self._matches[match.span].append(match)
        self.fields.add(match.field)

    def remove(self, span: Span) -> list[Match]:
        """Give the span free; the matches that it had."""
        self._spans.remove(span)
        return self._matches.pop(span)


def _hold(held: _Held, match: Match) -> bool:
    """Take the match if its span is free, or held itself."""
    if held.over(match.span) not in ([], [match.span]):
        return False
    held.add(match)
    return True


# Whole fields -------------------------------------------------------------------------


def _hold_wholes(held: _Held, wholes: Sequence[tuple[Field, list[Match]]]) -> None:
    """Of each field the best span that is free; fields that say most come first."""
    found = [(f, places) for f, places in wholes if places]
    for _, places in sorted(found, key=_order_of_wholes):
        any(_hold(held, match) for match in places)


def _order_of_wholes(found: tuple[Field, list[Match]]) -> tuple[int, int, int]:
    field, places = found
    return field.trust, places[0].span[0] - places[0].span[1], field.step


# Among other words --------------------------------------------------------------------


def _hold_contained(held: _Held, fields: Sequence[Field]) -> None:
    found = [
        match
        for field in fields
        if field not in held.fields
        for match in contained_matches(held.task, field)
    ]
    for match in sorted(found, key=_order_of_contained):
        for one in _cut_to_held(held, match):
            is_context = one.field.trust == Trust.CONTEXT
            if not (is_context and held.holds(one.field.step, one.span)):
                _hold(held, one)


def _order_of_contained(match: Match) -> tuple[int, int, int, str]:
    field = match.field
    return field.trust, match.span[0] - match.span[1], field.step, field.part


def _cut_to_held(held: _Held, match: Match) -> Iterator[Match]:
    """The match, or those of the grounded spans that lie within its span."""
    over = held.over(match.span)
    if not over:
        yield match
    for span in over:
        if within(span, match.span) and (one := _part(held.task, match, span)):
            yield one


def _part(task: TaskText, match: Match, span: Span) -> Match | None:
    """The match of but the words of the span; None if the field has them otherwise."""
    field, shift = match.field, len(match.before)
    said = [task.words[n] for n in task.inside(match.span)]
    found = words(field.text[shift : len(field.text) - len(match.after)])
    inside = [n for n, w in enumerate(said) if within((w.start, w.end), span)]
    while inside and said[inside[0]].is_mark:
        del inside[0]
    if not inside or [w.fold for w in said] != [w.fold for w in found]:
        return None
    own = said[inside[0]].start, said[inside[-1]].end
    start, end = shift + found[inside[0]].start, shift + found[inside[-1]].end
    change = spelling(task.said(own), field.text[start:end])
    return Match(own, field, change, field.text[:start], field.text[end:])


# Addresses, app -----------------------------------------------------------------------


def _hold_paths(held: _Held, fields: Sequence[Field]) -> None:
    """Parts of paths of addresses that hold no value as they are."""
    known = {field.step for field in held.fields if field.part == "value"}
    for field in fields:
        if field.step not in known:
            any(_hold(held, match) for match in whole_matches(held.task, field))


def _free_labels(held: _Held) -> None:
    """Give free what fields are called, where the value that goes in stands right
    beside it: `severity` in "severity major" tells which value that is."""
    for span, matches in held.in_order().items():
        if all(_labels_value(held, span, match.field) for match in matches):
            held.remove(span)


def _labels_value(held: _Held, span: Span, field: Field) -> bool:
    step = held.steps.get(field.step)
    if field.trust != Trust.LABEL or step is None or not step.does.fills:
        return False
    return any(
        match.field.step == field.step and match.field.part == "value"
        for other, matches in held.in_order().items()
        if not _BETWEEN.search(
            held.task.text[min(other[1], span[1]) : max(other[0], span[0])]
        )
        for match in matches
    )


def _hold_app(held: _Held, app: str) -> None:
    """The app's name, where no step holds it."""
    for place in held.task.occurrences(folds(app)):
        span = held.task.span(place)
        if held.over(span):
            continue
        held.add(Match(span, Field(-1, "app", app, Trust.VALUE)))
        return
