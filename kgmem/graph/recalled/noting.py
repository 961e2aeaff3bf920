"""An engine of a graph that processes share, which notes all that is written.

Who keeps answers asks whether anything was written since (`index/versions.py`). What
changes something that a process keeps in memory is noted in the log of its space
anyway; a transaction that notes nothing of its own gets a note in a log of no space.
"""

from collections.abc import Callable
from typing import TypeVar

from kgmem.graph.changes import Changes
from kgmem.graph.query_files import file_of, query
from kgmem.graph.recalled.kept import KeptReads
from kgmem.graph.recalled.watched import Noted, WatchedEngine, Written
from kgmem.ports import CypherEngine, Transaction

T = TypeVar("T")

NO_SPACE = ""
"""Whose log has the notes of transactions that have none of their own."""
WRITTEN = "written"
QUIET = frozenset({
    "drop_drafts", "drop_lease", "hold_lease", "index_state", "lock_lease",
    "move_drafts", "note_foretold", "put_draft", "set_draft", "settle", "spend_drafts",
    "take_lease",
})  # fmt: skip
"""Statements that change nothing of any answer."""


class NotingEngine(WatchedEngine):
    """An engine whose every change is noted in a log."""

    def __init__(self, engine: CypherEngine) -> None:
        super().__init__(engine, KeptReads.nothing())
        self._changes = Changes(engine)

    def write(self, work: Callable[[Transaction], T]) -> T:
        """As the engine's own, with a note."""

        def noted(tx: Transaction) -> T:
            written: Written = []
            done = work(Noted(tx, written))
            if _lacks_note(written):
                note = {"notes": self._changes.noting(NO_SPACE, [WRITTEN])}
                tx.run(query("note_changes"), note)
            return done

        return self._engine.write(noted)


def _lacks_note(written: Written) -> bool:
    """Did it change anything, and note nothing?"""
    loud = [(text, params) for text, params in written if not _is_quiet(text)]
    return bool(loud) and not any(params.get("notes") for _, params in loud)


def _is_quiet(text: str) -> bool:
    name, _ = file_of(text) or ("", "")
    return name in QUIET
