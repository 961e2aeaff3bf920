"""What many runs have in common: patterns, their slots, their steps."""

import re
from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from kgmem.errors import InvalidInput, NotFound
from kgmem.model.base import Value
from kgmem.model.experience import Stats
from kgmem.model.trajectory import Action, Element

Need = Literal["required", "optional", "alternative"]
Bindings = Mapping[str, str | list[str]]


class Slot(Value):
    """A variable part of a pattern."""

    slot_id: str
    name: str
    kind: str
    is_list: bool = False
    sensitive: bool = False
    transform: str | None = None
    examples: tuple[str, ...] = ()


class Expectation(Value):
    """What should be true of the page."""

    url_template: str | None = None
    texts: tuple[str, ...] = ()
    elements: tuple[Element, ...] = ()


class PatternStep(Value):
    """A step of a pattern; names and values may hold `{slot}`."""

    n: int
    action: Action
    target: Element | None = None
    value: str | None = None
    slots: tuple[str, ...] = ()
    need: Need = "required"
    branch: str | None = None
    repeat_for: str | None = None
    until: Expectation | None = None
    expect: Expectation | None = None
    support: int = 1
    irreversible: bool = False


class Pattern(Value):
    """A kind of task: its wording, its path, what varies."""

    pattern_id: str
    name: str
    template: str
    """Such as "在{app}搜索{商品}并下单"; the names in braces are the binding keys."""
    app: str | None = None
    version: int = 1
    status: Literal["active", "experimental", "retired"] = "active"
    support: int = 1
    slots: tuple[Slot, ...] = ()
    steps: tuple[PatternStep, ...] = ()
    stats: Stats = Stats()
    members: tuple[str, ...] = ()
    success_cases: tuple[str, ...] = ()
    member_bindings: dict[str, dict[str, str | list[str]]] = Field(
        default_factory=dict, repr=False
    )

    def bindings(self, task_id: str) -> dict[str, str | list[str]]:
        """The values that this member's text has, by slot name.

        Raises NotFound if the task is no member.
        """
        if task_id not in self.member_bindings:
            raise NotFound(f"task {task_id} is no member of pattern {self.pattern_id}")
        return dict(self.member_bindings[task_id])

    def fill(self, bindings: Bindings) -> str:
        """The template with each slot replaced by its value.

        A list's values are joined by ", ". Raises InvalidInput for a slot without
        a value.
        """

        def value(match: re.Match[str]) -> str:
            if match[1] not in bindings:
                raise InvalidInput(f"no value for slot {match[1]!r} of {self.template}")
            bound = bindings[match[1]]
            return bound if isinstance(bound, str) else ", ".join(bound)

        return re.sub(r"\{([^{}]+)\}", value, self.template)


class PatternMatch(Value):
    """A pattern that a task's text fits, and how well."""

    pattern: Pattern
    bindings: dict[str, str | list[str]] = Field(default_factory=dict)
    unbound: tuple[str, ...] = ()
    unexplained: tuple[str, ...] = ()
    score: float = 0.0
    margin: float = 0.0


class GeneralizeReport(Value):
    """What a batch job made of the experiences."""

    tasks: int = 0
    patterns: int = 0
    created: int = 0
    updated: int = 0
    retired: int = 0
    refused: tuple[str, ...] = ()
    coverage: float = 0.0
    seconds: float = 0.0
