"""Projection: keeps the index in step with the graph.

outbox row -> text -> embed -> upsert -> (flush) -> outbox row gone

A row is settled only after a flush, so a point that a crash lost is written again
when the memory opens. Writing a point twice does no harm: it is conditional on its
version.

A reindex, by this process or another, fills another generation while this one serves
and takes up what is learned. Outbox rows stay meanwhile, so that the other one takes
them up, too; see `serving`.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from kgmem.errors import KgmemError, ServiceError, VectorsLost, VectorsUnavailable
from kgmem.graph.points import KINDS, IndexedNode, PointKind, Waiting
from kgmem.graph.store import GraphStore
from kgmem.index.embedding import embedded_points
from kgmem.index.factless import FactlessSpaces
from kgmem.index.new_links import NewLinks
from kgmem.index.outbox_queue import BATCH, OutboxQueue
from kgmem.index.serving import ServingIndex
from kgmem.index.vector_points import delete, upsert
from kgmem.ports import Collection, Embedder, Generation, VectorIndex, VectorPoint

log = logging.getLogger(__name__)

RETRY_AFTER = 5.0
"""Seconds before a failed index or embedder is tried again by a recall."""


@dataclass(frozen=True, slots=True)
class Drained:
    """What one pass over the outbox did."""

    points: int
    failure: str | None = None


class Projection(ServingIndex):
    """The index and the embedder as one, fed from the graph's outbox."""

    def __init__(
        self,
        store: GraphStore,
        index: VectorIndex,
        embedder: Embedder,
        *,
        eager_flush: bool = False,
        shared: bool = False,
    ) -> None:
        """`shared`: other processes may use the graph, too."""
        self._eager_flush = eager_flush
        self._outbox = OutboxQueue(store)
        self._links = NewLinks(store)
        self.factless = FactlessSpaces()
        self.puts = 0
        """How often the index was changed from here."""
        super().__init__(store, index, embedder, shared=shared)

    def switch(
        self, generation: Generation, index: VectorIndex, embedder: Embedder
    ) -> None:
        """From here on the other index serves; the caller holds `lock`."""
        with suppress(KgmemError):
            self._link()  # what waits to be linked has vectors of the old model
        self._links.forget()
        super().switch(generation, index, embedder)
        self.puts += 1
        self._outbox.forget_done()

    # writing ----------------------------------------------------------------------

    def take_up(self, nodes: Sequence[IndexedNode]) -> Drained:
        """Index what `put_outbox` gave now, if nobody else is indexing.

        What can't be indexed stays in the outbox; the reason is in `failure`.
        Embedding, the slow part, keeps nobody waiting.
        """
        if self.mismatch or not nodes:
            return Drained(0, self.mismatch)
        if not self._used:  # the next drain tries again
            return Drained(0, self.failure)
        embedder = self.embedder
        try:
            points = embedded_points(nodes, embedder)
        except KgmemError as error:
            return self._noted(error)
        if not self._lock.acquire(blocking=False):
            self._outbox.fall_behind()
            return Drained(0, "the index is busy")
        try:
            if embedder is not self.embedder or self.mismatch:
                # A reindex came in between, here or in another process.
                self._outbox.fall_behind()
                return Drained(0, "the index was rebuilt meanwhile")
            return self._put(nodes, points)
        finally:
            self._lock.release()

    def link(self) -> None:
        """Link the new tasks that still wait for it; what fails is noted."""
        with self._lock:
            try:
                self._link()
            except KgmemError as error:
                self._note(error)

    @property
    def is_caught_up(self) -> bool:
        """Does the index serve, and has nothing been left to a later pass?"""
        return self._used and not self.mismatch and self._outbox.is_caught_up(None)

    def catch_up(self, space: str | None = None) -> None:
        """Index what an earlier pass left behind of a space (None: of all), but for
        long documents; quick where nothing was, and where another thread is at it."""
        self._look_now_and_then()
        if self._outbox.is_caught_up(space):
            return
        if self._lock_soon():
            try:
                self.drain(long=False, space=space)
            finally:
                self._lock.release()

    def drain(
        self,
        *,
        force: bool = False,
        long: bool = True,
        space: str | None = None,
        progress: Callable[[int, int | None], None] | None = None,
    ) -> Drained:
        """Index everything that waits in the outbox, or what is of one space: a recall
        does not wait for the texts of other tenants. Without `long`, more than
        CAUGHT_UP parts of documents stay there.

        After a failure it is tried again only RETRY_AFTER seconds later, or at once
        with `force`. `progress(done, total)` is called after each batch.
        """
        if not force and time.monotonic() - self._failed_at < RETRY_AFTER:
            return Drained(0, self.failure)
        with self._lock:
            drained: Drained | None = None
            before = self.index
            try:
                drained = self._drain_all(long, space, progress)
                if drained.failure and self.index is not before:  # switched meanwhile
                    drained = self._drain_all(long, space, progress)
            finally:
                if drained is None or drained.failure:
                    self._outbox.fall_behind()
        return drained

    def _drain_all(
        self,
        long: bool,
        space: str | None,
        progress: Callable[[int, int | None], None] | None,
    ) -> Drained:
        # Nobody else would find the points of a generation that is over.
        if not self._used and not self.look():
            self._used = self._use(self.index, self.generation)
        if not self._used:
            return Drained(0, self.failure)
        done = 0
        waiting: list[Waiting] = []
        while rows := self._outbox.next_batch(waiting, long, space, self._size()):
            part = self._handle(rows)
            done += part.points
            if part.failure:
                return Drained(done, part.failure)
            # Else they are read each time.
            if self._outbox.due and (failed := self._try_settle()):
                return Drained(done, failed.failure)
            if progress:
                progress(done, None)
        if self._eager_flush and (failed := self._try_settle()):
            return Drained(done, failed.failure)
        self.failure, self._failed_at = None, 0.0
        return Drained(done)

    def flush(self) -> None:
        """Index what waits and make it durable.

        Raises VectorsUnavailable or ServiceError if that can't be done now.
        """
        with self._lock:
            for _ in range(2):  # once more where the settling found a switch
                index = self.index
                drained = self.drain(force=True)
                if drained.failure:
                    raise VectorsUnavailable(
                        f"vectors are still waiting: {drained.failure}"
                    )
                self._settle()
                if self.index is index:
                    break

    @property
    def handled(self) -> set[str]:
        """Points that are written, but whose outbox rows still stand."""
        return self._outbox.handled

    def restore(self, kind: PointKind, point_ids: Sequence[str]) -> None:
        """Write these points from the graph. Raises VectorsUnavailable."""
        for start in range(0, len(point_ids), BATCH):
            with self._lock:
                ids = point_ids[start : start + BATCH]
                part = self._take_up(self.graph.points(kind, ids))
            if part.failure:
                raise VectorsUnavailable(part.failure)

    def remove(self, collection: Collection, point_ids: Sequence[str]) -> None:
        """Delete points that the graph does not know."""
        if point_ids:
            self.index.delete(collection, point_ids)
            self.puts += 1

    def _handle(self, rows: Sequence[Waiting]) -> Drained:
        index = self.index
        for points in self.nodes(rows):
            part = self._take_up(points)
            if part.failure:
                return part
        try:
            delete(self.index, rows)
        except VectorsUnavailable as error:
            return self._failed(error)
        finally:
            self.puts += 1
        if self.index is not index:  # settling in between found a switch
            return Drained(0, "the index was rebuilt meanwhile")
        # Also rows whose node is gone: there is nothing left to index.
        self._outbox.note_done({row.outbox_id: row.stamp for row in rows})
        return Drained(len(rows))

    def nodes(self, rows: Sequence[Waiting]) -> Iterator[list[IndexedNode]]:
        """What the index keeps of the nodes that are to be taken up, by kind."""
        for name in sorted({row.kind for row in rows if row.op == "upsert"}):
            ids = [r.point_id for r in rows if r.kind == name and r.op == "upsert"]
            yield self.graph.points(KINDS[name], ids)

    def _take_up(self, nodes: Sequence[IndexedNode]) -> Drained:
        if self.mismatch or not nodes:
            return Drained(0, self.mismatch)
        try:
            points = embedded_points(nodes, self.embedder)
        except ServiceError as error:
            return self._noted(error)
        return self._put(nodes, points)

    def _put(
        self, nodes: Sequence[IndexedNode], points: Sequence[VectorPoint]
    ) -> Drained:
        try:
            try:
                upsert(self.index, points)
                self.factless.note_points(points)
            finally:
                self.puts += 1
            self._links.add(points)
            if self._links.due:
                self._link()
        except KgmemError as error:  # what was learned is learned
            return self._failed(error)
        # Nodes that come from the outbox carry no stamp here: _handle notes them.
        self._outbox.note_done(
            {node.outbox_id: node.stamp for node in nodes if node.stamp is not None}
        )
        if (self._eager_flush or self._outbox.due) and (failed := self._try_settle()):
            return failed
        self.failure, self._failed_at = None, 0.0
        return Drained(len(points))

    def _link(self) -> None:
        self._links.write(self.index, self.embedder)

    def _settle(self) -> None:
        done = self._outbox.done
        if not done:
            return
        self._link()
        self.index.flush()
        kept = self._generations.settle(self.generation.number, done)
        self._outbox.settled(kept=kept is not None)
        if kept:
            self.notice(kept.current.number)

    def _try_settle(self) -> Drained | None:
        """Settle; what went wrong, noted, or None. The graph has what was learned:
        a failure here must not look like one of learning."""
        try:
            self._settle()
        except KgmemError as error:
            return self._noted(error)
        return None

    def _failed(self, error: KgmemError) -> Drained:
        """Note why the index took nothing; what waits follows at once where another
        process had only switched to another generation."""
        if isinstance(error, VectorsLost) and self.lost(error):
            return Drained(0, "the index was rebuilt meanwhile")
        return self._noted(error)

    def _noted(self, error: KgmemError) -> Drained:
        return Drained(0, self._note(error))

    def _note(self, error: KgmemError) -> str:
        self._outbox.fall_behind()
        return super()._note(error)

    def _size(self) -> int | None:
        """After a failure one row goes first: a service that still fails is found out
        by one text, for which its client waits a few seconds only."""
        return 1 if self.failure else None

    # rebuilding -------------------------------------------------------------------

    def rebuild(
        self,
        embedder: Embedder | None = None,
        progress: Callable[[int, int | None], None] | None = None,
    ) -> int:
        """Build a new generation beside the current one and switch to it; see
        `Rebuild`. Returns the number of points.

        Raises MemoryClosed if the memory is closed meanwhile, JobRunning if another
        process reindexes, or took over since this one showed no life.
        """
        from kgmem.index.rebuild import Rebuild  # loaded when it is asked for

        self.check_open()
        with self._generations.lease(self._rebuilding) as lease:
            self.look()
            chosen = embedder or self.embedder
            points = Rebuild(self, self._generations, lease, chosen, progress)()
        self.drain(force=True)  # what came in the last moment, or waited for this model
        return points

    # closing ----------------------------------------------------------------------

    def close(self) -> None:
        """Settle what can be settled and release the index; a rebuild stops first."""
        self._closed = True
        with self._rebuilding, self._lock:
            try:
                self._settle()
            except KgmemError as error:
                log.warning("vectors stay in the outbox: %s", error)
            self.index.close()
