"""Why a plan was not followed to its end: was the path at fault, or something else?"""

import difflib
from collections.abc import Mapping, Sequence
from typing import Literal

from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.plan import Plan, PlanStep
from kgmem.model.trajectory import Element, Page
from kgmem.paths.fits import GENERIC
from kgmem.replay.follow.checks import bears, texts_of_element, values_of

StopKind = Literal[
    "not located",
    "not done",
    "not expected",
    "not confirmed",
    "other values",
    "no value",
    "asks for more",
    "covered",
    "no answer",
    "no such option",
    "out of reach",
    "unforeseen",
]
"""Why a plan was not followed to its end: an element is not surely there; the driver
could not act; what should show did not; nobody allowed what can't be taken back; what
the page holds is not what the task says; a value that the plan asks for is not given,
see `Plan.answered`; the task asks for what the plan is not known to do, see
`Plan.settled`; something lies over the page, it asks for a login, or nothing was
loaded; the driver raised an error; a choice has no such option; the driver can't turn
to the step's tab, or not answer what the page will ask; the page asked what nobody had
foreseen."""
Cause = Literal["blocked", "absent", "refused", "failure", "unknown"]
"""What a stop is reported as, see `ReplayOutcome`."""
_CAUSES: Mapping[StopKind, Cause] = {
    "covered": "blocked",
    "no answer": "blocked",
    "no such option": "refused",
    "not expected": "unknown",
    "not confirmed": "unknown",
    "other values": "unknown",
    "no value": "unknown",
    "asks for more": "unknown",
    "out of reach": "unknown",
    "unforeseen": "unknown",
}
"""Of stops that tell it by themselves."""
OVERLAYS = frozenset({"dialog", "alertdialog"})
"""Roles and tags of what lies over a page,"""
OVERLAY_CLASSES = frozenset({"modal", "overlay", "popup", "backdrop", "lightbox"})
"""and class names that web pages give it."""
_NO_PAGE = ("chrome-error:", "about:neterror", "about:certerror")
"""How the addresses begin that browsers give in the place of a page."""
_CONTENT = GENERIC | {
    "option", "row", "listitem", "menuitem", "menuitemradio", "treeitem", "cell",
    "gridcell", "link", "radio", "article", "heading", "img",
}  # fmt: skip
"""Kinds whose names are what they hold, and not what they do."""


class Stop(Exception):
    """The plan can't be followed from this step on."""

    def __init__(self, step: PlanStep, why: StopKind, reason: str) -> None:
        super().__init__(f"step {step.n}: {reason}")
        self.step = step
        self.why = why


def cause_of(stop: Stop, plan: Plan, changed: bool, changed_data: bool) -> Cause:
    """What a stop says of the path: what is not there before anything was `changed`, or
    which one is meant is told by the task, is nothing against it."""
    if stop.why in _CAUSES:
        is_unlisted = stop.why == "no such option" and not changed_data
        gives = any(step.does.gives for step in plan.steps)
        return "absent" if is_unlisted and gives else _CAUSES[stop.why]
    if stop.why == "not located" and not changed_data:
        is_part = changed and not stop.step.does.gives
        return "failure" if is_part and not is_asked_for(stop.step, plan) else "absent"
    return "failure"


def is_shut_out(page: Page, step: PlanStep) -> bool:
    """Is there no page, or something that lies over the step's element?"""
    if (page.url or "").startswith(_NO_PAGE):
        return True
    return any(is_overlay(one) and not _holds(one, step) for one in page.elements)


def is_overlay(element: Element) -> bool:
    """Does it lie over the page and take its clicks?"""
    attributes = element.attributes
    if attributes.get("aria-hidden") == "true":
        return False
    if kind_of(element) in OVERLAYS or attributes.get("aria-modal") == "true":
        return True
    names = f"{attributes.get('class', '')} {attributes.get('classes', '')}"
    return not OVERLAY_CLASSES.isdisjoint(names.casefold().split())


def _holds(overlay: Element, step: PlanStep) -> bool:
    """Is the step's element known to stand in it?"""
    target, called = step.target, normalize(overlay.label())
    if target is None or not called:
        return False
    return called in map(normalize, (*target.container, target.label()))


def is_asked_for(step: PlanStep, plan: Plan) -> bool:
    """Does the task say which element the step means, or what shows when it is done?
    Then that it is not there says nothing of the path."""
    meant = [one for one in (step.target, step.destination) if one]
    texts: list[str] = []
    if step.until is not None:
        meant += step.until.elements
        texts += map(normalize, step.until.texts)
    texts += map(texts_of_element, meant)
    values = [one for one in values_of(plan.bindings) if one.strip()]
    if step.varies or any(bears(text, value) for text in texts for value in values):
        return True
    names = [one.label() for one in meant if kind_of(one) in _CONTENT]
    return any(bears(normalize(plan.task), name) for name in names)


def changes_data(step: PlanStep) -> bool:
    """Does it do more than show or fill in something?"""
    does = step.does
    return step.irreversible or does.is_call or does.has_destination


def nearest(named: str, known: Sequence[str], most: int = 5) -> list[str]:
    """Of these names the most like one, the best first."""

    def likeness(one: str) -> float:
        return difflib.SequenceMatcher(None, normalize(one), normalize(named)).ratio()

    return sorted(dict.fromkeys(known), key=likeness, reverse=True)[:most]
