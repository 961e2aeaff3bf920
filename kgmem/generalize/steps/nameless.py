"""Targets of which the record gives no name: told by the text around them.

A checkbox is often recorded without its label, an icon without the row that it stands
in. Which of them a value means, the record does not say; but where there are as many
as there are values to account for, the value's text is to be looked for around it.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from kgmem.generalize.steps.lift import Lifted, MemberRun
from kgmem.model.texts.template import Hole
from kgmem.paths.fits import GENERIC, look
from kgmem.tuning import tuned

_TUNED = tuned("generalize.steps.nameless")


def is_nameless(step: Lifted) -> bool:
    """Does the record give its target nothing that a person would call it by?"""
    return step.look is not None and not step.look.name and not step.look.around


def told_by(step: Lifted, slot: str) -> Lifted:
    """The step with the slot's value around its target."""
    if step.target is None:
        return step
    hole = Hole(slot)
    around = (str(hole), *step.target.container)
    target = step.target.model_copy(update={"container": around})
    return replace(
        step,
        target=target,
        look=look(target),
        picks=(*step.picks, hole),
        holes=(*step.holes, hole),
    )


def _left_over(run: MemberRun, steps: Sequence[Lifted]) -> str | None:
    """The only slot with a single value that the run's steps don't use."""
    used = {hole.slot for step in steps for hole in step.holes}
    left = [slot for slot in run.bindings if slot not in used]
    if len(left) != 1 or isinstance(run.bindings[left[0]], list):
        return None
    return left[0]


# --- names that are data --------------------------------------------------------------

_SORTS = GENERIC | {"listitem", "cell", "gridcell", "row", "treeitem", "option"}
"""Kinds that hold data. What a button or a tab is called are the page's own words."""
_DIFFERENT = _TUNED["different"]
"""Share of the tasks that have names of their own for one sort of element."""

_Sort = tuple[str, str, frozenset[str]]


def with_open_names(
    runs: Sequence[MemberRun], lifted: Sequence[tuple[Lifted, ...]]
) -> list[tuple[Lifted, ...]]:
    """The runs' steps; without names that no value explains and that are others for
    each task, of elements that are of one sort by their classes.

    Such a name is data that the text does not say, such as a mail's subject. Where
    runs leave one value unused, the same one, that is what the element is told by:
    the mail's sender stands around the subject.
    """
    names: dict[_Sort, dict[str, str]] = defaultdict(dict)
    left: dict[_Sort, Counter[str | None]] = defaultdict(Counter)
    over = [_left_over(run, steps) for run, steps in zip(runs, lifted, strict=True)]
    for run, slot, steps in zip(runs, over, lifted, strict=True):
        for sort, name in {
            _sort(s): s.look.name or "" for s in steps if s.look
        }.items():
            if sort is not None:
                names[sort][run.task_id] = name
                left[sort][slot] += 1
    data = {
        sort: _usual(left[sort])
        for sort, found in names.items()
        if len(set(found.values())) >= max(2, _DIFFERENT * len(found))
    }
    return [
        tuple(
            _opened(step, data[sort] if data[sort] == slot else None)
            if (sort := _sort(step)) in data
            else step
            for step in steps
        )
        for slot, steps in zip(over, lifted, strict=True)
    ]


def _usual(slots: Counter[str | None]) -> str | None:
    """The slot that most of the runs leave unused, two at least."""
    found = [(n, slot) for slot, n in slots.items() if slot is not None and n > 1]
    return max(found)[1] if found else None


def _sort(step: Lifted) -> _Sort | None:
    """What sort of element the step points at, if its name may be data."""
    look = step.look
    if look is None or not look.name or look.sure or not look.classes or step.holes:
        return None
    if not step.step.does.presses or look.kind not in _SORTS:
        return None
    return step.step.action, look.kind, look.classes


def _opened(step: Lifted, slot: str | None) -> Lifted:
    if step.target is None:
        return step
    target = step.target.model_copy(update={"name": None, "text": None})
    opened = replace(step, target=target, look=look(target))
    return opened if slot is None else told_by(opened, slot)
