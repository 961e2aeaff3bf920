"""Data beside its label: what is called "Phone:" by the text before it, and by its own
name only what the phone number is."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kgmem.generalize.steps.lift import Lifted, MemberRun, is_named_by_value
from kgmem.model.base import normalize
from kgmem.model.texts import template as templates
from kgmem.model.texts.template import Hole
from kgmem.paths.fits import GENERIC, look

_SORTS = GENERIC | {"cell", "gridcell", "link", "listitem"}
"""Kinds that hold data. What a button is called says what it does."""
_MARK = re.compile(r"\s*[:：]\s*")


def without_labelled_data(
    runs: Sequence[MemberRun], paths: Iterable[Sequence[Lifted]]
) -> list[tuple[Lifted, ...]]:
    """The steps; without the name of an element of which a value of the task is the
    label, in a row that another value tells: another row holds other data there. A
    class that is such a value is told as that."""
    return [
        tuple(_told_by_label(run, step) for step in steps)
        for run, steps in zip(runs, paths, strict=True)
    ]


def _told_by_label(run: MemberRun, step: Lifted) -> Lifted:
    label = _label(step)
    if label is None or step.target is None or not _is_data(step, label):
        return step
    attributes = dict(step.target.attributes)
    said, classes = run.bindings.get(label.slot), attributes.get("class", "")
    if isinstance(said, str) and normalize(said) == normalize(classes):
        attributes["class"] = str(Hole(label.slot))
    bare = {"name": None, "text": None, "attributes": attributes}
    target = step.target.model_copy(update=bare)
    return replace(step, target=target, look=look(target))


def _is_data(step: Lifted, label: Hole) -> bool:
    seen = step.look
    if seen is None or seen.sure or not seen.name or is_named_by_value(step):
        return False
    is_in_row = any(hole.slot != label.slot for hole in step.picks)
    return is_in_row and seen.kind in _SORTS and step.step.does.presses == "once"


def _label(step: Lifted) -> Hole | None:
    """The value that is all of the nearest text around, but for the mark of a label."""
    nearest = step.target.nearest() if step.target else ""
    match templates.parts(nearest):
        case (Hole() as hole, str() as mark) if _MARK.fullmatch(mark):
            return hole
    return None
