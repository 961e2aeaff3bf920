"""What stands around an element and holds a value of the one request that its runs are
of, written otherwise than values are found: a path keeps none of it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kgmem.generalize.steps.lift import Lifted, MemberRun
from kgmem.matching.squeezed import holds, squeezed
from kgmem.model.texts import template as templates
from kgmem.paths.step_text import in_place


def without_own_content(
    runs: Sequence[MemberRun], paths: Iterable[Sequence[Lifted]]
) -> list[tuple[Lifted, ...]]:
    """The steps without the texts around their targets that hold a value which all
    runs have: "Editing_OrderGuide" around a box. Where values differ, what they have
    in common is the page's own."""
    values = _common_values(runs)
    return [tuple(_without(step, values) for step in steps) for steps in paths]


def _common_values(runs: Sequence[MemberRun]) -> frozenset[str]:
    """The values of the slots for which all runs have one value, without such as only
    call a field by its label: these are the page's own words."""
    told = [
        {(name, squeezed(item)) for name, given in run.bindings.items()
         if not _is_label(run, name)
         for item in ([given] if isinstance(given, str) else given)}
        for run in runs
    ]  # fmt: skip
    common = set.intersection(*told) if told else set()
    return frozenset(value for _, value in common)


def _is_label(run: MemberRun, slot: str) -> bool:
    """Does the value stand around what is filled in, and nowhere else?"""
    uses = [use for use in run.uses if use.slot == slot]
    return bool(uses) and all(
        use.part.startswith("container.") and run.steps[use.step].does.fills
        for use in uses
    )


def _without(step: Lifted, values: frozenset[str]) -> Lifted:
    if step.target is None or not values:
        return step
    kept = in_place(
        text if templates.holes(text) or not holds(text, values) else None
        for text in step.target.container
    )
    if kept == step.target.container:
        return step
    return replace(step, target=step.target.model_copy(update={"container": kept}))
