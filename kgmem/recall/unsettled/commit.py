"""Which step of a path commits to what the task asks for."""

from collections.abc import Callable, Iterator, Sequence

from kgmem.language.lexicon import confirms
from kgmem.model.keys.element_evidence import EDITABLE, TOGGLES, kind_of
from kgmem.model.plan import PlanStep
from kgmem.recall.unsettled.open_words import Open

_ON_THE_WAY = EDITABLE | TOGGLES | {"option", "tab", "combobox", "listbox"}
"""Kinds of elements that a form is filled with; pressing them sends nothing off."""


def held(
    steps: tuple[PlanStep, ...],
    left: Open,
    uses: Callable[[PlanStep], bool],
) -> tuple[PlanStep, ...]:
    """The path's steps; what of the task they are not known to do stands before the one
    that commits to it. `uses`: does a step depend on a value of the task?"""
    if not steps or left == Open():
        return steps
    at = commit(steps, left.further, uses)
    told = {"further": left.further, "reworded": left.reworded}
    return (*steps[:at], steps[at].model_copy(update=told), *steps[at + 1 :])


def commit(
    steps: Sequence[PlanStep],
    further: Sequence[str],
    uses: Callable[[PlanStep], bool],
) -> int:
    """The place of the first step that can't be taken back, that enters some of what is
    not settled, that sends off a form with a value of the task, or that is pressed when
    all of them are in: what is pressed before, as a login's button is, serves tasks
    with other values as well. Else of the last step."""
    last = len(steps) - 1
    used = max((n for n, step in enumerate(steps) if uses(step)), default=last)
    sent = (*_filled(steps, uses), *_sending(steps, used))
    binding = (
        n
        for n, step in enumerate(steps)
        if step.irreversible or any(one in (step.value or "") for one in further)
    )
    return min((*binding, *sent, last))


def _filled(
    steps: Sequence[PlanStep], uses: Callable[[PlanStep], bool]
) -> Iterator[int]:
    """What is pressed right behind entries of which one is a value of the task, and
    says that it confirms them: more may come, as a second form on another page. Not
    where a password is among them, which lets in and does nothing else."""
    form: list[PlanStep] = []
    for n, step in enumerate(steps):
        if not _presses(step):
            form.append(step)
            continue
        is_login = any(map(_is_password, form))
        if any(map(uses, form)) and not is_login and confirms(step.target):
            yield n
        form = []


def _is_password(step: PlanStep) -> bool:
    return step.target is not None and step.target.attributes.get("type") == "password"


def _sending(steps: Sequence[PlanStep], used: int) -> Iterator[int]:
    """What is pressed behind the last step that needs a value of the task; that one
    itself where a value tells whose button it is, and nothing is entered any more."""
    edits = any(step.does.edits for step in steps[used:])
    for n, step in enumerate(steps[used:], used):
        is_sent = n > used or (bool(step.row) and not edits)
        if is_sent and _presses(step):
            yield n


def _presses(step: PlanStep) -> bool:
    if step.does.enters == "key":
        return True
    is_press = step.does.presses is not None
    return is_press and (not step.target or kind_of(step.target) not in _ON_THE_WAY)
