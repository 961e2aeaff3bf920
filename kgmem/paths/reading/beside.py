"""What stands beside a value where a run read it: it tells which of several it is."""

from collections.abc import Iterator, Sequence
from itertools import islice

from kgmem.model.trajectory import Step
from kgmem.paths.reading.affixes import within
from kgmem.paths.reading.entered import entered_by
from kgmem.paths.reading.fields import leaves, texts_along
from kgmem.paths.reading.labels import shown_by
from kgmem.paths.reading.shown import Displayed, shown_after

Beside = tuple[str, str]
MAX_TEXTS = 12
"""Texts beside one value that are looked at."""
MAX_BACK = 30
"""Steps back that are looked through."""


def texts_beside(steps: Sequence[Step], place: int, value: str) -> list[Beside]:
    """The texts around the elements that showed the value last, of the `page`, and the
    fields of the records that held it, of a `record`; none where the run had entered
    it before."""
    for n in range(place - 1, max(-2, place - MAX_BACK), -1):
        found = list(islice(_beside(shown_after(steps, n), value), MAX_TEXTS))
        if found:
            return found
        if n >= 0 and value in entered_by(steps[n]):
            return []
    return []


def _beside(shown: Displayed, value: str) -> Iterator[Beside]:
    for path, text in leaves(shown.result):
        if text == value:
            yield from (("record", one) for one in texts_along(shown.result, path))
    for element in shown.elements:
        if any(next(within(text, value), None) for text in shown_by(element)):
            yield from (("page", one) for one in element.container if one)
