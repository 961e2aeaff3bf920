"""Which rows of the graph's outbox are to be taken up, and which only to be settled."""

from collections.abc import Mapping

from kgmem.graph.points import Waiting
from kgmem.graph.store import GraphStore

SETTLE_AFTER = 256
"""Points written between two flushes."""
BATCH = 256
READ_AHEAD = 2_048
"""Waiting rows that are read together."""
CHUNK_BATCH = 32
"""Parts of documents that are embedded together: a few seconds' work offline."""
CAUGHT_UP = 8
"""So many waiting parts of documents a recall takes up itself; more are left to the
import, to `flush` and to the next opening's import."""


class OutboxQueue:
    """The outbox as one process works through it."""

    def __init__(self, store: GraphStore) -> None:
        self._graph = store
        self._done: dict[str, str] = {}
        """Stamp by id of rows that are done, but not yet settled."""
        self._kept = 0
        """How many of them were kept when settling was last tried."""
        self._caught_up: set[str] = set()
        """Spaces of which nothing is left, while others may be behind."""
        self._is_behind = True  # a crash may have left rows

    # what waits -------------------------------------------------------------------

    def fall_behind(self) -> None:
        """Rows may wait that nobody is taking up."""
        self._is_behind = True
        self._caught_up.clear()

    def is_caught_up(self, space: str | None) -> bool:
        """Is nothing left of the space (None: of all)?"""
        return not self._is_behind or space in self._caught_up

    def next_batch(
        self, waiting: list[Waiting], long: bool, space: str | None, size: int | None
    ) -> list[Waiting]:
        """The next rows to take up, at most `size` (None: BATCH), out of `waiting`,
        which is read anew once it is used up: to read a long outbox takes long."""
        if not waiting:
            waiting += self._read(space)
        batch = waiting[: BATCH if size is None else size]
        parts = sum(row.kind == "chunk" and row.op == "upsert" for row in batch)
        if parts > CAUGHT_UP and not long:
            batch = [row for row in batch if row.kind != "chunk"]
        elif parts:
            batch = batch[:CHUNK_BATCH]
        taken = {row.outbox_id for row in batch}
        waiting[:] = [row for row in waiting if row.outbox_id not in taken]
        return batch

    def _read(self, space: str | None) -> list[Waiting]:
        # Before reading: who commits after it finds the lock taken and sets it again.
        if space is None:
            self._is_behind = False
            self._caught_up.clear()
        else:
            self._caught_up.add(space)
        limit = READ_AHEAD + len(self._done)
        return [
            row
            for row in self._graph.waiting(limit, space)
            if self._done.get(row.outbox_id) != row.stamp
        ]

    # what is done -----------------------------------------------------------------

    @property
    def done(self) -> list[tuple[str, str]]:
        """Id and stamp of the rows that are to be settled."""
        return list(self._done.items())

    @property
    def due(self) -> bool:
        """Is it time to settle them?"""
        return len(self._done) - self._kept >= SETTLE_AFTER

    @property
    def handled(self) -> set[str]:
        """Points that are written, but whose rows still stand."""
        return {key.partition(":")[2] for key in list(self._done)}

    def note_done(self, stamps: Mapping[str, str]) -> None:
        """The rows with these stamps, by id, are done."""
        self._done.update(stamps)

    def settled(self, *, kept: bool) -> None:
        """Settling was tried: the rows are gone, or kept for another process."""
        if not kept:
            self._done.clear()
        self._kept = len(self._done)

    def forget_done(self) -> None:
        """What was done is worth nothing for the generation that serves now."""
        self._done.clear()
        self._kept = 0
        self.fall_behind()
