"""Patterns that a chat model takes for one kind, merged where the runs agree."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from pydantic import BaseModel, ConfigDict, StrictBool, ValidationError

from kgmem.errors import ServiceError
from kgmem.generalize.patterns.assemble import (
    PatternDraft,
    build_pattern,
    groundings,
)
from kgmem.generalize.patterns.llm_names import MAX_TEXT, step_lines
from kgmem.generalize.plain import Grounded, TaskRuns
from kgmem.matching.opposites import ask_opposites
from kgmem.messages import said
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.keys.identity import fold_app
from kgmem.model.pattern import Pattern
from kgmem.ports import LanguageModel
from kgmem.prompts import load

PROMPT = "generalize/same_kind"
MAX_QUESTIONS = 40
"""Pairs asked about in one job; the best supported come first."""


class MergeVerdict(BaseModel):
    """The model's answer."""

    model_config = ConfigDict(frozen=True)

    same: StrictBool


def merged_by_model(
    drafts: Sequence[PatternDraft], tasks: Mapping[str, TaskRuns], model: LanguageModel
) -> list[PatternDraft]:
    """The drafts, pairs of the same app and the same kinds of steps merged where the
    model says that they are one kind and all members verify against the merged one.

    Raises ServiceError if the model fails.
    """
    current = {draft.pattern.pattern_id: draft for draft in drafts}
    for first, second in list(_pairs(drafts))[:MAX_QUESTIONS]:
        if first not in current or second not in current:
            continue
        pair = [current[first], current[second]]
        if _are_opposite(pair, tasks) or not same_kind(
            pair[0].pattern, pair[1].pattern, model
        ):
            continue
        merged = _merged(pair, tasks)
        if merged is not None:
            del current[first], current[second]
            current[merged.pattern.pattern_id] = merged
    return sorted(current.values(), key=lambda draft: draft.pattern.pattern_id)


def _are_opposite(pair: Sequence[PatternDraft], tasks: Mapping[str, TaskRuns]) -> bool:
    """Does one do what the other undoes, whatever a model says?"""
    first, second = (tasks[draft.pattern.members[0]].text for draft in pair)
    return ask_opposites(first, second)


def same_kind(first: Pattern, second: Pattern, model: LanguageModel) -> bool:
    """What the model says of two wordings. Raises ServiceError."""
    prompt = load(PROMPT).fill(
        app=first.app or said("any"),
        first=first.template[:MAX_TEXT],
        second=second.template[:MAX_TEXT],
        first_steps=step_lines(first),
        second_steps=step_lines(second),
    )
    try:
        return MergeVerdict.model_validate(json.loads(model.complete(prompt))).same
    except (ValidationError, ValueError, RecursionError) as error:
        raise ServiceError("the chat model's verdict can't be read as JSON") from error


def _pairs(drafts: Sequence[PatternDraft]) -> Iterator[tuple[str, str]]:
    """Ids of patterns whose steps are of the same kinds, best supported first."""
    alike: dict[tuple[object, ...], list[Pattern]] = {}
    for draft in drafts:
        pattern = draft.pattern
        if pattern.steps:
            alike.setdefault(_kinds(pattern), []).append(pattern)
    pairs = [pair for group in alike.values() for pair in combinations(group[:20], 2)]
    pairs.sort(key=lambda pair: -(pair[0].support + pair[1].support))
    for first, second in pairs:
        yield first.pattern_id, second.pattern_id


def _kinds(pattern: Pattern) -> tuple[object, ...]:
    steps = tuple(
        (step.action, kind_of(step.target) if step.target else None)
        for step in pattern.steps
        if step.need == "required"
    )
    return fold_app(pattern.app), len(pattern.slots), steps


def _merged(
    pair: Sequence[PatternDraft], tasks: Mapping[str, TaskRuns]
) -> PatternDraft | None:
    members = [tasks[key] for draft in pair for key in draft.pattern.members]
    grounded: Grounded = {task.task_id: groundings(task) for task in members}
    draft, apart = build_pattern(members, grounded)
    return None if apart else draft
