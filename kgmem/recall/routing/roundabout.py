"""What a path does besides, and another that comes to the same did without."""

from collections.abc import Sequence

from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import EDITABLE, TOGGLES, kind_of
from kgmem.model.plan import PlanStep
from kgmem.paths.fits import fits


def does_without(short: Sequence[PlanStep], long: Sequence[PlanStep]) -> bool:
    """Is it the long path without things that are but pressed on the way, and that fill
    no form? Both end with the same."""
    if not (short and long and _is_deed(long[-1], short[-1])):
        return False
    left, skipped = list(short), list[PlanStep]()
    for step in long:
        if left and _is_deed(step, left[0]):
            left.pop(0)
        else:
            skipped.append(step)
    return bool(skipped) and not left and all(map(_only_presses, skipped))


def _is_deed(one: PlanStep, other: PlanStep) -> bool:
    """The same, wherever it stands on its page?"""
    a, b = one.target, other.target
    if (one.action, one.value) != (other.action, other.value) or not (a and b):
        return False
    named = (normalize(a.label()), kind_of(a)), (normalize(b.label()), kind_of(b))
    return fits(a, b) or bool(named[0][0] and named[0] == named[1])


def _only_presses(step: PlanStep) -> bool:
    target = step.target
    is_form = target is not None and kind_of(target) in EDITABLE | TOGGLES | {"option"}
    return step.does.presses == "once" and not (is_form or step.irreversible)
