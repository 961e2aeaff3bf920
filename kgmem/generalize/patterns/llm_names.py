"""Names of patterns and slots by a chat model. It may rename, and nothing else."""

import json
import re

from pydantic import BaseModel, ConfigDict, ValidationError

from kgmem.errors import ServiceError
from kgmem.generalize.patterns.rename import renamed_slots
from kgmem.messages import said
from kgmem.model.base import normalize
from kgmem.model.pattern import Pattern, Slot
from kgmem.model.recollection import describe_step
from kgmem.ports import LanguageModel
from kgmem.prompts import load

PROMPT = "generalize/names"
MAX_STEPS = 40
"""Steps shown to the model."""
MAX_TEXT = 2_000
"""Characters of a wording, and of a value, in a prompt."""
LONGEST_NAME = 80
_SLOT_NAME = re.compile(r"\w{1,40}")


class Names(BaseModel):
    """The model's answer."""

    model_config = ConfigDict(frozen=True)

    name: str
    slots: dict[str, str]


def named_by_model(pattern: Pattern, model: LanguageModel) -> Pattern:
    """The pattern with the model's names for itself and its slots.

    Raises ServiceError if the model fails, or if with its names a member's text
    could not be told any more: a slot missing, made up, or named as another.
    """
    prompt = load(PROMPT).fill(
        app=pattern.app or said("any"),
        template=pattern.template[:MAX_TEXT],
        slots="\n".join(map(_slot_line, pattern.slots)) or said("(none)"),
        steps=step_lines(pattern),
    )
    try:
        names = Names.model_validate(json.loads(model.complete(prompt)))
    except (ValidationError, ValueError, RecursionError) as error:
        raise ServiceError("the chat model's names can't be read as JSON") from error
    _check(pattern, names)
    renamed = renamed_slots(pattern, names.slots)
    renamed = renamed.model_copy(
        update={"name": " ".join(names.name.split())[:LONGEST_NAME] or pattern.name}
    )
    for task_id in pattern.members:
        before = pattern.fill(pattern.bindings(task_id))
        if normalize(renamed.fill(renamed.bindings(task_id))) != normalize(before):
            raise ServiceError("with the chat model's names a wording is lost")
    return renamed


def _slot_line(slot: Slot) -> str:
    return json.dumps(
        {
            "name": slot.name,
            "kind": slot.kind,
            "values": [value[:100] for value in slot.examples],
        },
        ensure_ascii=False,
    )


def step_lines(pattern: Pattern) -> str:
    """The path, a step a line."""
    lines = [f"{step.n}. {describe_step(step)}" for step in pattern.steps[:MAX_STEPS]]
    return "\n".join(line[:200] for line in lines) or said("(none recorded)")


def _check(pattern: Pattern, names: Names) -> None:
    known = {slot.name for slot in pattern.slots}
    if names.slots.keys() != known:
        raise ServiceError("the chat model named other slots than there are")
    if len(set(names.slots.values())) != len(known):
        raise ServiceError("the chat model gave two slots one name")
    if not all(_SLOT_NAME.fullmatch(name) for name in names.slots.values()):
        raise ServiceError("the chat model's slot names hold more than letters")
