"""The file of a whole memory: JSON, one line for each node and relationship.

    {"kgmem_export": 1, "kgmem": …, "schema_version": …, "space": …, …}
    {"n": "Task", "p": {"task_id": …, …}}
    {"r": "IN_APP", "from": ["Task", key], "to": ["App", key], "p": {}}
    {"footer": {"nodes": {…}, "relationships": {…}, "sha256": …}}

All nodes come before all relationships. The checksum is of all bytes before the
footer's line, not packed.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from kgmem.graph.changes import is_log
from kgmem.graph.query_files import query
from kgmem.graph.runs.avoid_edges import votes
from kgmem.graph.schema import schema_items
from kgmem.graph.store import GraphStore
from kgmem.model.values.batches import batches
from kgmem.ports import Row

T = TypeVar("T")

FORMAT = 1
"""Of the file. A file of a newer format is refused."""
PAGE = 500
"""Nodes that are read or written together: a step can hold the elements of its pages,
some 100 KB."""

NOT_CARRIED: Mapping[str, str] = {
    "Outbox": "what the index has still to take up; it is filled anew on import",
}
"""Labels that are not in the file, with the reason. Of Meta only what belongs to the
space is: calibration, but no schema, no index and no lock of a job."""
LOCK = frozenset({"owner", "expires_at", "locked"})
"""Properties of Meta that say who is at work now."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A node that is nothing without its parts: in the file with all of them or not
    at all."""

    label: str
    parts: Mapping[str, str]
    """By label, the property that counts them."""
    kinds: tuple[str, ...]
    """Relationships from it to its parts."""
    mark: tuple[str, ...]
    """Properties that tell its parts from those that it has in another memory."""


WHOLES = {
    whole.label: whole
    for whole in (
        Whole("Experience", {"Step": "steps"}, ("HAS_STEP",), ("recorded_at", "steps")),
        Whole(
            "Pattern",
            {"PatternStep": "steps", "Slot": "slots"},
            ("HAS_STEP", "HAS_SLOT"),
            ("version", "updated_at"),
        ),
        Whole("Document", {"Chunk": "chunks"}, ("HAS_CHUNK",), ("content_hash",)),
        Whole(
            "Conversation",
            {"Message": "messages"},
            ("HAS_MESSAGE",),
            ("created_at", "messages"),
        ),
    )
}
PARTS = {label for whole in WHOLES.values() for label in whole.parts}


Node = tuple[str, str]
"""Label and key."""


@dataclass(frozen=True, slots=True)
class NodeLine:
    """A node of the file."""

    label: str
    props: Row


@dataclass(frozen=True, slots=True)
class EdgeLine:
    """A relationship of the file."""

    kind: str
    source: Node
    target: Node
    props: Row


@cache
def keys() -> Mapping[str, str]:
    """By label, the name of its key, in the order of the schema."""
    return {
        item.label: item.properties[0]
        for item in schema_items()
        if item.kind == "unique" and item.label not in NOT_CARRIED
    }


def for_label(name: str, label: str) -> str:
    """The text of a named query with this label in place of Task."""
    return _aimed(query(name), {"Task": label, "task_id": keys()[label]})


def keys_of(store: GraphStore, space: str, label: str) -> list[str]:
    """The keys of the space's nodes of a label, in order."""
    if label == "Meta":
        rows = store.read("meta_nodes")
        return sorted(row["key"] for row in rows if belongs(row["key"], space))
    text = for_label("keys_of_label", label)
    return sorted(row["key"] for row in store.engine.read(text, {"space": space}))


def for_relationship(name: str, source: str, kind: str, target: str) -> str:
    """The text of a named query for relationships of this type between these."""
    return _aimed(
        query(name),
        {
            "Task": source,
            "task_id": keys()[source],
            "App": target,
            "app_id": keys()[target],
            "IN_APP": kind,
        },
    )


def _aimed(text: str, names: Mapping[str, str]) -> str:
    # Names of the schema alone get here, never one of a file.
    return re.sub(rf"\b({'|'.join(names)})\b", lambda found: names[found[0]], text)


def pages(items: Sequence[T], size: int = PAGE) -> Iterator[list[T]]:
    """The items, a page at a time."""
    return batches(items, size)


def belongs(meta_id: str, space: str) -> bool:
    """Is this Meta node one of the space's, such as `calibration:<space>`? Its log is
    none: it goes on for as long as the graph is there."""
    _, _, owner = meta_id.partition(":")
    return owner == space and not is_log(meta_id)


def line_of(value: Mapping[str, object]) -> bytes:
    """The line that stands for a value."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode() + b"\n"


def voters_within(edge: Row, gone: Callable[[str], bool]) -> Row | None:
    """An AVOID edge without the runs that are not there; None if no failed run is left
    that speaks for it."""
    against = [
        (run, step)
        for run, step in zip(edge["experience_ids"], edge["failed_steps"], strict=True)
        if not gone(run)
    ]
    favour = [run for run in edge["success_ids"] if not gone(run)]
    if not against:
        return None
    return {**edge, **votes(against, favour)}
