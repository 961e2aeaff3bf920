"""Records that lack a part, or count what is not there."""

from dataclasses import dataclass
from itertools import islice

from kgmem.graph.store import GraphStore
from kgmem.ports import Row


@dataclass(frozen=True, slots=True)
class Torn:
    """A record that is not whole, of any space."""

    key: str
    """Its id; of a message, the message's."""
    conversation_id: str | None = None
    """Of a message."""
    expected: int | None = None
    """So many parts should be there,"""
    found: int | None = None
    """and so many are."""
    folded: int | None = None
    """Of a conversation: messages that its summary covers."""


def torn(store: GraphStore, name: str, key: str, most: int) -> list[Torn]:
    """The first of those that a query finds wrong, see `GraphStore.wrong`; `key` is
    how it calls their ids."""
    return [_torn(row, key) for row in islice(store.wrong(name), most)]


def _torn(row: Row, key: str) -> Torn:
    numbers = (row.get(name) for name in ("expected", "found", "folded"))
    return Torn(row[key], row.get("conversation_id"), *numbers)
