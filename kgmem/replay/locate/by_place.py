"""An element of which a record tells its place alone: the task's words have to say that
what stands there now is what was meant."""

from collections.abc import Sequence

from kgmem.model.base import normalize
from kgmem.model.health import Located
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element
from kgmem.paths.fits import contains_words
from kgmem.replay.locate.seen import LABELS, spelled_out

CONFIDENCE = 0.75
"""Of what is at the old place and named by the task: either alone may be chance."""
_TOLD_BY = ("name", "text", "test_id", "frame", "ordinal", "container")


def is_by_place(step: PlanStep) -> bool:
    """Does the record tell a path, and nothing that says which element it is?"""
    target = step.target and spelled_out(step.target)
    if target is None or not target.path or step.irreversible or step.varies:
        return False
    told = [getattr(target, field) for field in _TOLD_BY]
    marks = ("id", "name", "href", *LABELS)
    return not any(told) and not any(map(target.attributes.get, marks))


def named_at_place(
    step: PlanStep, page: Sequence[Element], task: str
) -> Located | None:
    """The element at the step's path, where the task names it and none of its like;
    None where it does not, as in a list that has shifted."""
    path = spelled_out(step.target).path if step.target else None
    here = [n for n, one in enumerate(page) if one.path == path and not one.frame]
    if path is None or len(here) != 1:
        return None
    found, asked = page[here[0]], normalize(task)
    like = (one for one in page if one.tag == found.tag)
    if [one for one in like if _is_named(one, asked)] != [found]:
        return None
    return Located(
        index=here[0],
        element=found,
        element_id=found.element_id,
        confidence=CONFIDENCE,
        margin=CONFIDENCE,
        evidence={"path": 1.0, "task": 1.0},
    )


def _is_named(element: Element, asked: str) -> bool:
    called = normalize(element.label())
    return bool(called) and contains_words(asked, called)
