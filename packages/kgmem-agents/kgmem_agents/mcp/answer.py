"""What a tool answers: words for a model, values for a program."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kgmem.agents import Value, validated
from kgmem_agents.mcp.ongoing import Ongoing


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """The same twice: clients show one or the other."""

    text: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OwnTool:
    """Something that a client can have done."""

    name: str
    description: str
    arguments: type[Value]
    reads: bool = field(default=False, kw_only=True)
    """Does it leave the memory as it is?"""
    seldom: bool = field(default=False, kw_only=True)
    """Is it listed only where all are asked for? A list is read with every request."""
    answers: Mapping[str, Any] | None = field(default=None, kw_only=True)
    """The JSON schema of its answer's values."""
    destroys: bool = field(default=False, kw_only=True)
    """Is something gone afterwards that nothing brings back?"""

    def schema(self) -> dict[str, Any]:
        """The JSON schema of its arguments."""
        schema: dict[str, Any] = plain_schema(self.arguments.model_json_schema())
        return schema


@dataclass(frozen=True, slots=True)
class MemoryTool(OwnTool):
    """One that the memory alone does."""

    run: Callable[[Ongoing, Any], ToolAnswer]

    def __call__(self, ongoing: Ongoing, given: Mapping[str, Any]) -> ToolAnswer:
        """Its answer. Raises InvalidInput naming each bad argument."""
        return self.run(ongoing, validated(self.arguments, given, self.name))


_UNTOLD = ("title", "default", "additionalProperties", "minLength", "maxLength")
"""Titles repeat names, an argument that is not required has a default, and what is not
taken is told by name when it comes."""


def plain_schema(schema: Any) -> Any:
    """A JSON schema in fewer words: an optional argument is one that is not
    required."""
    if isinstance(schema, list):
        return [plain_schema(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    ways = [one for one in schema.get("anyOf", ()) if one != {"type": "null"}]
    if len(ways) == 1:
        rest = {key: one for key, one in schema.items() if key != "anyOf"}
        schema = {**rest, **ways[0]}
    return {
        key: plain_properties(one) if key == "properties" else plain_schema(one)
        for key, one in schema.items()
        if key not in _UNTOLD
    }


def plain_properties(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The same of each property; one may be called `title`."""
    return {name: plain_schema(one) for name, one in properties.items()}
