"""Targets of which the record gives no name: told by the text around them.

A checkbox is often recorded without its label, an icon without the row that it stands
in. Which of them a value means, the record does not say; but where there are as many
as there are values to account for, the value's text is to be looked for around it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from kgmem.generalize.steps.lift import Lifted, MemberRun
from kgmem.model.texts.template import Hole
from kgmem.paths.fits import GENERIC, TOGGLES, look
from kgmem.tuning import tuned

_TUNED = tuned("generalize.steps.nameless")

Kinds = Mapping[tuple[str, str, str], bool]
"""By list slot, action and kind of the nameless targets that stand for its items: are
they different elements?"""


def is_nameless(step: Lifted) -> bool:
    """Does the record give its target nothing that a person would call it by?"""
    return step.look is not None and not step.look.name and not step.look.around


def is_nameless_toggle(step: Lifted) -> bool:
    """Is it a click on a checkbox or the like without its label?"""
    return (
        step.step.does.presses == "once"
        and step.look is not None
        and step.look.kind in TOGGLES
        and is_nameless(step)
    )


def is_label(step: Lifted, slot: str) -> bool:
    """Is it a click on a mere text that is the slot's value?"""
    return (
        step.step.does.presses == "once"
        and step.look is not None
        and step.look.kind in GENERIC
        and {hole.slot for hole in step.picks} == {slot}
    )


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
    used.update(slot for step in steps for slot in step.counts)
    left = [slot for slot in run.bindings if slot not in used]
    if len(left) != 1 or isinstance(run.bindings[left[0]], list):
        return None
    return left[0]


def _identity(step: Lifted) -> object:
    return tuple(sorted(step.look.evidence.items())) if step.look else ()


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


# --- lists ----------------------------------------------------------------------------


def labelled_stretch(
    steps: Sequence[Lifted], slot: str, times: int
) -> tuple[Lifted, ...] | None:
    """Neighbours, one for each item: some are labels that say which item it is, the
    others toggles without a label."""

    def is_one(step: Lifted) -> bool:
        return is_nameless_toggle(step) or is_label(step, slot)

    for are_rounds, group in groupby(steps, is_one):
        stretch = list(group)
        shown = [item for step in stretch for item in step.items]
        if are_rounds and len(stretch) == times > len(shown) == len(set(shown)) > 0:
            return tuple(told_by(s, slot) if is_nameless(s) else s for s in stretch)
    return None


def nameless_stretch(
    steps: Sequence[Lifted], slot: str, times: int, kinds: Kinds
) -> tuple[Lifted, ...] | None:
    """Neighbours of a kind that is known to stand for the items, one for each."""
    if any(hole.slot == slot for step in steps for hole in step.holes):
        return None
    for kind, stretch in _nameless_stretches(steps):
        are_many = kinds.get((slot, stretch[0].step.action, kind))
        if are_many is not None and len(stretch) == times:
            return tuple(told_by(s, slot) if are_many else s for s in stretch)
    return None


def told_apart(stretch: Sequence[Lifted], slot: str) -> tuple[Lifted, ...]:
    """Steps of a loop's rounds; told by the items if they are different elements."""
    if _are_one(stretch):
        return tuple(stretch)
    return tuple(told_by(step, slot) for step in stretch)


def _are_one(stretch: Sequence[Lifted]) -> bool:
    return len({_identity(step) for step in stretch}) == 1 < len(stretch)


def kinds_in(runs: Sequence[MemberRun], lifted: Sequence[Sequence[Lifted]]) -> Kinds:
    """Kinds of nameless targets of which some run takes as many in a row as a list
    has items, two at least."""
    return {
        (slot, stretch[0].step.action, kind): not _are_one(stretch)
        for run, steps in zip(runs, lifted, strict=True)
        for slot, items in run.bindings.items()
        if isinstance(items, list) and len(items) > 1
        for kind, stretch in _nameless_stretches(steps)
        if len(stretch) == len(items)
    }


def _nameless_stretches(steps: Sequence[Lifted]) -> Iterator[tuple[str, list[Lifted]]]:
    """Neighbours that do the same to elements of one kind that have no names."""

    def key(step: Lifted) -> tuple[str, str] | None:
        if step.look is None or step.holes or not is_nameless(step):
            return None
        return (step.step.action, step.look.kind) if step.step.does.presses else None

    for found, stretch in groupby(steps, key):
        if found is not None:
            yield found[1], list(stretch)
