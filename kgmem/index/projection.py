"""Projection: keeps the index in step with the graph.

outbox row -> text -> embed -> upsert -> (flush) -> outbox row gone

A row is settled only after a flush, so a point that a crash lost is written again
when the memory opens. Writing a point twice does no harm: it is conditional on its
version.

A reindex, by this process or another, fills another generation while this one serves
and takes up what is learned. Outbox rows stay meanwhile, so that the other one takes
them up, too. Which generation is in use says the graph: every process finds the switch
when it settles what it wrote, when a collection is gone, and every few seconds.
"""

import logging
import math
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass

import numpy as np

from kgmem.errors import (
    JobRunning,
    KgmemError,
    MemoryClosed,
    ServiceError,
    StoreUnavailable,
    TextsRefused,
    VectorsLost,
    VectorsUnavailable,
)
from kgmem.graph.changes import Change
from kgmem.graph.generations import Generations, IndexState
from kgmem.graph.points import FACT, KINDS, TASK, PointKind
from kgmem.graph.store import GraphStore, Waiting
from kgmem.index.similar import nearest
from kgmem.index.vector_points import delete, embedded, outbox_id, point_of, upsert
from kgmem.ports import (
    Collection,
    Embedder,
    Generation,
    Row,
    VectorIndex,
    VectorPoint,
    Vectors,
)

log = logging.getLogger(__name__)

SETTLE_AFTER = 256
"""Points written between two flushes."""
BATCH = 256
LINK_AFTER = 32
"""New points that are linked to their neighbours together, or what there is of them
at a flush: one by one, links would double the cost of learning a run."""
LINK_LIMIT = 20_000
"""Up to so many tasks of a space new ones are linked as they arrive (each costs one
exact search); beyond, links are left to the batch job."""
RETRY_AFTER = 5.0
"""Seconds before a failed index or embedder is tried again by a recall."""
LOOK_AGAIN = 5.0
"""Seconds for which a space is taken to have no facts, once none was found."""
READ_AHEAD = 2_048
"""Waiting rows that are read together."""
LOOK_EVERY = 5.0
"""Seconds after which a recall asks the graph whether another process reindexed."""
BUSY_FOR = 0.5
"""Seconds that a recall waits for another thread that is indexing."""
CHUNK_BATCH = 32
"""Parts of documents that are embedded together: a few seconds' work offline."""
CAUGHT_UP = 8
"""So many waiting parts of documents a recall takes up itself; more are left to the
import, to `flush` and to the next opening's import."""


@dataclass(frozen=True, slots=True)
class Drained:
    """What one pass over the outbox did."""

    points: int
    failure: str | None = None


