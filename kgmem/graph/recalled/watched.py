"""The engine of a graph that one process alone writes: a write ends what is kept."""

from collections.abc import Callable
from typing import TypeVar

from kgmem.graph.recalled.kept import KeptReads
from kgmem.ports import CypherEngine, Transaction

T = TypeVar("T")


class WatchedEngine:
    """An engine, and what is kept of reading it."""

    def __init__(self, engine: CypherEngine, kept: KeptReads) -> None:
        self._engine = engine
        self._kept = kept
        self.name, self.shared = engine.name, engine.shared
        self.read, self.ask = engine.read, engine.ask
        self.ensure_schema, self.schema = engine.ensure_schema, engine.schema
        self.rebuild_index = engine.rebuild_index
        self.capabilities, self.close = engine.capabilities, engine.close
        self.writes = 0
        """Transactions that are through, or may be."""

    def write(self, work: Callable[[Transaction], T]) -> T:
        """As the engine's own; what fails may have come through, too."""
        try:
            return self._engine.write(work)
        finally:
            self._kept.drop()
            self.writes += 1
