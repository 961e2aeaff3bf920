"""Drop what a run did for nothing, mark where it decided.

A step goes only where the record *shows* that it changed nothing; what is not
known stays: clicking "Next" five times is a path. Evidence of runs that did not
succeed is kept whole.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from kgmem.learn.detour import detours
from kgmem.learn.state import States, same_target
from kgmem.model.lexicon import CONFIRM, SEARCH, wordings
from kgmem.model.trajectory import Element, Step, Trajectory

DecisionPoint = Literal["navigation", "search", "confirmation"]


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
        dropped = dict(_idle(states))
        dropped.update(_typed_over(states, dropped))
        dropped.update(detours(states, trajectory.task, dropped))
    if len(dropped) == len(trajectory.steps):
        dropped = {}
    kept = tuple(i for i in range(len(trajectory.steps)) if i not in dropped)
    points = {i: point for i in kept if (point := _decision(states, i))}
    return Distilled(kept, dropped, points)


# --- single steps ----------------------------------------------------------------


def _idle(states: States) -> Iterator[tuple[int, str]]:
    for i, step in enumerate(states.steps):
        if step.action in ("tool", "custom") and not _failed(step):
            continue  # a tool that only reads changes what the agent knows
        if _sets_focus(states.steps, i):
            continue
        if states.shows_no_effect(i):
            yield i, _idle_reason(states.steps, i)
        elif _failed_unperformed(states.steps, i):
            yield i, "failed, then done again"


def _idle_reason(steps: Sequence[Step], i: int) -> str:
    if _failed(steps[i]):
        return "failed without effect"
    if steps[i].action == "wait":
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


def same_act(a: Step, b: Step) -> bool:
    """The same action with the same value on the same element."""
    return (a.action, a.value, a.params) == (b.action, b.value, b.params) and (
        same_target(a, b) or a.target is b.target is None
    )


def _sets_focus(steps: Sequence[Step], i: int) -> bool:
    """A click before keys or text that name no element: it says where they go."""
    return (
        steps[i].action in ("click", "double_click")
        and i + 1 < len(steps)
        and steps[i + 1].action in ("type", "key", "upload")
        and steps[i + 1].target is None
    )


def _typed_over(states: States, dropped: dict[int, str]) -> Iterator[tuple[int, str]]:
    """Text that the next step replaced in the same field, where that is shown."""
    kept = [i for i in range(len(states.steps)) if i not in dropped]
    for i, j in pairwise(kept):
        first, second = states.steps[i], states.steps[j]
        if (
            first.action == second.action == "type"
            and same_target(first, second)
            and not (first.value or "").endswith("\n")
            and _replaces(states, j)
        ):
            yield i, f"typed over by step {j}"


def _replaces(states: States, j: int) -> bool:
    """The step empties the field, says that it clears it first, or the page shows
    its text alone in the field."""
    step = states.steps[j]
    if not step.value or step.params.get("clear") is True:
        return True
    return states.value_after(j) == step.value


# --- decision points -------------------------------------------------------------


def _decision(states: States, i: int) -> DecisionPoint | None:
    step = states.steps[i]
    if step.action in ("type", "select") and is_search_field(step.target):
        return "search"
    if step.action in ("click", "double_click", "long_press") and any(
        words in CONFIRM for words in wordings(step.target)[:1]
    ):
        return "confirmation"
    if step.action in ("navigate", "switch", "open_app") or states.changes_page(i):
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
