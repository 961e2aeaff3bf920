"""What was typed into a field that shows it with marks of its own."""

import re

from kgmem.model.trajectory import Step, Trajectory

_NUMBER = re.compile(r"(?<![\d.,])\d{4,}(?![.,]?\d)")
"""In a task: without marks."""
_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+|\d+(?:[,'’ \u00a0\u202f]\d+)+")
"""As a mask shows a number, be it half typed: a recorder may tell it so."""


def as_typed(run: Trajectory) -> Trajectory:
    """The run with numbers as its task writes them, where a field's mask put marks
    between their digits."""
    said = set(_NUMBER.findall(run.task))
    if not said:
        return run
    steps = tuple(_as_said(step, said) for step in run.steps)
    return run if steps == run.steps else run.model_copy(update={"steps": steps})


def _as_said(step: Step, said: set[str]) -> Step:
    value = step.value or ""
    if step.does.enters != "text" or not _GROUPED.fullmatch(value):
        return step
    digits = "".join(filter(str.isdecimal, value))
    return step.model_copy(update={"value": digits}) if digits in said else step
