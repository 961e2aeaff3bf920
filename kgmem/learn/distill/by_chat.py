"""Distillation by a chat model, checked against the raw history.

What the model says about wording is taken as it is; what it says about steps is
taken only if the recorded run allows it.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictInt,
    StringConstraints,
    ValidationError,
)

from kgmem.errors import InvalidInput, ServiceError
from kgmem.learn.histories.state import States
from kgmem.messages import said
from kgmem.model.recollection import describe_step
from kgmem.model.trajectory import Step, Trajectory, explain
from kgmem.ports import LanguageModel
from kgmem.prompts import load
from kgmem.redact.finding import PLACEHOLDER

PROMPT = "learn/distill"
MAX_STEPS = 300
"""Longest run that is put into one prompt, after the rules."""
MAX_WORDS = 200
"""Characters of a step's description in the prompt, and again of what is known
about it."""
MAX_TASK = 4_000
"""Characters of the task text in the prompt."""

_REMAINS = re.compile(r"\[\s*REDACTED|REDACTED\s*:", re.IGNORECASE)
_CUT_PLACEHOLDER = re.compile(r"\[[^\]]{0,70}$")


def _line(limit: int) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, max_length=limit)


Keyword = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)
]


class DistillAnswer(BaseModel):
    """The model's answer; step numbers count from 1, as in the prompt."""

    model_config = ConfigDict(frozen=True)

    task: Annotated[str, _line(500)] | None = None
    keywords: tuple[Keyword, ...] = Field(default=(), max_length=12)
    intent: Annotated[str, _line(60)] | None = None
    preconditions: Annotated[str, _line(1000)] | None = None
    keep: tuple[StrictInt, ...]
    decision_points: tuple[StrictInt, ...] = ()


@dataclass(frozen=True, slots=True)
class Refined:
    """What a chat model made of a run; step numbers are indexes into the
    trajectory's steps, counted from 0."""

    task: str | None
    """A wording of the task, to be used only where the caller gave none: a task
    that somebody asked for stays as it was asked."""
    keywords: tuple[str, ...]
    intent: str | None
    preconditions: str | None
    drop: frozenset[int]
    """Steps to leave out: those of the rules and those of the model."""
    decision_points: frozenset[int]
    provenance: str
    """Prompt with version and hash, and the model."""


def refine(
    trajectory: Trajectory, dropped_by_rules: frozenset[int], model: LanguageModel
) -> Refined:
    """Ask the model about a redacted run; it sees the steps that the rules kept.

    Raises ServiceError if the model fails or its answer contradicts the history:
    unknown or unordered step numbers, a step dropped that changed the state or
    entered what the task names, any step dropped of a run without success, a
    placeholder altered or made up.
    Raises InvalidInput for a run of more than MAX_STEPS steps. In both cases the
    rules' distillation still holds.
    """
    shown = [n for n in range(len(trajectory.steps)) if n not in dropped_by_rules]
    if len(shown) > MAX_STEPS:
        raise InvalidInput(
            f"steps: {len(shown)} are too many for one prompt ({MAX_STEPS} fit); "
            "the run is distilled by rules"
        )
    prompt = load(PROMPT)
    recorded = _recorded(trajectory, shown)
    answer = parse(model.complete(prompt.fill(**recorded)))
    kept = _kept(answer, shown)
    _check_drops(trajectory, [n for n in shown if n not in kept])
    _check_placeholders(answer, recorded)
    return Refined(
        task=answer.task or None,
        keywords=_distinct(answer.keywords),
        intent=answer.intent or None,
        preconditions=answer.preconditions or None,
        drop=dropped_by_rules | (frozenset(shown) - kept),
        decision_points=_decision_points(answer, kept),
        provenance=f"{prompt.provenance} {model.model}",
    )


def _recorded(trajectory: Trajectory, shown: Sequence[int]) -> dict[str, str]:
    """What the prompt's places hold of this run."""
    states = States(trajectory.steps)
    lines = [
        step_line(n + 1, step, True if states.changes(n) else step.effect)
        for n in shown
        for step in [trajectory.steps[n]]
    ]
    return {
        "app": _folded(trajectory.app or said("unknown"), MAX_WORDS),
        "outcome": trajectory.outcome,
        "task": _folded(trajectory.task, MAX_TASK),
        "steps": "\n".join(lines) or said("(none recorded)"),
    }


CHANGED = {None: "", True: "changed the state: yes", False: "changed the state: no"}


