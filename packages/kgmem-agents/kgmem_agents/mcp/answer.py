"""What can be called, and what it answers: words for a model, values for a program."""

import inspect
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, get_type_hints

from pydantic import create_model

from kgmem.agents import Value, validated
from kgmem_agents.mcp.ongoing import Ongoing
from kgmem_agents.mcp.shapes import Shape


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
    answers: Shape
    """The JSON schema of its answer's values."""
    reads: bool = field(default=False, kw_only=True)
    """Does it leave the memory as it is?"""
    seldom: bool = field(default=False, kw_only=True)
    """Is it listed only where all are asked for? A list is read with every request."""
    destroys: bool = field(default=False, kw_only=True)
    """Is something gone afterwards that nothing brings back?"""

    def schema(self) -> dict[str, Any]:
        """The JSON schema of its arguments."""
        schema: dict[str, Any] = plain_schema(self.arguments.model_json_schema())
        return schema

    def asked(self, given: Mapping[str, Any]) -> Any:
        """The arguments; lists and objects may come as JSON in a text, as some clients
        send them. Raises InvalidInput naming each bad argument."""
        given = dict(given)
        for name, about in self.schema()["properties"].items():
            value = given.get(name)
            if about.get("type") in ("array", "object") and isinstance(value, str):
                with suppress(ValueError):
                    given[name] = json.loads(value)
        return validated(self.arguments, given, self.name)


@dataclass(frozen=True, slots=True)
class MemoryTool(OwnTool):
    """One that the memory alone does."""

    run: Callable[..., ToolAnswer]

    def __call__(self, ongoing: Ongoing, given: Mapping[str, Any]) -> ToolAnswer:
        """Its answer. Raises InvalidInput naming each bad argument."""
        return self.run(ongoing, **dict(self.asked(given)))


def tool(answers: Shape, **more: bool) -> Callable[[Callable[..., Any]], MemoryTool]:
    """The tool of a function: called like it, it takes what its signature says after
    `ongoing`, and its docstring is what a model reads of it."""

    def made(function: Callable[..., ToolAnswer]) -> MemoryTool:
        hints = get_type_hints(function, include_extras=True)
        _, *parameters = inspect.signature(function).parameters.values()
        fields: dict[str, Any] = {
            one.name: (
                hints[one.name],
                ... if one.default is one.empty else one.default,
            )
            for one in parameters
        }
        name = function.__name__
        about = " ".join((function.__doc__ or "").split())
        arguments = create_model(name, __base__=Value, **fields)
        return MemoryTool(name, about, arguments, answers, function, **more)

    return made


def by_name(*tools: MemoryTool) -> Mapping[str, MemoryTool]:
    """The tools by name, in the order in which they are listed."""
    return {one.name: one for one in tools}


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
        key: plain_schema(one)
        if key != "properties"
        else {name: plain_schema(told) for name, told in one.items()}
        for key, one in schema.items()
        if key not in _UNTOLD
    }
