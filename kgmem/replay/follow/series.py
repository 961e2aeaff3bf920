"""A step for any element like its target, one after the other: tabs, pages, folders."""

from collections.abc import Sequence

from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element


def is_series(step: PlanStep) -> bool:
    """Is its target told by its class alone: any element like that?"""
    target = step.target
    is_unnamed = target is not None and not target.label() and target.path is None
    return step.does.presses == "once" and is_unnamed and _classes_of(target) != set()


def next_of_series(
    step: PlanStep, page: Sequence[Element], tried: set[str]
) -> int | None:
    """The place of the first like element that was not tried before; it is noted in
    `tried`."""
    for n, one in enumerate(page):
        if _is_like(step.target, one) and (key := _key(n, one)) not in tried:
            tried.add(key)
            return n
    return None


def _key(place: int, element: Element) -> str:
    return element.path or element.label() or str(place)


def _is_like(target: Element | None, element: Element) -> bool:
    if target is None or (target.role, target.tag) != (element.role, element.tag):
        return False
    return _classes_of(target) <= _classes_of(element)


def _classes_of(element: Element | None) -> set[str]:
    return set(element.attributes.get("class", "").split()) if element else set()
