"""What a step brought about: the address that it led to, how its element stands."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from kgmem.model.pattern import Expectation
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Mark, Page, Step
from kgmem.paths.marks import MONTH

_Named = tuple[str | None, ...]
_Turned = tuple[str, str, str]


def came_of(steps: Sequence[Step], address: str | None) -> Expectation | None:
    """What all runs of one step tell of its effect beside the address, and of the page
    that it was done on; None where nothing is known."""
    stands = set.intersection(*(set(_turned(step)) for step in steps))
    pages = {_named(step.page_before) for step in steps}
    named = pages.pop() if len(pages) == 1 else None
    marks = _marks(
        [step.page_before.marks if step.page_before else () for step in steps]
    )
    said = [step.page_after.alert if step.page_after else None for step in steps]
    alerts = tuple(sorted({*filter(None, said)})) if all(said) else ()
    return _expected(address, tuple(sorted(stands)), named, marks, alerts)


def _marks(every: Sequence[Sequence[Mark]]) -> tuple[Mark, ...]:
    """Those that all runs have, wherever they stand. That a number is the task's is
    believed where several clicks, or runs, came to it."""
    first, *others = every
    kept = []
    for mark in first:
        told = _goes_with(mark)
        is_shared = all(told in map(_goes_with, marks) for marks in others)
        if is_shared and (others or mark.kind == MONTH or mark.times > 1):
            kept.append(mark)
    return tuple(kept)


def _goes_with(mark: Mark) -> tuple[object, ...]:
    return mark.kind, mark.nth, mark.of, mark.turns


def _turned(step: Step) -> Iterator[_Turned]:
    """Each state of its element that the step turned, before and after it."""
    after, target = step.page_after, step.target
    if after is None or target is None:
        return
    for key, state in after.turned.items():
        was = target.name if key == "name" else target.attributes.get(key)
        yield key, was or "", state


def _named(page: Page | None) -> _Named | None:
    """Address, title and heading of a page that is known to ask for no password."""
    if page is None or page.asks_password is not False:
        return None
    return page.url and url_template(page.url), page.title, page.head


@lru_cache(1 << 10)
def _expected(
    address: str | None,
    stands: tuple[_Turned, ...],
    named: _Named | None,
    marks: tuple[Mark, ...],
    alerts: tuple[str, ...],
) -> Expectation | None:
    if not (address or stands or named or marks or alerts):
        return None
    on = named and Page(url=named[0], title=named[1], head=named[2])
    return Expectation(
        url_template=address,
        stands={key: (was, state) for key, was, state in stands},
        on=on,
        marks=marks,
        alerts=alerts,
    )