def step_line(number: int, step: Step, changed: bool | None) -> str:
    """One step on one line: `3. click button "Search" (changed the state: yes)`."""
    notes = [
        CHANGED[changed],
        "failed" if step.success is False else "",
        f"error: {step.error}" if step.error else "",
        f"thought: {step.thought}" if step.thought else "",
    ]
    noted = _folded("; ".join(said(note) for note in notes if note), MAX_WORDS)
    line = f"{number}. {_folded(describe_step(step), MAX_WORDS)}"
    return f"{line} ({noted})" if noted else line


def parse(answer: str) -> DistillAnswer:
    """The answer as a value. Raises ServiceError, without the answer's words."""
    try:
        return DistillAnswer.model_validate(json.loads(answer))
    except ValidationError as error:
        raise _unusable(explain(error, "fields")) from error
    except (ValueError, RecursionError) as error:
        raise _unusable("it is not JSON") from error


def _kept(answer: DistillAnswer, shown: Sequence[int]) -> frozenset[int]:
    """Indexes of the kept steps; their numbers exist and ascend."""
    unknown = sorted(set(answer.keep) - {n + 1 for n in shown})
    if unknown:
        raise _unusable(f"it keeps steps that were not shown: {unknown[:5]}")
    if any(a >= b for a, b in pairwise(answer.keep)):
        raise _unusable("the numbers of kept steps do not ascend")
    if shown and not answer.keep:
        raise _unusable("it keeps no step at all")
    return frozenset(number - 1 for number in answer.keep)


def _check_drops(trajectory: Trajectory, dropped: Sequence[int]) -> None:
    """What is dropped did nothing, as far as the record tells."""
    if dropped and trajectory.outcome != "success":
        raise _unusable(
            f"it drops steps of a run whose outcome is {trajectory.outcome}"
        )
    states = States(trajectory.steps)
    changed = [n + 1 for n in dropped if states.changes(n)]
    if changed:
        raise _unusable(f"it drops steps that changed the state: {changed[:5]}")
    asked = [n + 1 for n in dropped if _enters_what_was_asked(trajectory, n, dropped)]
    if asked:
        raise _unusable(f"it drops steps that enter what was asked for: {asked[:5]}")


def _enters_what_was_asked(
    trajectory: Trajectory, n: int, dropped: Sequence[int]
) -> bool:
    """The step's value stands in the task text, it isn't recorded as without
    effect, and no step that stays enters the same."""
    step = trajectory.steps[n]
    value = (step.value or "").strip().casefold()
    if not value or step.effect is False or value not in trajectory.task.casefold():
        return False
    return not any(
        (other.value or "").strip().casefold() == value
        for i, other in enumerate(trajectory.steps)
        if i not in dropped
    )


def _decision_points(answer: DistillAnswer, kept: frozenset[int]) -> frozenset[int]:
    points = frozenset(number - 1 for number in answer.decision_points)
    if points - kept:
        raise _unusable(
            "decision points that are not kept: "
            f"{sorted(n + 1 for n in points - kept)[:5]}"
        )
    return points


def _check_placeholders(answer: DistillAnswer, recorded: Mapping[str, str]) -> None:
    """Those in the answer stand in the record; those of the task stay in it."""
    texts = (answer.task, answer.intent, answer.preconditions, *answer.keywords)
    words = "\n".join(text for text in texts if text)
    if _placeholders(words) - _placeholders("\n".join(recorded.values())):
        raise _unusable("it makes up a placeholder for a hidden value")
    if _REMAINS.search(PLACEHOLDER.sub("", words)):
        raise _unusable("it alters a placeholder for a hidden value")
    if answer.task and _placeholders(recorded["task"]) - _placeholders(answer.task):
        raise _unusable("its task leaves out a placeholder for a hidden value")


def _placeholders(text: str) -> set[str]:
    return {match[0] for match in PLACEHOLDER.finditer(text)}


def _distinct(keywords: Iterable[str]) -> tuple[str, ...]:
    """The first of each spelling, upper and lower case taken as one."""
    first: dict[str, str] = {}
    for word in keywords:
        first.setdefault(word.casefold(), word)
    return tuple(first.values())


def _folded(text: str, limit: int) -> str:
    """On one line, so that no text can pass for another step; cut at `limit`, and
    never within a placeholder."""
    folded = " ".join(text.split())
    if len(folded) <= limit:
        return folded
    return _CUT_PLACEHOLDER.sub("", folded[:limit]).rstrip() + "…"


def _unusable(fault: str) -> ServiceError:
    return ServiceError(
        f"the chat model's distillation can't be used: {fault}; the run is distilled "
        "by rules (try another KGMEM_CHAT_MODEL if this happens often)"
    )
