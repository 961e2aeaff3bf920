"""Drop what a run did for nothing, mark where it decided.

A step goes only where the record *shows* that it changed nothing; what is not
known stays: clicking "Next" five times is a path. Evidence of runs that did not
succeed is kept whole.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kgmem.language.lexicon import SEARCH, confirms, wordings
from kgmem.learn.distill.detour import detours
from kgmem.learn.distill.named import names_label, names_value
from kgmem.learn.distill.superseded import superseded
from kgmem.learn.distill.visits import walked_in_vain
from kgmem.learn.histories.state import States, same_act
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.trajectory import Element, Step, Trajectory

DecisionPoint = Literal["navigation", "search", "confirmation"]

MAX_ROUNDS = 4
"""Times that steps to drop are looked for."""
_CHOICES = frozenset({"radio", "option", "tab", "menuitemradio", "treeitem"})
"""Kinds that are chosen with a click, however often."""


@dataclass(frozen=True, slots=True)
class Distilled:
    """Which of the given steps make the path; all numbers index the given steps."""

    kept: tuple[int, ...]
    dropped: dict[int, str] = field(default_factory=dict)
    """Why each one went."""
    decision_points: dict[int, DecisionPoint] = field(default_factory=dict)
    """Kept steps that change the page, enter a search or commit."""


def distill(trajectory: Trajectory) -> Distilled:
    """What is left of the run without its idle steps and detours.

    At least one step stays if there was one.
    """
    states = States(trajectory.steps)
    dropped: dict[int, str] = {}
    if trajectory.outcome == "success":
        dropped = _not_needed(states, trajectory.task)
    if len(dropped) == len(trajectory.steps):
        dropped = {}
    kept = tuple(i for i in range(len(trajectory.steps)) if i not in dropped)
    points = {i: point for i in kept if (point := _decision(states, i))}
    return Distilled(kept, dropped, points)


def _not_needed(states: States, task: str) -> dict[int, str]:
    """The steps to drop with their reasons, found until no more are: without one
    detour another may come to light."""
    dropped = dict(_idle(states, task))
    for _ in range(MAX_ROUNDS):
        known = len(dropped)
        for find in (superseded, detours, walked_in_vain):
            dropped.update(find(states, task, dropped))
        if len(dropped) == known:
            break
    return dropped


# --- single steps ----------------------------------------------------------------


def _idle(states: States, task: str) -> Iterator[tuple[int, str]]:
    for i, step in enumerate(states.steps):
        if (step.does.is_call or step.does.gives) and not _failed(step):
            continue  # a tool that only reads changes what the agent knows
        if _sets_focus(states.steps, i):
            continue
        if states.shows_no_effect(i):
            if _says_what_was_asked(states.steps, i, task):
                continue
            yield i, _idle_reason(states.steps, i)
        elif _failed_unperformed(states.steps, i):
            yield i, "failed, then done again"
        elif states.tells_address_alone(i, i) and not states.changes_page(i):
            if step.does.waits and step.target is None:
                yield i, "waited without effect"
            elif _pressed_too_early(states, i):
                yield i, "done again with effect"


def _says_what_was_asked(steps: Sequence[Step], i: int, task: str) -> bool:
    """It enters or chooses what the task names. That it was so already is how this
    page happened to be; another task names another value."""
    step = steps[i]
    if _failed(step) or any(same_act(other, step) for other in steps[:i]):
        return False
    if step.does.edits and step.value:
        return names_value(task, step.value)
    chooses = (step.does.edits and step.does.picks) or (
        step.does.presses == "once"
        and step.target is not None
        and kind_of(step.target) in _CHOICES
    )
    return (
        chooses and step.target is not None and names_label(task, step.target.label())
    )


def _idle_reason(steps: Sequence[Step], i: int) -> str:
    if _failed(steps[i]):
        return "failed without effect"
    if steps[i].does.waits:
        return "waited without effect"
    if i and same_act(steps[i - 1], steps[i]):
        return "repeated without effect"
    return "no effect"


def _failed(step: Step) -> bool:
    return step.success is False or (step.success is None and bool(step.error))


def _failed_unperformed(steps: Sequence[Step], i: int) -> bool:
    """It failed, and the very same step directly after it succeeded."""
    return (
        steps[i].effect is None
        and _failed(steps[i])
        and i + 1 < len(steps)
        and steps[i + 1].success is True
        and same_act(steps[i], steps[i + 1])
    )


def _pressed_too_early(states: States, i: int) -> bool:
    """Did the very same press directly after it lead on, where it had led nowhere?"""
    return (
        states.steps[i].does.presses == "once"
        and i + 1 < len(states.steps)
        and same_act(states.steps[i], states.steps[i + 1])
        and states.changes_page(i + 1)
    )


def _sets_focus(steps: Sequence[Step], i: int) -> bool:
    """A click before keys or text that name no element: it says where they go."""
    return (
        steps[i].does.presses in ("once", "twice")
        and i + 1 < len(steps)
        and steps[i + 1].does.enters in ("text", "key", "file")
        and steps[i + 1].target is None
    )


# --- decision points -------------------------------------------------------------


def _decision(states: States, i: int) -> DecisionPoint | None:
    step = states.steps[i]
    if step.does.enters in ("text", "option") and is_search_field(step.target):
        return "search"
    if step.does.presses and confirms(step.target):
        return "confirmation"
    if step.does.leads == "forth" or states.changes_page(i):
        return "navigation"
    return None


def is_search_field(element: Element | None) -> bool:
    """Its role, type, label or placeholder says that it takes a search."""
    if element is None:
        return False
    kinds = {(element.role or "").casefold(), element.attributes.get("type", "")}
    return (
        not kinds.isdisjoint({"search", "searchbox"})
        or element.attributes.get("name", "").casefold() in ("q", "wd", "kw")
        or any(words in SEARCH for words in wordings(element))
    )