class Projection:
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
        self.graph = store
        self._generations = Generations(store.engine, shared=shared)
        self.embedder = embedder
        self.index = index
        self._eager_flush = eager_flush
        self._lock = threading.RLock()
        self._rebuilding = threading.Lock()
        """Held for all of a rebuild, before `_lock`: only `close` waits for it."""
        self._closed = False
        self._used = False
        """Could the index open the current generation?"""
        self._unsettled: dict[str, str] = {}
        """Stamp by id of outbox rows that are done, but not yet settled."""
        self._kept = 0
        """How many of them were kept when settling was last tried."""
        self._looked_at = 0.0
        self._unlinked: list[VectorPoint] = []
        self._failed_at = 0.0
        self._linkable: dict[str, int] = {}
        """By space, how many more tasks are linked as they arrive."""
        self._caught_up: set[str] = set()
        """Spaces of which nothing is left, while others may be behind."""
        self._behind = True  # a crash may have left rows
        self.backlog = 0
        """Parts of documents that a recall found waiting and left waiting."""
        self.failure: str | None = None
        """Why the last pass failed; None if it did not."""
        self._without_facts: dict[str, float] = {}
        """By space when a search found none of its facts."""
        self.refused: dict[str, str] = {}
        """By outbox row, why the embedder does not take its text: it waits until it is
        flushed for, and holds nothing back."""
        self.mismatch: str | None = None
        """Why dense vectors can't be used; None if they can."""
        self.lacking: str | None = None
        """What the store lost, as was seen when it was opened; None if nothing."""
        self.elsewhere: str | None = None
        """Why other processes don't find what this one indexes; None if they do."""
        self.generation = self._opened()

    # opening ----------------------------------------------------------------------

    def _opened(self) -> Generation:
        """The generation that the graph names, in use if that can be."""
        state = self._generations.open(self.embedder.model, self.embedder.dimensions)
        self._looked_at = time.monotonic()
        self._compare_model(state.current)
        self._used = self._use(self.index, state.current)
        self._compare_store(state)
        return state.current

    def _compare_model(self, current: Generation) -> None:
        self.mismatch = None
        if current.model != self.embedder.model:
            self.mismatch = (
                f"the index was built with {current.model}, the embedder is "
                f"{self.embedder.model}: run `kgmem reindex`, or use that one"
            )
            log.warning(self.mismatch)

    def _compare_store(self, state: IndexState) -> None:
        """Tell where the graph's vectors are kept elsewhere than here."""
        if not self._used:
            return
        store, self.elsewhere = self.index.store, None
        if state.store is None or not self._generations.shared:
            if state.store != store:
                self._generations.claim(store)
        elif state.store != store:
            self.elsewhere = (
                f"the vectors of this memory are kept in another store ({state.store}) "
                f"than here ({store}): what one process learns, the others don't find "
                "by its meaning; give all of them one Qdrant (KGMEM_VECTORS=qdrant), "
                "or run `kgmem repair` to make this store the memory's own"
            )
            log.warning(self.elsewhere)

    def _use(self, index: VectorIndex, generation: Generation) -> bool:
        """Could the index open it?"""
        try:
            self._open(index, generation)
        except VectorsUnavailable as error:
            self._note(error)
            return False
        return True

    def _open(self, index: VectorIndex, generation: Generation) -> None:
        held = index.use(generation)
        self._compare_points([name for name, points in held.items() if not points])

    def _compare_points(self, empty: Sequence[Collection]) -> None:
        """Tell where the store lost what the graph has: nodes that neither have points
        nor wait for them."""
        self.lacking = None
        kinds = [kind for kind in KINDS.values() if kind.collection in empty]
        nodes = sum(self.graph.read(kind.count)[0]["n"] for kind in kinds)
        if nodes and nodes > self.graph.read("count_waiting")[0]["n"]:
            self.lacking = (
                f"the vector store has no points in {' and '.join(empty)}, the graph "
                f"has {nodes} nodes for them: it was wiped, or is another one; "
                "run `kgmem repair`"
            )
            log.warning(self.lacking)

    @property
    def problems(self) -> list[str]:
        """What keeps it from finding all that it should, each with its cure."""
        told = (self.mismatch, self.failure, self.lacking, self.elsewhere)
        return [problem for problem in told if problem]

    # what other processes do ------------------------------------------------------

    def notice(self, generation: int) -> None:
        """The graph was seen to name this generation: take it up if it is another."""
        self._looked_at = time.monotonic()
        if generation != self.generation.number:
            self.look()

    def expect(self, generation: int) -> None:
        """The graph was seen to name this other generation: the next call looks."""
        log.info("the graph names generation %d of the index", generation)
        self._looked_at = -math.inf

    def look(self) -> bool:
        """Ask the graph which generation is in use, and take it up; True if it is
        another one than before. While another thread is indexing, it does it."""
        self._looked_at = time.monotonic()
        state = self._generations.state()
        if state is None or state.current == self.generation:
            return False
        if not self._lock.acquire(timeout=BUSY_FOR):
            return False
        try:
            if state.current != self.generation:
                self._take_over(state)
        finally:
            self._lock.release()
        return True

    def _look_now_and_then(self) -> None:
        """Where others share the graph, one of them may have reindexed."""
        due = time.monotonic() - self._looked_at > LOOK_EVERY
        if due and self._generations.shared:
            self.look()

    def _take_over(self, state: IndexState) -> None:
        """Another process switched to this generation, with all that waited."""
        self.check_open()
        log.info("the index is generation %d now", state.current.number)
        old, before, index = self.index, self.generation, self.index.beside()
        self.failure, self._failed_at = None, 0.0
        used = self._use(index, state.current)
        self.switch(state.current, index, self.embedder)
        self._used = used
        self._compare_model(state.current)
        self._compare_store(state)
        old.close()
        if old.exclusive:
            index.drop(before)

    def switch(
        self, generation: Generation, index: VectorIndex, embedder: Embedder
    ) -> None:
        """From here on the other index serves; the caller holds `lock`."""
        with suppress(KgmemError):
            self._link()  # what waits to be linked has vectors of the old model
        self._unlinked.clear()
        self.index, self.embedder, self.mismatch = index, embedder, None
        self.generation, self._used, self._behind = generation, True, True
        self._unsettled.clear()
        self._kept = 0

    def lost(self, error: VectorsLost) -> bool:
        """A collection was not there: True if the graph names another generation, which
        is in use now; else it is gone, and made anew by the next drain."""
        if self.look():
            return True
        self._used = False
        self._note(error)
        return False

    def reopen(self) -> None:
        """Take up the generation that the graph names, with collections made anew
        where they are gone. Raises VectorsUnavailable."""
        with self._lock:
            if not self.look():
                self._open(self.index, self.generation)
                self._used, self.failure = True, None

    def _use_again(self) -> None:
        """What the graph names by now: nobody else would find the points of a
        generation that is over."""
        if not self.look():
            self._used = self._use(self.index, self.generation)

    def made_whole(self) -> None:
        """All that the graph has is here now: this store is the memory's own."""
        self.lacking = self.elsewhere = None
        self._generations.claim(self.index.store)

    @property
    def used(self) -> bool:
        """Could the index be opened?"""
        return self._used

    def require(self) -> None:
        """Raise VectorsUnavailable, with the reason, if the index could not be opened;
        the next drain tries again."""
        if not self._used:
            raise VectorsUnavailable(self.failure or "the vector store is not open yet")

    # writing ----------------------------------------------------------------------

    def take_up(self, rows: Sequence[Row]) -> Drained:
        """Index these rows of `put_outbox` now, if nobody else is indexing.

        What can't be indexed stays in the outbox; the reason is in `failure`.
        Embedding, the slow part, keeps nobody waiting.
        """
        if self.mismatch or not rows:
            return Drained(0, self.mismatch)
        if not self._used:  # the next drain tries again
            return Drained(0, self.failure)
        embedder = self.embedder
        try:
            points = self.points(rows, embedder)
        except KgmemError as error:
            return self._note(error)
        if not self._lock.acquire(blocking=False):
            self._behind = True
            return Drained(0, "the index is busy")
        try:
            if embedder is not self.embedder or self.mismatch:
                # A reindex came in between, here or in another process.
                self._behind = True
                return Drained(0, "the index was rebuilt meanwhile")
            return self._put(rows, points)
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
    def _behind(self) -> bool:
        """May rows wait that nobody is taking up?"""
        return self._is_behind

    @_behind.setter
    def _behind(self, value: bool) -> None:
        self._is_behind = value
        self._caught_up.clear()

    def catch_up(self, space: str | None = None) -> None:
        """Index what an earlier pass left behind of a space (None: of all), but for
        long documents; quick where nothing was, and where another thread is at it."""
        self._look_now_and_then()
        if not self._behind or space in self._caught_up:
            return
        if self._lock.acquire(timeout=BUSY_FOR):
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
        CAUGHT_UP parts of documents stay there and are noted as `backlog`.

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
                    self._behind = True
        return drained

    def _drain_all(
        self,
        long: bool,
        space: str | None,
        progress: Callable[[int, int | None], None] | None,
    ) -> Drained:
        if not self._used:
            self._use_again()
        if not self._used:
            return Drained(0, self.failure)
        done = 0
        waiting: list[Waiting] = []
        while rows := self._next_batch(waiting, long, space):
            part = self._handle(rows)
            done += part.points
            if part.failure:
                return Drained(done, part.failure)
            # Else they are read each time.
            if self._due() and (failed := self._try_settle()):
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
            self.refused.clear()
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
            if self.refused:
                row, reason = next(iter(self.refused.items()))
                raise VectorsUnavailable(
                    f"{len(self.refused)} texts are refused by the embedder, such as "
                    f"that of {row}: {reason}"
                )

    @property
    def handled(self) -> set[str]:
        """Points that are written, but whose outbox rows still stand."""
        return {key.partition(":")[2] for key in list(self._unsettled)}

    def check_open(self) -> None:
        """Raise MemoryClosed if it was closed."""
        if self._closed:
            raise MemoryClosed("the memory was closed; open it again")

    @property
    def lock(self) -> threading.RLock:
        """Held by whoever writes to the index, or puts another in its place."""
        return self._lock

    def restore(self, kind: PointKind, point_ids: Sequence[str]) -> None:
        """Write these points from the graph. Raises VectorsUnavailable."""
        for start in range(0, len(point_ids), BATCH):
            part = self._locked_take_up(kind, point_ids[start : start + BATCH])
            if part.failure:
                raise VectorsUnavailable(part.failure)

    def _locked_take_up(self, kind: PointKind, point_ids: Sequence[str]) -> Drained:
        with self._lock:
            return self._take_up(self.graph.points(kind, point_ids))

    def remove(self, collection: Collection, point_ids: Sequence[str]) -> None:
        """Delete points that the graph does not know."""
        if point_ids:
            self.index.delete(collection, point_ids)

    def _next_batch(
        self, waiting: list[Waiting], long: bool, space: str | None
    ) -> list[Waiting]:
        """The next rows to take up, out of `waiting`, which is read anew once it is
        used up: to read a long outbox takes long."""
        if not waiting:
            waiting += self._read_waiting(space)
        # After a failure one row goes first: a service that still fails is found out
        # by one text, for which its client waits a few seconds only.
        batch = waiting[: 1 if self.failure else BATCH]
        parts = sum(row.kind == "chunk" and row.op == "upsert" for row in batch)
        self.backlog = 0 if long or parts <= CAUGHT_UP else parts
        if self.backlog:
            batch = [row for row in batch if row.kind != "chunk"]
        elif parts:
            batch = batch[:CHUNK_BATCH]
        taken = {row.outbox_id for row in batch}
        waiting[:] = [row for row in waiting if row.outbox_id not in taken]
        return batch

    def _read_waiting(self, space: str | None) -> list[Waiting]:
        # Before reading: who commits after it finds the lock taken and sets it again.
        if space is None:
            self._behind = False
        else:
            self._caught_up.add(space)
        limit = READ_AHEAD + len(self._unsettled) + len(self.refused)
        return [
            row
            for row in self.graph.waiting(limit, space)
            if self._unsettled.get(row.outbox_id) != row.stamp
            and row.outbox_id not in self.refused
        ]

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
        if self.index is not index:  # settling in between found a switch
            return Drained(0, "the index was rebuilt meanwhile")
        # Also rows whose node is gone: there is nothing left to index.
        self._unsettled.update(
            {r.outbox_id: r.stamp for r in rows if r.outbox_id not in self.refused}
        )
        return Drained(len(rows))

    def nodes(self, rows: Sequence[Waiting]) -> Iterator[list[Row]]:
        """What the index keeps of the nodes that are to be taken up, by kind."""
        for name in sorted({row.kind for row in rows if row.op == "upsert"}):
            ids = [r.point_id for r in rows if r.kind == name and r.op == "upsert"]
            yield self.graph.points(KINDS[name], ids)

    def _take_up(self, rows: Sequence[Row]) -> Drained:
        if self.mismatch or not rows:
            return Drained(0, self.mismatch)
        try:
            points = self.points(rows)
        except ServiceError as error:
            return self._note(error)
        return self._put(rows, points)

    def _put(self, rows: Sequence[Row], points: Sequence[VectorPoint]) -> Drained:
        try:
            upsert(self.index, points)
            for point in points:
                if point.kind == FACT.name:
                    self._without_facts.pop(point.space, None)
            self._unlinked += [point for point in points if point.kind == TASK.name]
            if len(self._unlinked) >= LINK_AFTER:
                self._link()
        except KgmemError as error:  # what was learned is learned
            return self._failed(error)
        done = {point.point_id for point in points}
        # Rows that come from the outbox carry no stamp here: _handle notes them.
        self._unsettled.update(
            {
                outbox_id(row): row["stamp"]
                for row in rows
                if "stamp" in row and row["point_id"] in done
            }
        )
        if (self._eager_flush or self._due()) and (failed := self._try_settle()):
            return failed
        self.failure, self._failed_at = None, 0.0
        return Drained(len(points))

    def points(
        self, rows: Sequence[Row], embedder: Embedder | None = None
    ) -> list[VectorPoint]:
        """Those of the rows whose texts the embedder takes; the others are noted as
        `refused`."""
        refused: Mapping[int, str] = {}
        try:
            vectors = self.embed([embedded(row) for row in rows], embedder)
        except TextsRefused as error:
            vectors, refused = error.vectors, error.refused
        for n, row in enumerate(rows):
            self.refused.pop(outbox_id(row), None)
            if n in refused:
                self.refused[outbox_id(row)] = refused[n]
                log.warning("a text is refused: %s: %s", outbox_id(row), refused[n])
        return [
            point_of(row, vector.tolist())
            for n, (row, vector) in enumerate(zip(rows, vectors, strict=True))
            if n not in refused
        ]

    def vectors(
        self, space: str, task_ids: Sequence[str]
    ) -> dict[str, Sequence[float]]:
        """Vectors of the tasks that the index holds; none while it can't be read."""
        if self.mismatch:
            return {}
        index = self.index
        try:
            return index.dense("experiences", space, task_ids)
        except (StoreUnavailable, MemoryClosed) as error:
            if isinstance(error, MemoryClosed) and self.index is index:
                raise  # else a reindex put another one in its place
            log.warning("tasks are compared by their words alone: %s", error)
            return {}

    def may_have_facts(self, space: str) -> bool:
        """False where a search found no fact of the space a moment ago, and none came
        since: of one that another process noted, the vector is there within LOOK_AGAIN
        seconds."""
        since = self._without_facts.get(space)
        return since is None or time.monotonic() - since > LOOK_AGAIN

    def note(self, change: Change) -> None:
        """Facts may have come, here or in another process."""
        if change.touches("facts"):
            self._without_facts.pop(change.space, None)

    def note_no_facts(self, space: str) -> None:
        """A search found no fact of the space."""
        self._without_facts[space] = time.monotonic()

    def embed(self, texts: Sequence[str], embedder: Embedder | None = None) -> Vectors:
        """float32 of shape (len(texts), dimensions). Raises ServiceError for
        anything that the embedder did wrong."""
        chosen = embedder or self.embedder
        try:
            vectors = np.asarray(chosen.embed(texts), dtype=np.float32)
        except KgmemError:
            raise
        except Exception as error:  # foreign code: whatever it raises
            raise ServiceError(
                f"the embedder {chosen.model} failed: {error!r}"
            ) from error
        if vectors.shape != (len(texts), chosen.dimensions):
            raise ServiceError(
                f"the embedder {chosen.model} gave {vectors.shape} for "
                f"{len(texts)} texts of {chosen.dimensions} dimensions"
            )
        if not np.isfinite(vectors).all():
            raise ServiceError(f"the embedder {chosen.model} gave NaN or infinity")
        return vectors

    def _link(self) -> None:
        """SIMILAR_TO edges from new tasks to their nearest neighbours, at the next
        try where this one fails."""
        points, self._unlinked = self._unlinked, []
        try:
            self._link_to_nearest(points)
        except BaseException:
            self._unlinked = points + self._unlinked
            raise

    def _link_to_nearest(self, points: Sequence[VectorPoint]) -> None:
        calibration = self.embedder.calibration
        if calibration is None or not points:
            return
        by_space: dict[str, list[VectorPoint]] = {}
        for point in points:
            by_space.setdefault(point.space, []).append(point)
        later: list[str] = []
        for space, theirs in by_space.items():
            if self._has_room(space, len(theirs)):
                vectors = {one.point_id: one.dense for one in theirs}
                near = nearest(self.index, calibration, space, vectors)
                self.graph.link_similar(near)
            else:
                later += [one.point_id for one in theirs]
        if later:
            self.graph.write("leave_unlinked", ids=later)

    def _has_room(self, space: str, more: int) -> bool:
        """Is the space still small enough to link what arrives?"""
        if space not in self._linkable:
            known = self.graph.read(
                "tasks_of_space", space=space, limit=LINK_LIMIT + more + 1
            )
            self._linkable[space] = LINK_LIMIT - known[0]["n"] + more
        self._linkable[space] -= more
        return self._linkable[space] >= 0

    def _settle(self) -> None:
        if not self._unsettled:
            return
        self._link()
        self.index.flush()
        kept = self._generations.settle(
            self.generation.number, list(self._unsettled.items())
        )
        if kept is None:
            self._unsettled.clear()
        self._kept = len(self._unsettled)
        if kept:
            self.notice(kept.current.number)

    def _due(self) -> bool:
        return len(self._unsettled) - self._kept >= SETTLE_AFTER

    def _try_settle(self) -> Drained | None:
        """Settle; what went wrong, noted, or None. The graph has what was learned:
        a failure here must not look like one of learning."""
        try:
            self._settle()
        except KgmemError as error:
            return self._note(error)
        return None

    def _failed(self, error: KgmemError) -> Drained:
        """Note why the index took nothing; what waits follows at once where another
        process had only switched to another generation."""
        if isinstance(error, VectorsLost) and self.lost(error):
            return Drained(0, "the index was rebuilt meanwhile")
        return self._note(error)

    def _note(self, error: KgmemError) -> Drained:
        self._behind = True
        # Once for what lasts: the figures in the message change from try to try.
        level = logging.DEBUG if self.failure else logging.WARNING
        self.failure, self._failed_at = str(error), time.monotonic()
        log.log(level, "vectors wait in the outbox: %s", error)
        return Drained(0, self.failure)

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

    def unfinished(self) -> str | None:
        """The model of a reindex that was interrupted, and goes on when it is asked for
        again; None if there is none, or one runs."""
        state = self._generations.state()
        if state is None or state.building is None or state.rebuilding:
            return None
        return state.building.model

    def drop_previous(self) -> None:
        """Remove the generation that was in use before this one, unless a reindex
        runs, which does it itself."""
        state = self._generations.state()
        if state is None or state.previous is None or state.rebuilding:
            return
        with suppress(JobRunning), self._generations.lease(self._rebuilding):
            with closing(self.index.beside()) as beside:
                beside.drop(state.previous)
            self._generations.forget_previous()

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
