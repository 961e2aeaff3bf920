"""What a report says of the plan's steps and of their locators."""

from collections.abc import Sequence
from dataclasses import replace

from kgmem.graph.runs.outcomes import StepOutcome
from kgmem.model.base import normalize
from kgmem.model.plan import Plan, PlanStep
from kgmem.model.trajectory import UNCOUNTED, Element, Locator
from kgmem.paths.step_text import texts_of_element
from kgmem.redact import Redactor
from kgmem.replay.follow.checks import values_of
from kgmem.replay.outcome.heal import healed
from kgmem.replay.outcome.told import PlanReport


def step_outcomes(told: PlanReport, redactor: Redactor) -> dict[int, StepOutcome]:
    """How each recorded step did, by its number; one that was taken several times
    worked if it did so each time. What was not reached is not in it."""
    found: dict[int, StepOutcome] = {}
    for step in told.plan.steps:
        worked = step_worked(step, told)
        if step.source is None or worked is None:
            continue
        known = found.get(step.source)
        if known is not None:
            found[step.source] = replace(known, worked=known.worked and worked)
        else:
            found[step.source] = _outcome(step, worked, told, redactor)
    return found


def step_worked(step: PlanStep, told: PlanReport) -> bool | None:
    """Did it? None where it is not known: not reached, kept from it by something else
    than the path, or perhaps left out."""
    if step.n == told.failed_step:
        return None if told.outcome in UNCOUNTED else False
    if told.steps_done is not None and step.n not in told.steps_done:
        return None
    if told.outcome != "success" and step.n >= (told.failed_step or 0):
        return None
    if step.need == "required":
        return True
    return True if element_of(step, told) is not None else None


def element_of(step: PlanStep, told: PlanReport) -> Element | None:
    """The element that was used, where it was told."""
    located = (told.located or {}).get(step.n)
    return located.element if located else None


def end_of(step: PlanStep, told: PlanReport) -> Element | None:
    """The element on which it ended, where it was told."""
    located = (told.located or {}).get(step.n)
    return located.destination.element if located and located.destination else None


def _outcome(
    step: PlanStep, worked: bool, told: PlanReport, redactor: Redactor
) -> StepOutcome:
    """With the locators of the elements that were used, where the step worked."""
    found = StepOutcome(worked)
    element, end = element_of(step, told), end_of(step, told)
    if worked and element is not None and step.target is not None and not step.varies:
        found = _told_by(step, step.target, element, told, redactor)
    if worked and end is not None and step.destination is not None:
        at_end = step.model_copy(update={"target": step.destination, "varies": False})
        if not _names_a_value(step.destination, told.plan):
            outcome = _told_by(at_end, step.destination, end, told, redactor)
            return replace(found, destination=outcome)
    return found


def _names_a_value(element: Element, plan: Plan) -> bool:
    """Is it another element for other values?"""
    said = [normalize(text) for text in texts_of_element(element)]
    values = [normalize(value) for value in values_of(plan.bindings) if value.strip()]
    return any(value in text for value in values for text in said)


def _told_by(
    step: PlanStep,
    target: Element,
    element: Element,
    told: PlanReport,
    redactor: Redactor,
) -> StepOutcome:
    """Which locators of `target` told the element that was used, and new ones; those
    that may hold a value of this task are left out."""
    values = [value.casefold() for value in values_of(told.plan.bindings) if value]
    new = [one for one in healed(step, element) if not _holds(one, values)]
    holding = healed(step.model_copy(update={"target": Element()}), element)
    kinds = {one.kind for one in holding}
    old = [one for one in target.locators if one in holding]
    return StepOutcome(
        worked=True,
        met=tuple(_hidden(one, redactor, told.plan.task) for one in (*old, *new)),
        missed=tuple(
            one for one in target.locators if one.kind in kinds and one not in old
        ),
    )


def _holds(locator: Locator, values: Sequence[str]) -> bool:
    return any(value in locator.value.casefold() for value in values)


def _hidden(locator: Locator, redactor: Redactor, task: str) -> Locator:
    value = redactor.marked(redactor.text(locator.value), task)
    return Locator(kind=locator.kind, value=value)
