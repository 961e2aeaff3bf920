"""The properties of a node and the fields of a model: one table for both ways."""

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from kgmem.graph.rows import epoch_ms, moment_of
from kgmem.model.base import Value, to_json
from kgmem.ports import Row


def _same(value: Any) -> Any:
    return value


def json_of(value: Value | None) -> str | None:
    """JSON of a value, without what it leaves open."""
    return None if value is None else to_json(value.compact())


class Column(NamedTuple):
    """How a property keeps a field: as a text, a number, truth or a list of these; None
    where there is nothing to keep."""

    store: Callable[[Any], Any] = _same
    load: Callable[[Any], Any] = _same
    name: str = ""
    """Of the property, where it is not called as the field."""


Table = Mapping[str, Column]
"""What the nodes of a label keep of a model, by its fields."""

PLAIN = Column()
LIST = Column(list, lambda value: tuple(value or ()))
SOME = Column(lambda value: list(value) or None, LIST.load)
"""A list that is often empty."""
FLAG = Column(lambda value: value or None, bool)
"""What holds of few."""
COUNT = Column(load=lambda value: value or 0)
TIME = Column(epoch_ms, moment_of)
OBJECT = Column(
    lambda value: to_json(value) if value else None,
    lambda text: json.loads(text) if text else {},
)


def props_of(table: Table, value: object) -> Row:
    """The properties of a model's node."""
    return {
        column.name or field: column.store(getattr(value, field))
        for field, column in table.items()
    }


def fields_of(table: Table, row: Row) -> dict[str, Any]:
    """The fields of the model in a row of these properties."""
    return {
        field: column.load(row.get(column.name or field))
        for field, column in table.items()
    }


def named(fields: str, column: Column = PLAIN) -> Table:
    """These fields, kept by properties of their own names."""
    return dict.fromkeys(fields.split(), column)
