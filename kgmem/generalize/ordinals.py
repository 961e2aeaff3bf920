"""Elements of a series that a task counts: the 2nd field is the one with id `field2`."""

import re
from collections.abc import Iterator

from kgmem.generalize.fields import Field, Steps, Trust
from kgmem.generalize.matches import Match
from kgmem.generalize.task_text import TaskText
from kgmem.model.transform import apply
from kgmem.model.trajectory import Step

MAX_ON_PAGE = 300
"""Elements of a page that are looked at."""

_NUMBERED = re.compile(r"(\D{1,80})(\d{1,6})(\D{0,80})")
"""An id with one number in it."""


def ordinal_matches(task: TaskText, steps: Steps) -> Iterator[Match]:
    """The text's ordinals that are the numbers of targets' ids, where the page has
    others of the series."""
    said = {
        number: typed.span
        for typed in reversed(task.typed)
        if typed.kind == "ordinal"
        and (number := apply("ordinal", task.said(typed.span))) is not None
    }
    for n, step in steps.items() if said else ():
        own = step.target.attributes.get("id", "") if step.target else ""
        found = _NUMBERED.fullmatch(own)
        if found and found[2] in said and _is_of_series(found, step):
            field = Field(n, "attributes.id", own, Trust.LABEL)
            yield Match(said[found[2]], field, "ordinal", found[1], found[3])


def _is_of_series(own: re.Match[str], step: Step) -> bool:
    """Has the page a like id with another number?"""
    page = step.page_before
    others = (
        _NUMBERED.fullmatch(element.attributes.get("id", ""))
        for element in (page.elements[:MAX_ON_PAGE] if page else ())
    )
    return any(
        (other[1], other[3]) == (own[1], own[3]) and other[2] != own[2]
        for other in others
        if other
    )
