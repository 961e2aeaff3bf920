"""Elements of a series that a task counts: the 2nd field is that with id `field2`."""

import re
from collections.abc import Iterator

from kgmem.generalize.grounding.fields import Field, Steps, Trust
from kgmem.generalize.grounding.matches import Match
from kgmem.generalize.grounding.task_text import TaskText
from kgmem.matching.transform import apply
from kgmem.model.kind import form_of
from kgmem.model.trajectory import Element

_NUMBERED = re.compile(r"(\D{1,80})(\d{1,6})(\D{0,80})")
"""An id with one number in it."""


def ordinal_matches(task: TaskText, steps: Steps) -> Iterator[Match]:
    """The text's ordinals that are the numbers of targets' ids, where the target has
    this place among its like, too: then the id counts as the text does."""
    said = {
        number: typed.span
        for typed in reversed(task.typed)
        if form_of(typed.kind).orders
        and (number := apply("ordinal", task.said(typed.span))) is not None
    }
    for n, step in steps.items() if said else ():
        own = step.target.attributes.get("id", "") if step.target else ""
        found = _NUMBERED.fullmatch(own)
        if (
            step.target
            and found
            and found[2] in said
            and _is_nth(step.target, found[2])
        ):
            field = Field(n, "attributes.id", own, Trust.LABEL)
            yield Match(said[found[2]], field, "ordinal", found[1], found[3])


def _is_nth(element: Element, number: str) -> bool:
    """Does it stand there, by the record or as the last step of its path says?"""
    is_counted = str(element.ordinal) == number
    return is_counted or (element.path or "").endswith(f"[{number}]")
