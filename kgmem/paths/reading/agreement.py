"""What several runs have in common: the places that hold in each of them."""

from collections.abc import Sequence

from kgmem.model.base import normalize
from kgmem.model.source import ValueSource
from kgmem.model.trajectory import Step
from kgmem.paths.reading.entered import entered_by
from kgmem.paths.reading.fields import AND
from kgmem.paths.reading.known import TaskSaid
from kgmem.paths.reading.shown import shown_after
from kgmem.paths.reading.sources import Wanted, places_in

SHORT = 3
"""Letters and digits of a number from which it is hardly there by chance,"""
WORD = 4
"""and letters of a word."""
_HAN = 2
"""Han characters of a word."""


def is_telling(value: str) -> bool:
    """Is it hardly on a page by chance, as `1` and `yes` are?"""
    letters = [c for c in normalize(value) if c.isalnum()]
    if any(map(str.isdecimal, letters)):
        return len(letters) >= SHORT
    is_latin = all(map(str.isascii, letters))
    return len(letters) >= (WORD if is_latin else _HAN)


def was_shown(steps: Sequence[Step], wanted: Wanted) -> bool:
    """Was the value to be seen before the run entered it?"""
    for n in range(-1, wanted.place):
        if n >= 0 and wanted.value in entered_by(steps[n]):
            return False
        if next(places_in(shown_after(steps, n), wanted.value, TaskSaid()), None):
            return True
    return False


def has_shown(steps: Sequence[Step], place: int) -> bool:
    """Is anything known of what the run saw before this step?"""
    return any(not shown_after(steps, n).is_empty for n in range(-1, place))


def held_by_all(
    found: Sequence[Sequence[ValueSource]], told: Sequence[TaskSaid] = ()
) -> list[ValueSource]:
    """The sources of the first run that all others have, too. `told`: of each run, what
    its task says, where the runs are of several tasks: that may differ."""
    if not found:
        return []
    known = told or [TaskSaid()] * len(found)
    own, *others = [
        [_place(one, by) for one in sources]
        for sources, by in zip(found, known, strict=True)
    ]
    sets = [set(places) for places in others]
    held = [
        one
        for one, place in zip(found[0], own, strict=True)
        if all(place in places for places in sets)
    ]
    kinds = {one.kind_of_value for sources in found for one in sources}
    return held if len(kinds) == 1 else [*map(_of_any_kind, held)]


def _of_any_kind(source: ValueSource) -> ValueSource:
    return source.model_copy(update={"kind_of_value": None})


def _place(source: ValueSource, known: TaskSaid) -> tuple[object, ...]:
    at = tuple(without_told(one, known) for one in source.at)
    where = source.step, source.kind, at, source.role
    return *where, source.before, source.after, source.transform


def without_told(text: str, known: TaskSaid) -> str:
    """A text by which a place is told, without what the task says of it."""
    if text.startswith("["):
        parts = (one.partition("=") for one in text.strip("[]").split(AND))
        told = (
            f"{f}=…" if known.told(value) else f"{f}={value}" for f, _, value in parts
        )
        return AND.join(told)
    return "…" if known.told(text) else text
