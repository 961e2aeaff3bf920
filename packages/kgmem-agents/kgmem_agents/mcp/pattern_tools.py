"""Each pattern as a procedure: slots in, a bound plan out."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from kgmem import InvalidInput, Pattern, Plan, Recollection, Slot
from kgmem.agents import (
    MOST_TOLD,
    argument_names,
    is_offered,
    normalize,
    plain_signs,
    shown,
    slot_text,
    told_options,
    tool_names,
)
from kgmem_agents.mcp.answer import ToolAnswer, tool
from kgmem_agents.mcp.arguments import AnObject, Maybe, Untold
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.shapes import ANY, TEXT, Shape, list_of, object_of
from kgmem_agents.mcp.told import RECALLED, told

BEST = 3
"""Procedures that are told of a task."""
_WHOLE = re.compile(r"-?(0|[1-9]\d{0,14})")
_NUMBER = re.compile(r"-?(0|[1-9]\d{0,14})(\.\d{1,6})?")
FORMATS: Mapping[str, str] = {"email": "email", "url": "uri"}
"""Formats of JSON schema, by the kind of a slot."""
_FOUND: Mapping[str, Shape] = RECALLED["properties"]
PROCEDURE = object_of(
    {
        "procedures": list_of(object_of(name=TEXT, does=TEXT, inputSchema=ANY)),
        "task": TEXT,
        **_FOUND,
    }
)
"""What `find_procedure` answers: what was found, or the plan of one."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """What makes the plan of one pattern."""

    name: str
    pattern: Pattern
    slots: Mapping[str, Slot]
    """By the name of the argument: models take Latin ones alone."""

    @classmethod
    def of(cls, pattern: Pattern, name: str) -> "Procedure":
        """That of a pattern."""
        named = argument_names(pattern)
        return cls(name, pattern, dict(zip(named, pattern.slots, strict=True)))

    @property
    def does(self) -> str:
        """The kind of task, and where it is done."""
        where = f" in {self.pattern.app}" if self.pattern.app else ""
        return f'"{self.pattern.template}"{where}'

    def schema(self) -> dict[str, Any]:
        """The JSON schema of its arguments."""
        return {
            "type": "object",
            "properties": {
                argument: slot_schema(slot, argument)
                for argument, slot in self.slots.items()
            },
            "required": list(self._told()),
        }

    def __call__(self, ongoing: Ongoing, given: Mapping[str, Any]) -> ToolAnswer:
        """The plan for these values. Raises InvalidInput naming a bad one, or telling
        why there is no plan for them."""
        values = self._values(given)
        text = self.pattern.fill(values)
        found = ongoing.memory.recall(text, app=self.pattern.app)
        plan = self._plan(found, values)
        answer = told(ongoing, found.model_copy(update={"plan": plan}))
        return ToolAnswer(answer.text, {"task": text, **answer.data})

    def _values(self, given: Mapping[str, Any]) -> dict[str, str | list[str]]:
        unknown = sorted(set(given) - set(self.slots))
        missing = [name for name in self._told() if given.get(name) in (None, "", [])]
        if unknown or missing:
            faults = [f"{name}: no such argument" for name in map(shown, unknown)]
            faults += [f"{name}: a value is needed" for name in missing]
            raise InvalidInput(f"{self.name}: {'; '.join(faults)}")
        return {
            slot.name: slot_value(name, slot, given[name])
            for name, slot in self.slots.items()
            if given.get(name) not in (None, "", [])
        }

    def _told(self) -> Iterator[str]:
        """The arguments whose values a task's text tells: what no text tells may come
        later."""
        return (name for name, slot in self.slots.items() if not slot.asked)

    def _plan(self, found: Recollection, values: Mapping[str, str | list[str]]) -> Plan:
        """The plan if it is for these values: read back from the text, they could mean
        something else."""
        if found.plan is None or found.route == "guided_exploration":
            raise InvalidInput(
                f"{self.name}: no plan for these values: {'; '.join(found.reasons)}"
            )
        bound = found.plan.bindings
        differing = [
            name
            for name, value in values.items()
            if name in bound and _folded(bound[name]) != _folded(value)
        ]
        if differing:
            raise InvalidInput(
                f"{self.name}: {', '.join(differing)} would be read as another value "
                "in the words of this task; call recall with the task in your own words"
            )
        asked = {name: values.get(name) for name in found.plan.asks}
        given = {name: value for name, value in asked.items() if isinstance(value, str)}
        return found.plan.answered(given) if given else found.plan


def _folded(value: str | list[str]) -> str:
    told = value if isinstance(value, str) else ", ".join(value)
    return normalize(plain_signs(told))


def slot_schema(slot: Slot, argument: str) -> dict[str, Any]:
    """The type of a slot's values, with what they looked like so far."""
    kind = slot.kind.replace("_", " ")
    known = [] if slot.sensitive else list(slot.examples[:3])
    named = "" if argument == slot.name else f"{slot.name}: "
    about: dict[str, Any] = {"description": f"{named}{kind}"}
    one: dict[str, Any] = {"type": slot_type(slot)}
    if slot.is_closed and len(slot.labels) <= MOST_TOLD:
        one["enum"] = slot.labels
        about = {"description": slot.name} if named else {}
    elif slot.options:
        offered = told_options(slot.options, has_more=slot.has_more)
        about["description"] += f", one of {offered}"
    elif known:
        about["description"] += f", such as {', '.join(known)}"
    if slot.kind in FORMATS:
        one["format"] = FORMATS[slot.kind]
    if slot.sensitive:
        about["writeOnly"] = True
    if slot.is_list:
        return {"type": "array", "items": one, "minItems": 1, **about}
    return {**one, **about}


