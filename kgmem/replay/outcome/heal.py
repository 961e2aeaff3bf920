"""How the element that was really used is told, where the record tells otherwise."""

from collections.abc import Iterator

from kgmem.model.base import normalize
from kgmem.model.plan import PlanStep
from kgmem.model.texts.shape import is_chosen, looks_generated
from kgmem.model.trajectory import Element, Locator
from kgmem.paths.fits import PART_OF_NAME, Look, look
from kgmem.replay.locate.known import MAX_LENGTH, known, leads_nowhere, varies

__all__ = ["healed"]


def healed(step: PlanStep, element: Element) -> tuple[Locator, ...]:
    """The locators of the element by which the step's target is not known yet, the
    most trusted first: `test_id`, `id`, `text`, `href`, `field`, `class`, `path`.

    Only what somebody chose, and nothing that may hold a value: no generated or
    numbered ids and classes, no words or addresses with digits. None for a step whose
    target is another one for other values.
    """
    target = step.target
    if target is None or step.varies:
        return ()
    told = look(target)
    if PART_OF_NAME in target.locators:
        return ()
    before = {_folded(*one) for one in (*_told(target, told), *_known(target))}
    return tuple(
        Locator(kind=kind, value=value)
        for kind, value in _told(element, look(element))
        if _folded(kind, value) not in before and len(value) <= MAX_LENGTH
    )


_KINDS = {
    "test_id": "test_id",
    "id": "id",
    "name": "text",
    "href": "href",
    "field": "field",
    "classes": "class",
    "path": "path",
}
"""Kinds of locators by the evidence that they are, see `known`."""


def _known(target: Element) -> Iterator[tuple[str, str]]:
    told = known(target)
    for evidence, kind in _KINDS.items():
        for value in told.of(evidence):
            yield kind, value


def _folded(kind: str, value: str) -> tuple[str, str]:
    return kind, normalize(value) if kind == "text" else value


def _told(element: Element, seen: Look) -> Iterator[tuple[str, str]]:
    """Kinds and values of the locators that can be trusted."""
    attributes = element.attributes
    href, field = attributes.get("href"), attributes.get("name")
    for how in ("test_id", "id"):
        if value := seen.evidence.get(how):
            yield how, value
    if seen.name and not varies(words := element.name or seen.name):
        yield "text", words
    if href and not varies(href) and not leads_nowhere(href):
        yield "href", href
    if field and is_chosen(field):
        yield "field", field
    if seen.classes:
        yield "class", " ".join(sorted(seen.classes))
    if element.path and not looks_generated(element.path):
        yield "path", element.path
