"""Patterns and runs as resources, and prompts that begin and end with the memory."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kgmem import InvalidInput, Memory, NotFound, Pattern
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.told import told

PATTERNS = "kgmem://patterns"
PATTERN = "kgmem://pattern/"
EXPERIENCE = "kgmem://experience/"
MOST_LISTED = 200
"""Patterns that are listed one by one; the list of all is a resource of its own."""


def pattern_summary(pattern: Pattern) -> dict[str, Any]:
    """A pattern in a line."""
    return {
        "pattern_id": pattern.pattern_id,
        "template": pattern.template,
        "app": pattern.app,
        "status": pattern.status,
        "runs": pattern.support,
        "steps": len(pattern.steps),
        "lower_bound": round(pattern.stats.lower_bound, 3),
    }


def offered(memory: Memory) -> list[Pattern]:
    """The patterns that clients are told of: none that is quarantined."""
    return [one for one in memory.patterns() if one.status != "quarantined"]


def read_resource(memory: Memory, uri: str) -> str:
    """The JSON of a resource. Raises NotFound."""
    if uri == PATTERNS:
        found: Any = [pattern_summary(one) for one in offered(memory)]
    elif uri.startswith(PATTERN):
        pattern = memory.pattern(uri.removeprefix(PATTERN))
        found = pattern.model_dump(
            mode="json", exclude_defaults=True, exclude={"memberships", "members"}
        )
    elif uri.startswith(EXPERIENCE):
        found = memory.experience(uri.removeprefix(EXPERIENCE)).compact()
    else:
        raise NotFound(f"{uri}: no such resource; begin with {PATTERNS}")
    return json.dumps(found, ensure_ascii=False, indent=1, default=str)


@dataclass(frozen=True, slots=True)
class PromptText:
    """A prompt that a client may offer to its user."""

    name: str
    description: str
    arguments: Mapping[str, str]
    """What each is; the first one is needed."""
    text: str
    """With `{arguments}` and `{known}`, what is known of the task."""

    def filled(self, ongoing: Ongoing, given: Mapping[str, str]) -> str:
        """Its text for these arguments. Raises InvalidInput."""
        first, *_ = self.arguments
        if not given.get(first, "").strip():
            raise InvalidInput(f"{first}: is needed for the prompt {self.name}")
        known = ""
        if "{known}" in self.text:
            known = _known(ongoing, given[first], given.get("app"))
        values = {name: given.get(name, "") for name in self.arguments}
        return self.text.format(**values, known=known)


def _known(ongoing: Ongoing, task: str, app: str | None) -> str:
    found = ongoing.memory.recall(task, app=ongoing.apps.named(app))
    return told(ongoing, found).text


_TASK = {"task": "The task, in your own words.", "app": "App or site it is done in."}
PROMPTS: Sequence[PromptText] = (
    PromptText(
        "do_task",
        "Do a task with what the memory knows of it.",
        _TASK,
        "Do this task: {task}\n\nWhat is known of it:\n\n{known}",
    ),
    PromptText(
        "record_task",
        "Do a task once and have it remembered.",
        _TASK,
        "Do this task: {task}\n\nThen call record, so that it is known the next time: "
        "with the task, each step that you did, and what came of it.",
    ),
)
