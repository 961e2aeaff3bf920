"""A step for any element like its target, one after the other: tabs, pages, folders."""

from collections.abc import Sequence

from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element

_OPEN = ("aria-selected", "aria-current", "aria-expanded")
"""Attributes by which a page says that an element is open already."""


def is_series(step: PlanStep) -> bool:
    """Is its target told by its class alone: any element like that?"""
    target = step.target
    is_unnamed = target is not None and not target.label() and target.path is None
    return step.does.presses == "once" and is_unnamed and _classes_of(target) != set()


def next_of_series(
    step: PlanStep, page: Sequence[Element], tried: set[str]
) -> int | None:
    """The place of the first like element that was not open or tried before; it is
    noted in `tried`."""
    like = [(n, one) for n, one in enumerate(page) if _is_like(step.target, one)]
    tried.update(_key(n, one) for n, one in like if _is_open(one))
    left = ((n, _key(n, one)) for n, one in like)
    found = next(((n, key) for n, key in left if key not in tried), None)
    if found is None:
        return None
    tried.add(found[1])
    return found[0]


def _key(place: int, element: Element) -> str:
    return element.path or element.label() or str(place)


def _is_like(target: Element | None, element: Element) -> bool:
    if target is None or (target.role, target.tag) != (element.role, element.tag):
        return False
    return _classes_of(target) <= _classes_of(element)


def _classes_of(element: Element | None) -> set[str]:
    return set(element.attributes.get("class", "").split()) if element else set()


def _is_open(element: Element) -> bool:
    return any(element.attributes.get(how, "false") != "false" for how in _OPEN)
