"""What is on a page at one moment, and what came of an act on it."""

from collections.abc import Sequence
from dataclasses import dataclass

from kgmem.model.option import OPTION_BY
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element, Page, Step
from kgmem.paths.declared import ASKS
from kgmem.redact.rules.names import kind_of_field
from kgmem.replay.follow.causes import Stop, nearest
from kgmem.replay.follow.options import is_said, option_like, options_of

MAX_TOLD = 5
"""Options that are told where the task says none."""


@dataclass(frozen=True, slots=True)
class View:
    """What was on the page at one moment."""

    given: Sequence[object]
    """The elements as the driver knows them,"""
    elements: Sequence[Element]
    """and as the memory does."""
    page: Page

    def options(self, index: int) -> list[tuple[str, str | None]]:
        """Name and own value of each option that a field is known to have."""
        return options_of(self.elements[index], self.given[index], self.elements)


def with_option(step: PlanStep, view: View, index: int) -> PlanStep | None:
    """The step with the value as the field's option is called; None where its options
    are known, and none is it. What is no name may be known to the driver alone."""
    options = view.options(index)
    if not options or step.value is None:
        return step
    by = step.params.get(OPTION_BY)
    named = option_like(step.value, options, by)
    is_unique = [name for name, _ in options].count(named or "") == 1
    if named is None or (by and not is_unique):
        return step if by else None
    params = {key: one for key, one in step.params.items() if key != OPTION_BY}
    return step.model_copy(update={"value": named, "params": params})


def recorded_option(
    step: PlanStep, view: View, index: int
) -> tuple[str, list[str]] | None:
    """What the field calls the option that was recorded by its own value or place, and
    all of its options; None where that is not known."""
    options = view.options(index)
    named = option_like(step.value or "", options, step.params.get(OPTION_BY))
    return None if named is None else (named, [name for name, _ in options])


def no_option(step: PlanStep, view: View, index: int) -> Stop:
    """The stop at a field that has no such option."""
    value = step.value or ""
    names = [name for name, _ in view.options(index)]
    near = ", ".join(map(repr, nearest(value, names)))
    return Stop(step, "no such option", f"no option {value!r}; near it: {near}")


def none_said(step: PlanStep, view: View, index: int, task: str) -> Stop | None:
    """The stop at a field none of whose options the task says, with some of them; None
    where it says one, or they are not known."""
    options = view.options(index)
    if not options or is_said(task, options):
        return None
    shown = ", ".join(repr(name) for name, _ in options[:MAX_TOLD] if name)
    return Stop(step, "no such option", f"no option that the task says; seen: {shown}")


def again(was: Element, index: int, page: Sequence[Element]) -> Element | None:
    """The element after it was acted on: at its place, else by its path or id."""
    if index < len(page) and _same(was, page[index]):
        return page[index]
    found = [one for one in page if _same(was, one)]
    return found[0] if len(found) == 1 else None


def _same(was: Element, now: Element) -> bool:
    if (was.role, was.tag) != (now.role, now.tag):
        return False
    if was.path or now.path:
        return was.path == now.path
    ids = was.attributes.get("id"), now.attributes.get("id")
    return ids[0] == ids[1] and (was.name, was.ordinal) == (now.name, now.ordinal)


def made(step: PlanStep, index: int | None, before: View, after: View) -> Step:
    """What was done as a step of a run."""
    changed = (before.page.url, before.elements) != (after.page.url, after.elements)
    hidden = _without_secrets(step)
    return Step(
        action=step.action,
        target=None if index is None else before.elements[index],
        destination=step.destination,
        value=hidden.value,
        params=hidden.params,
        page_before=before.page,
        page_after=after.page,
        effect=True if changed else None,
    )


def _without_secrets(step: PlanStep) -> PlanStep:
    """The step as it was planned where it asked for a secret, which is no part of a
    run; whoever follows that run is asked again."""
    secret = {name: one for name, one in step.answers if kind_of_field(name)}
    if not secret or step.value is None:
        return step
    value = step.value
    for name, one in secret.items():
        value = value.replace(one, f"{{{name}}}")
    params = {**step.params, ASKS: [*secret]}
    return step.model_copy(update={"value": value, "params": params})
