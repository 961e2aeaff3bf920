"""Each proven pattern as a tool: slots in, a bound plan out."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from pydantic import Field

from kgmem import InvalidInput, Pattern, Plan, Recollection, Slot
from kgmem.agents import (
    MOST_TOLD,
    argument_names,
    decayed_lower_bound,
    is_offered,
    normalize,
    plain_signs,
    shown,
    slot_text,
    told_options,
    tool_names,
)
from kgmem_agents.mcp.answer import MemoryTool, ToolAnswer, tool
from kgmem_agents.mcp.arguments import AnObject, Maybe, Untold
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.shapes import ANY, TEXT, Shape, list_of, object_of
from kgmem_agents.mcp.told import RECALLED, told

PROOF = 0.5
"""Least lower bound of the success rate: three successes and no failure give 0.56."""
BEST = 3
"""Procedures that are told of a task."""
NAMED = 5
"""Patterns that are named which are no tools any more."""
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
PLANNED = object_of({"task": TEXT, **_FOUND})


@dataclass(frozen=True, slots=True)
class PatternTool:
    """A tool that makes the plan of one pattern."""

    name: str
    pattern: Pattern
    slots: Mapping[str, Slot]
    """By the name of the argument: models take Latin ones alone."""

    @classmethod
    def of(cls, pattern: Pattern, name: str) -> "PatternTool":
        """The tool of a pattern."""
        named = argument_names(pattern)
        return cls(name, pattern, dict(zip(named, pattern.slots, strict=True)))

    @property
    def answers(self) -> Shape:
        """The JSON schema of its answer's values."""
        return PLANNED

    @property
    def does(self) -> str:
        """The kind of task, and where it is done."""
        where = f" in {self.pattern.app}" if self.pattern.app else ""
        return f'"{self.pattern.template}"{where}'

    @property
    def description(self) -> str:
        """What a model reads of it."""
        pattern = self.pattern
        ends = any(step.irreversible for step in pattern.steps)
        return (
            f"{self.does}: gives a plan, as recall does; done {pattern.support} times."
            + (" Can't be taken back." if ends else "")
        )

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


def _named(patterns: Iterable[Pattern]) -> dict[str, Pattern]:
    """Patterns by the names of their tools; none is one that the memory's have."""
    from kgmem_agents.mcp.offered import own_names  # which knows of these, too

    return tool_names(patterns, own_names())


def proven(patterns: Iterable[Pattern], proof: float) -> dict[str, PatternTool]:
    """The tools of those that are proven, by name; of the same words in the same app,
    the first one's."""
    seen: set[tuple[str, str | None]] = set()
    tools: dict[str, PatternTool] = {}
    for name, one in _named(patterns).items():
        if is_proven(one, proof) and (one.template, one.app) not in seen:
            seen.add((one.template, one.app))
            tools[name] = PatternTool.of(one, name)
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
    tools = proven(ongoing.memory.patterns(), 0.0)
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


def withdrawn(patterns: Iterable[Pattern], proof: float) -> dict[str, str]:
    """Why patterns are no tools any more that would be without failures, by the name
    of their tool."""
    return {
        name: f'"{one.template}" failed {one.stats.losses} times'
        for name, one in _named(patterns).items()
        if one.steps
        and one.stats.losses
        and not is_proven(one, proof)
        and decayed_lower_bound(one.stats.wins, 0) >= proof
    }


def with_withdrawn(tool: MemoryTool, gone: Mapping[str, str]) -> MemoryTool:
    """The tool, whose description says which patterns are no tools any more, and why:
    the last of them."""
    told = "; ".join([f"{name}: {why}" for name, why in gone.items()][-NAMED:])
    more = f" No tools any more, though recall still has their plans: {told}."
    return replace(tool, description=tool.description + more)


def no_such(
    name: str, known: Iterable[str], patterns: Iterable[Pattern], proof: float | None
) -> str:
    """That there is no tool of this name, or not any more, and why."""
    if proof is not None and (why := withdrawn(patterns, proof).get(name)):
        return f"{name} is no tool any more: {why}; recall still has the plan"
    return f"no tool {name!r}; {', '.join(known)}"


def is_proven(pattern: Pattern, proof: float) -> bool:
    """Has it a path, and is its success rate at least `proof`, as far as is known?"""
    return (
        pattern.status not in ("retired", "quarantined")
        and bool(pattern.steps)
        and pattern.stats.lower_bound >= proof
    )
