"""What was typed, as the task says it: without the marks that a field puts between, and
all of what a list completed; typed into a button it is a press."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kgmem.language.words import Word, words
from kgmem.learn.histories.state import same_target
from kgmem.matching.squeezed import squeezed
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.trajectory import Step, Trajectory
from kgmem.paths.tidy import LISTED_KEYS

_NUMBER = re.compile(r"(?<![\d.,])\d{4,}(?![.,]?\d)")
"""In a task: without marks."""
_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+|\d+(?:[,'’ \u00a0\u202f]\d+)+")
"""As a mask shows a number, be it half typed: a recorder may tell it so."""


def as_typed(run: Trajectory) -> Trajectory:
    """The run with numbers as its task writes them, where a field's mask put marks
    between their digits."""
    said, task = set(_NUMBER.findall(run.task)), words(run.task)
    acts = [step for step in run.steps if not step.does.idles]
    after = {id(step): then for step, then in pairwise(acts)}
    steps = tuple(
        _completed(_as_said(_pressed(step), said), after.get(id(step)), run.task, task)
        for step in run.steps
    )
    return run if steps == run.steps else run.model_copy(update={"steps": steps})


def _completed(step: Step, then: Step | None, text: str, task: Sequence[Word]) -> Step:
    """The step with all that the task says of what was taken from a list next, where
    the beginning of it was typed: a press on it, or a key in the field."""
    begun = squeezed(step.value or "")
    if step.does.enters != "text" or not begun or then is None:
        return step
    is_key = _takes_listed(step, then)
    called = squeezed(then.target.label()) if then.target else ""
    if not is_key and not (then.does.presses and called.startswith(begun)):
        return step
    found = set(_goes_on(begun, None if is_key else called, text, task))
    return step.model_copy(update={"value": found.pop()}) if len(found) == 1 else step


def _takes_listed(step: Step, then: Step) -> bool:
    """Is it a key that goes through, or takes from, what the field lists?"""
    field = step.target
    if then.does.enters != "key" or field is None or not same_target(step, then):
        return False
    is_list = kind_of(field) == "combobox" or "list" in field.attributes
    return is_list or (then.value or "").casefold() in LISTED_KEYS


def _goes_on(
    begun: str, called: str | None, text: str, task: Sequence[Word]
) -> Iterator[str]:
    """What the task says that begins so, as far as an option is called so; where that
    is not known, to the end of the word. Marks stand between its words alone."""
    for first in range(len(task)):
        said = ""
        longest = None
        for word in task[first:]:
            letters = squeezed(word.fold)
            if not letters and said:
                continue
            said += letters
            if not letters or not (
                begun.startswith(said) or (called or said).startswith(said)
            ):
                break
            if said.startswith(begun):
                longest = text[task[first].start : word.end]
                if called is None:
                    break
        if longest is not None:
            yield longest


def _pressed(step: Step) -> Step:
    """A blank or an end of line that is typed into a button presses it."""
    is_button = step.target is not None and kind_of(step.target) == "button"
    if not is_button or step.does.enters != "text" or step.value not in (" ", "\n"):
        return step
    return step.model_copy(update={"action": "click", "value": None})


def _as_said(step: Step, said: set[str]) -> Step:
    value = step.value or ""
    if step.does.enters != "text" or not _GROUPED.fullmatch(value):
        return step
    digits = "".join(filter(str.isdecimal, value))
    return step.model_copy(update={"value": digits}) if digits in said else step