def slot_type(slot: Slot) -> str:
    """`integer` or `number` where all its values so far are written as one."""
    if slot.kind != "number" or slot.sensitive or slot.options or not slot.examples:
        return "string"
    if all(_WHOLE.fullmatch(one) for one in slot.examples):
        return "integer"
    return "number" if all(map(_NUMBER.fullmatch, slot.examples)) else "string"


def slot_value(name: str, slot: Slot, given: Any) -> str | list[str]:
    """The value as a text has it. Raises InvalidInput for one of another type."""
    if slot.is_list:
        if not isinstance(given, list):
            raise InvalidInput(f"{name}: a list of values, not {shown(given)}")
        return [one_value(name, slot, item) for item in given]
    return one_value(name, slot, given)


def one_value(name: str, slot: Slot, given: Any) -> str:
    """The same of one value."""
    wanted = slot_type(slot)
    if slot.is_closed and not is_offered(slot, slot_text(str(given))):
        offered = told_options(slot.options)
        raise InvalidInput(f"{name}: one of {offered}, not {shown(given)}")
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    if wanted == "string" and isinstance(given, str):
        return given
    if slot.options and is_number:
        return str(given)
    if wanted != "string" and is_number:
        whole = int(given) if float(given).is_integer() else None
        if wanted == "number" or whole is not None:
            return str(given if whole is None else whole)
    raise InvalidInput(f"{name}: {wanted} is needed, not {shown(given)}")


def procedures(patterns: Iterable[Pattern]) -> dict[str, Procedure]:
    """The procedures of those in use that have a path, by names that no tool of the
    memory has; of the same words in the same app, the first one's."""
    from kgmem_agents.mcp.offered import own_names  # which knows of these, too

    seen: set[tuple[str, str | None]] = set()
    tools: dict[str, Procedure] = {}
    for name, one in tool_names(patterns, own_names()).items():
        is_used = one.steps and one.status not in ("retired", "quarantined")
        if is_used and (one.template, one.app) not in seen:
            seen.add((one.template, one.app))
            tools[name] = Procedure.of(one, name)
    return tools


@tool(PROCEDURE, reads=True)
def find_procedure(
    ongoing: Ongoing,
    task: Annotated[Maybe, Field(description="To look for.")] = None,
    name: Annotated[Maybe, Field(description="One that was found:")] = None,
    values: Annotated[
        AnObject | None, Field(description="gives its plan for these.")
    ] = None,
    app: Untold[Maybe] = None,
) -> ToolAnswer:
    """The three known kinds of task nearest to one, as schemas."""
    tools = procedures(ongoing.memory.patterns())
    if name:
        if name not in tools:
            raise InvalidInput(f"name: no procedure {shown(name)}; give a task")
        return tools[name](ongoing, values or {})
    if not task:
        raise InvalidInput("task: say what to look for, or the name of one found")
    found = ongoing.memory.recall(task, app=ongoing.apps.named(app), top_n=BEST)
    nearest = [one.pattern.pattern_id for one in found.patterns]
    by_id = {tool.pattern.pattern_id: tool for tool in tools.values()}
    best = [by_id[key] for key in nearest if key in by_id][:BEST]
    lines = [f"- {tool.name}({', '.join(tool.slots)}): {tool.does}" for tool in best]
    return ToolAnswer(
        "\n".join(lines) or "No kind of task like it is known.",
        {
            "procedures": [
                {"name": tool.name, "does": tool.does, "inputSchema": tool.schema()}
                for tool in best
            ]
        },
    )
