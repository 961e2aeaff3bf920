"""An engine that tells what is written through it, so that nothing kept is stale.

Only for a graph that this process alone writes into. What a statement changes is told
by the file that it stands in; one that is not known changes everything.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeVar

from kgmem.graph.query_files import file_of
from kgmem.graph.recalled.kept import KeptReads
from kgmem.ports import CypherEngine, Params, Row, SchemaItem, Transaction

T = TypeVar("T")

Effect = Literal["nothing", "named", "facts", "texts", "messages", "people", "all"]
"""What of all that recalls and searches keep a statement changes. `named`: what its
parameters, and those of the others in its transaction, name by their ids."""

BY_FILE: Mapping[str, Effect] = {
    "agents": "people",
    "avoid": "nothing",
    "calibrate": "nothing",
    "conversations": "messages",
    "documents": "texts",
    "entities": "facts",
    "facts": "facts",
    "generalize": "nothing",
    "index": "nothing",
    "learn": "named",
    "points": "nothing",
    "report": "named",
}
"""By the file of `graph/queries`."""
BY_NAME: Mapping[str, Effect] = {
    "mention_in_tasks": "named",
    "note_changes": "nothing",
}
"""Of statements that do something else than their neighbours."""
KINDS: Mapping[Effect, frozenset[str]] = {
    "facts": frozenset(("fact", "entity")),
    "texts": frozenset(("chunk",)),
    "messages": frozenset(("message",)),
    "people": frozenset(("event", "profile")),
}
"""Kinds of things that these change."""

Written = list[tuple[str, Params]]


class WatchedEngine:
    """An engine, and what is kept of reading it."""

    def __init__(self, engine: CypherEngine, kept: KeptReads) -> None:
        self._engine = engine
        self._kept = kept
        self.name: str = engine.name
        self.shared: bool = engine.shared
        self.read = engine.read
        self.writes = 0
        """Transactions that are through, or may be."""

    def ask(
        self, query: str, params: Params | None, *, timeout: float, max_rows: int
    ) -> list[Row]:
        """As the engine's own."""
        return self._engine.ask(query, params, timeout=timeout, max_rows=max_rows)

    def write(self, work: Callable[[Transaction], T]) -> T:
        """As the engine's own; nothing that it changed is kept when it returns, nor
        when it fails, since it may have come through."""
        written: Written = []

        def noted(tx: Transaction) -> T:
            return work(Noted(tx, written))

        try:
            return self._engine.write(noted)
        finally:
            forget(self._kept, written)
            self.writes += 1

    def ensure_schema(
        self, items: Sequence[SchemaItem], relationships: Sequence[str]
    ) -> None:
        """As the engine's own."""
        self._engine.ensure_schema(items, relationships)

    def schema(self) -> set[tuple[str, str, tuple[str, ...]]]:
        """As the engine's own."""
        return self._engine.schema()

    def rebuild_index(self, label: str, name: str) -> None:
        """As the engine's own."""
        self._engine.rebuild_index(label, name)

    def capabilities(self) -> dict[str, Any]:
        """As the engine's own."""
        return self._engine.capabilities()

    def close(self) -> None:
        """As the engine's own."""
        self._engine.close()


class Noted:
    """A transaction that notes its statements."""

    def __init__(self, tx: Transaction, written: Written) -> None:
        self._tx, self._written = tx, written

    def run(self, query: str, params: Params | None = None) -> list[Row]:
        self._written.append((query, params or {}))
        return self._tx.run(query, params)


def forget(kept: KeptReads, written: Written) -> None:
    """Keep nothing that these statements may have changed."""
    effects = {effect_of(text) for text, _ in written}
    if "all" in effects:
        kept.drop()
        return
    if "named" in effects:
        kept.drop(_names(written))
    if kinds := frozenset().union(*(KINDS.get(one, ()) for one in effects)):
        kept.drop_kinds(kinds)


@cache
def effect_of(text: str) -> Effect:
    """What a statement changes."""
    name, file = file_of(text) or ("", "")
    return BY_NAME.get(name) or BY_FILE.get(file, "all")


def _names(written: Written) -> set[str]:
    """All texts in the parameters, ids among them, but for properties: what they say is
    written, not what they are about."""
    names: set[str] = set()
    left: list[object] = [params for _, params in written]
    while left:
        value = left.pop()
        if isinstance(value, str):
            names.add(value)
        elif isinstance(value, dict):
            left += [one for key, one in value.items() if key != "props"]
        elif isinstance(value, list | tuple | set):
            left += value
    return names
