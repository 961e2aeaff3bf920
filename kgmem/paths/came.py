"""What a step brought about: the address that it led to, how its element stands."""

from collections.abc import Iterator, Sequence

from kgmem.model.pattern import Expectation
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Mark, Page, Step
from kgmem.paths.marks import DATE, MONTH

_NOTHING = Expectation()
CLASS = "class"


def came_of(steps: Sequence[Step], address: str | None) -> Expectation | None:
    """What all runs of one step tell of its effect beside the address, and of the page
    that it was done on; None where nothing is known."""
    before = [step.page_before or Page() for step in steps]
    alerts = {step.page_after.alert if step.page_after else None for step in steps}
    turned = set.intersection(*(set(_turned(step)) for step in steps))
    expected = Expectation(
        url_template=address,
        stands={key: (was, state) for key, was, state in sorted(turned)},
        on=_shared_page(before),
        marks=_shared_marks([page.marks for page in before]),
        alerts=tuple(sorted(filter(None, alerts))) if None not in alerts else (),
    )
    return None if expected == _NOTHING else expected


def _turned(step: Step) -> Iterator[tuple[str, str, str]]:
    """Each state of its element that the step turned, before and after it."""
    after, target = step.page_after, step.target
    if after and target:
        for key, state in after.turned.items():
            was = target.name if key == "name" else target.attributes.get(key)
            was, state = _apart(was or "", state) if key == CLASS else (was, state)
            yield key, was or "", state


def _apart(one: str, other: str) -> tuple[str, str]:
    """The words that each has for itself."""
    here, there = set(one.split()), set(other.split())
    return " ".join(sorted(here - there)), " ".join(sorted(there - here))


def _shared_page(pages: Sequence[Page]) -> Page | None:
    """The address, title and heading that all have, and none asks for a password."""
    named = {
        (page.url and url_template(page.url), page.title, page.head) for page in pages
    }
    if len(named) > 1 or any(page.asks_password is not False for page in pages):
        return None
    return Page(**dict(zip(("url", "title", "head"), named.pop(), strict=True)))


def _shared_marks(every: Sequence[Sequence[Mark]]) -> tuple[Mark, ...]:
    """Those that all runs have, wherever they stand. That a number is the task's is
    believed where several clicks, or runs, came to it."""

    def is_shared(mark: Mark) -> bool:
        return all(any(mark.is_like(other) for other in marks) for marks in every)

    return tuple(
        mark
        for mark in every[0]
        if is_shared(mark)
        and (len(every) > 1 or mark.kind in (MONTH, DATE) or mark.times > 1)
    )
