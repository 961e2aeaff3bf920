"""Each proven pattern as a tool: slots in, a bound plan out."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kgmem.errors import InvalidInput
from kgmem.interfaces.mcp.answer import MemoryTool, ToolAnswer
from kgmem.interfaces.mcp.ongoing import Ongoing
from kgmem.interfaces.mcp.tools import how_to_follow, plan_data
from kgmem.interfaces.pattern_names import slug
from kgmem.language.signs import plain_signs
from kgmem.model.base import normalize
from kgmem.model.experience import decayed_lower_bound
from kgmem.model.pattern import Bindings, Pattern, Slot, joined
from kgmem.model.plan import Plan
from kgmem.model.recollection import Recollection
from kgmem.model.values.arguments import shown

PROOF = 0.5
"""Least lower bound of the success rate: three successes and no failure give 0.56."""
NAMED = 5
"""Patterns that are named which are no tools any more."""
_ARGUMENT = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
_WHOLE = re.compile(r"-?(0|[1-9]\d{0,14})")
_NUMBER = re.compile(r"-?(0|[1-9]\d{0,14})(\.\d{1,6})?")
FORMATS: Mapping[str, str] = {"email": "email", "url": "uri"}
"""Formats of JSON schema, by the kind of a slot."""


@dataclass(frozen=True, slots=True)
class PatternTool:
    """A tool that makes the plan of one pattern."""

    name: str
    pattern: Pattern
    slots: Mapping[str, Slot]
    """By the name of the argument: models take Latin ones alone."""

    @classmethod
    def of(cls, pattern: Pattern) -> "PatternTool":
        """The tool of a pattern."""
        slots = {
            slot.name if _ARGUMENT.fullmatch(slot.name) else f"value_{n}": slot
            for n, slot in enumerate(pattern.slots, start=1)
        }
        return cls(tool_name(pattern), pattern, slots)

    @property
    def description(self) -> str:
        """What a model reads of it."""
        pattern = self.pattern
        where = f" in {pattern.app}" if pattern.app else ""
        ends = any(step.irreversible for step in pattern.steps)
        return (
            f'How to do "{pattern.template}"{where}: the steps for these values, '
            f"learned from {pattern.support} successful runs. Gives a plan, as recall "
            "does, and does nothing by itself. Ask the user for a value that the task "
            "does not give."
            + (" It ends in something that can't be taken back." if ends else "")
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
            "additionalProperties": False,
        }

    def __call__(self, ongoing: Ongoing, given: Mapping[str, Any]) -> ToolAnswer:
        """The plan for these values. Raises InvalidInput naming a bad one, or telling
        why there is no plan for them."""
        values = self._values(given)
        text = self.pattern.fill(values)
        found = ongoing.memory.recall(text, app=self.pattern.app)
        plan = self._plan(found, values)
        ongoing.hand_out(plan)
        return ToolAnswer(
            f"{found.to_prompt()}\n{how_to_follow(plan)}",
            {"task": text, **plan_data(plan)},
        )

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

    def _plan(self, found: Recollection, values: Bindings) -> Plan:
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
    told = value if isinstance(value, str) else joined(list(value), None)
    return normalize(plain_signs(told))


def tool_name(pattern: Pattern) -> str:
    """A name that stays while its wording does: `order_and_have_it_sent_to_1f0c2a9b`.

    Only Latin letters are taken by every client.
    """
    return slug(pattern)


def slot_schema(slot: Slot, argument: str) -> dict[str, Any]:
    """The type of a slot's values, with what they looked like so far."""
    kind = slot.kind.replace("_", " ")
    known = [] if slot.sensitive else list(slot.examples[:3])
    named = "" if argument == slot.name else f"{slot.name}: "
    about: dict[str, Any] = {"description": f"{named}{kind}"}
    if known:
        about["description"] += f", such as {', '.join(known)}"
    one = {"type": slot_type(slot)}
    if slot.kind in FORMATS:
        one["format"] = FORMATS[slot.kind]
    if slot.sensitive:
        about["writeOnly"] = True
    if slot.is_list:
        return {"type": "array", "items": one, "minItems": 1, **about}
    return {**one, **about}


def slot_type(slot: Slot) -> str:
    """`integer` or `number` where all its values so far are written as one."""
    if slot.kind != "number" or slot.sensitive or not slot.examples:
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
    is_number = isinstance(given, int | float) and not isinstance(given, bool)
    if wanted == "string" and isinstance(given, str):
        return given
    if wanted != "string" and is_number:
        whole = int(given) if float(given).is_integer() else None
        if wanted == "number" or whole is not None:
            return str(given if whole is None else whole)
    raise InvalidInput(f"{name}: {wanted} is needed, not {shown(given)}")


def proven(patterns: Iterable[Pattern], proof: float) -> dict[str, PatternTool]:
    """The tools of those that are proven, by name; of the same words in the same app,
    the first one's."""
    by_words: dict[tuple[str, str | None], Pattern] = {}
    for one in patterns:
        if is_proven(one, proof):
            by_words.setdefault((one.template, one.app), one)
    return {tool.name: tool for tool in map(PatternTool.of, by_words.values())}


def withdrawn(patterns: Iterable[Pattern], proof: float) -> dict[str, str]:
    """Why patterns are no tools any more that would be without failures, by the name
    of their tool."""
    return {
        tool_name(one): f'"{one.template}" failed {one.stats.losses} times'
        for one in patterns
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
