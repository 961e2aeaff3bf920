"""In what shape the arguments of a method go over the wire, and its answer."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import (
    Annotated,
    Any,
    Generic,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model

NOT_SENT = frozenset({"progress", "count", "embedder", "databases"})
"""Arguments that are objects of the caller's process."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CallShape(Generic[T]):
    """One method's call: what is sent, and what comes back."""

    name: str
    about: str
    """The method's docstring."""
    arguments: type[BaseModel]
    answer: TypeAdapter[T]
    hint: Any
    """The answer's type."""

    @property
    def summary(self) -> str:
        """The docstring's first sentence."""
        return " ".join(self.about.partition("\n\n")[0].split()).partition(". ")[0]

    def given(self, body: Mapping[str, Any] | BaseModel) -> dict[str, Any]:
        """The arguments that were given, by name. Raises pydantic's ValidationError."""
        checked = (
            body if isinstance(body, BaseModel) else self.arguments.model_validate(body)
        )
        return {
            name: getattr(checked, name)
            for name in (*checked.model_fields_set, *(checked.model_extra or ()))
        }

    def sent(self, value: Any) -> bytes:
        """An answer as JSON."""
        if hasattr(value, "nodes"):  # a graph of networkx's
            import networkx as nx

            value = nx.node_link_data(value, edges="edges")
        return self.answer.dump_json(value)


@cache
def shape_of(method: Callable[..., Any]) -> CallShape[Any]:
    """The shape of a method, from its signature."""
    plain = inspect.unwrap(method)
    hints = get_type_hints(plain, localns=_later())
    fields: dict[str, Any] = {}
    open_ended = False
    for name, parameter in list(inspect.signature(plain).parameters.items())[1:]:
        if parameter.kind is parameter.VAR_KEYWORD:
            open_ended = True
        elif name not in NOT_SENT:
            needed = parameter.default is parameter.empty
            fields[name] = (_sent(hints[name]), ... if needed else parameter.default)
    model = create_model(
        f"{plain.__qualname__.replace('.', '_')}_arguments",
        __config__=ConfigDict(
            extra="allow" if open_ended else "forbid", hide_input_in_errors=True
        ),
        **fields,
    )
    hint: Any = hints.get("return")
    return CallShape(
        plain.__name__, inspect.getdoc(plain) or "", model, TypeAdapter(hint), hint
    )


def _sent(hint: Any) -> Any:
    """A hint as JSON has it: what can be gone through once is a list, a moment a text
    that the memory reads."""
    if get_origin(hint) is Iterable or hint is Iterable:
        (inner,) = get_args(hint) or (Any,)
        return list[inner]  # type: ignore[valid-type]
    return _Moment | None if hint == datetime | None else hint


_Moment = Annotated[str | float, Field(json_schema_extra={"format": "date-time"})]


def _later() -> dict[str, Any]:
    """Names in hints that the modules of the methods import when they are called."""
    from kgmem.serving import Calibration, ClearKind

    return {"ClearKind": ClearKind, "Calibration": Calibration, "nx": _Networkx}


class _Networkx:
    """Graphs go over the wire as nodes and links."""

    MultiDiGraph = dict[str, Any]
