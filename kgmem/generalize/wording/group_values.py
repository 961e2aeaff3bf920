"""What the values of a group's texts tell together that none tells alone."""

import re
from collections.abc import Sequence
from dataclasses import replace

from kgmem.generalize.plain import Grounding, TaskRuns
from kgmem.language.words import Span
from kgmem.model.base import normalize

MAX_AGAIN = 20
"""Other places of a value in its text that are looked at."""

Grounded = tuple[TaskRuns, Sequence[Grounding]]
"""A text and the values that its runs use, in the text's order."""


def agreed(texts: Sequence[Grounded]) -> list[tuple[Grounding, ...]]:
    """Each text's values after a comparison: with the other places of values that
    stand in every text as often."""
    parted = [(task, _ordered(values)) for task, values in texts]
    return [_ordered(values) for _, values in _with_repetitions(parted)]


def _ordered(values: Sequence[Grounding]) -> tuple[Grounding, ...]:
    return tuple(sorted(values, key=lambda one: one.span))


def _with_repetitions(texts: Sequence[Grounded]) -> list[Grounded]:
    """The n-th value of each text also where it stands again, if that is as often in
    all of them, and not always the same value."""
    having = [(task, values) for task, values in texts if values]
    added: dict[str, list[Grounding]] = {task.task_id: [] for task, _ in texts}
    for n in range(min((len(values) for _, values in having), default=0)):
        again = [_elsewhere(task.text, values[n], values) for task, values in having]
        said = {normalize(task.text[slice(*v[n].span)]) for task, v in having}
        if len(said) > 1 and len({len(spans) for spans in again}) == 1:
            for (task, values), spans in zip(having, again, strict=True):
                added[task.task_id] += [replace(values[n], span=span) for span in spans]
    return [(task, [*values, *added[task.task_id]]) for task, values in texts]


def _elsewhere(
    text: str, grounding: Grounding, values: Sequence[Grounding]
) -> list[Span]:
    """Where the value stands as whole words outside of all values; a list nowhere."""
    if grounding.items:
        return []
    value = re.escape(text[slice(*grounding.span)])
    found = [match.span() for match in re.finditer(value, text, re.IGNORECASE)]
    return [
        (start, end)
        for start, end in found[: MAX_AGAIN + 1]
        if not (_cuts_word(text, start) or _cuts_word(text, end))
        and all(end <= one.span[0] or one.span[1] <= start for one in values)
    ]


def _cuts_word(text: str, at: int) -> bool:
    left, right = text[at - 1 : at], text[at : at + 1]
    return left.isalnum() and right.isalnum() and (left + right).isascii()
