"""JSON schemas of what tools answer, in few words."""

from collections.abc import Mapping
from typing import Any

Shape = Mapping[str, Any]
TEXT: Shape = {"type": "string"}
WHOLE: Shape = {"type": "integer"}
NUMBER: Shape = {"type": "number"}
ANY: Shape = {"type": "object"}
"""An object of any fields."""

YES: Shape = {"type": "boolean"}


def object_of(
    optional: Mapping[str, Shape] | None = None, /, **needed: Shape
) -> dict[str, Any]:
    """An object of these fields, all but the `optional` ones needed."""
    return {
        "type": "object",
        "properties": {**needed, **(optional or {})},
        "required": list(needed),
    }


def list_of(item: Shape) -> dict[str, Any]:
    """A list of such items."""
    return {"type": "array", "items": dict(item)}


def or_null(shape: Shape) -> dict[str, Any]:
    """The same, or null."""
    return {**shape, "type": [shape["type"], "null"]}


TAUGHT = object_of(
    {"experience_id": TEXT, "task_id": TEXT, "pattern_id": or_null(TEXT)}, status=TEXT
)
HITS = object_of(
    hits=list_of(
        object_of(
            kind=TEXT,
            id=TEXT,
            text=TEXT,
            score=NUMBER,
            source=or_null(TEXT),
            document_id=or_null(TEXT),
        )
    ),
)
RISK = object_of(
    {"message": TEXT, "cause": TEXT, "instead": or_null(TEXT)}, risk=NUMBER
)
