"""What of its pages a run keeps: what shows a value that it enters later."""

from collections.abc import Iterator, Sequence
from itertools import islice
from urllib.parse import parse_qsl, unquote, urlsplit

from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.trajectory import Element, Step
from kgmem.paths.reading.affixes import within
from kgmem.paths.reading.entered import entered_by
from kgmem.paths.reading.labels import shown_by
from kgmem.paths.reading.shown import shown_after

RECORDS = frozenset({"row", "cell", "gridcell", "listitem", "treeitem", "tr", "td"})
"""Kinds of elements that stand for a record."""
MAX_KEPT = 12
"""Elements of a page that are kept for one value,"""
MAX_PAGES = 3
"""of so many pages, the last ones."""


def read_later(steps: Sequence[Step], task: str) -> dict[int, tuple[Element, ...]]:
    """By the index of a step, the elements on the page after it that show a value which
    a later step uses and the task does not tell; -1: on the page before the first."""
    found: dict[int, list[Element]] = {}
    seen = [shown_after(steps, n).elements for n in range(-1, len(steps))]
    if not any(seen):
        return {}
    words = normalize(task)
    used: set[str] = set()
    for place, step in enumerate(steps):
        for value in dict.fromkeys(_used(step)):
            if value in used or not normalize(value) or normalize(value) in words:
                continue
            used.add(value)
            for n, kept in islice(_pages_showing(seen[: place + 1], value), MAX_PAGES):
                held = found.setdefault(n, [])
                held += [one for one in kept if one not in held]
    return {n: tuple(elements) for n, elements in found.items()}


def _pages_showing(
    seen: Sequence[Sequence[Element]], value: str
) -> Iterator[tuple[int, list[Element]]]:
    """The pages that show it, the last first, by the index of the step before."""
    for n in range(len(seen) - 2, -2, -1):
        if kept := _showing(seen[n + 1], value):
            yield n, kept


def _showing(elements: Sequence[Element], value: str) -> list[Element]:
    found = (
        one
        for one in elements
        if any(next(within(text, value), None) for text in shown_by(one))
    )
    return list(islice(found, MAX_KEPT))


def _used(step: Step) -> Iterator[str]:
    yield from entered_by(step)
    if step.value and step.does.enters == "address":
        yield from in_address(step.value)
    if step.target and step.does.only_points and kind_of(step.target) in RECORDS:
        yield step.target.label()


def in_address(url: str) -> list[str]:
    """The parts of an address's path and the values of its query, decoded."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return []
    asked = [value for _, value in parse_qsl(parts.query)]
    return [*map(unquote, filter(None, parts.path.split("/"))), *asked]
