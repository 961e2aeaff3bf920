"""Projection: keeps the index in step with the graph.

outbox row -> text -> embed -> upsert -> (flush) -> outbox row gone

A row is settled only after a flush, so a point that a crash lost is written again
when the memory opens. Writing a point twice does no harm: it is conditional on its
version.

A rebuild fills another generation while this one serves and takes up what is learned.
Outbox rows stay meanwhile, so that the other one takes them up, too.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from kgmem.errors import (
    KgmemError,
    MemoryClosed,
    ServiceError,
    StoreUnavailable,
    TextsRefused,
    VectorsUnavailable,
)
from kgmem.graph.points import COLLECTIONS, FACT, KINDS, TASK, PointKind, put_outbox
from kgmem.graph.rows import embed_text
from kgmem.graph.store import GraphStore, Waiting
from kgmem.index.tokenizer import sparse_document
from kgmem.model.batches import batches
from kgmem.model.identity import fold_app
from kgmem.ports import (
    Collection,
    Embedder,
    Generation,
    Row,
    VectorIndex,
    VectorPoint,
    VectorQuery,
    Vectors,
)

log = logging.getLogger(__name__)

SETTLE_AFTER = 256
"""Points written between two flushes."""
BATCH = 256
LINK_AFTER = 32
"""New points that are linked to their neighbours together, or what there is of them
at a flush: one by one, links would double the cost of learning a run."""
LINKS_PER_TASK = 3
LINK_ABOVE = 0.5
"""Calibrated similarity from which two tasks are linked."""
LINK_LIMIT = 20_000
"""Up to so many points new tasks are linked as they arrive (each costs one exact
search); beyond, links are left to the batch job."""
RETRY_AFTER = 5.0
"""Seconds before a failed index or embedder is tried again by a recall."""
LOOK_AGAIN = 5.0
"""Seconds for which a space is taken to have no facts, once none was found."""
READ_AHEAD = 2_048
"""Waiting rows that are read together."""
FOLLOWED = 10
"""Passes in which a rebuild takes up what is learned meanwhile, before it switches."""
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
    ) -> None:
        self._store = store
        self.embedder = embedder
        self.index = index
        self._eager_flush = eager_flush
        self._lock = threading.RLock()
        self._rebuild = threading.RLock()
        """Held for all of a rebuild, before `_lock`: only `close` waits for it."""
        self._keep_rows = False
        """While another generation is filled, which needs what is in the outbox."""
        self._closed = False
        self._used = False
        """Could the index open the current generation?"""
        self._unsettled: dict[str, str] = {}
        """Stamp by id of outbox rows that are done, but not yet flushed."""
        self._unlinked: list[VectorPoint] = []
        self._failed_at = 0.0
        self._linkable: int | None = None
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
        self.generation = self._current_generation()

    # opening ----------------------------------------------------------------------

    def _current_generation(self) -> Generation:
        rows = self._store.read("index_generation")
        if not rows:
            made = Generation(1, self.embedder.model, self.embedder.dimensions)
            self._record(made)
            self._use(made)
            return made
        row = rows[0]
        current = Generation(row["generation"], row["model"], row["dimensions"])
        if current.model != self.embedder.model:
            self.mismatch = (
                f"the index was built with {current.model}, the embedder is "
                f"{self.embedder.model}: run `kgmem reindex`"
            )
            log.warning(self.mismatch)
        self._use(current)
        return current

    def _record(self, generation: Generation) -> None:
        self._store.write(
            "set_index_generation",
            generation=generation.number,
            model=generation.model,
            dimensions=generation.dimensions,
        )

    def _use(self, generation: Generation) -> None:
        try:
            self.index.use(generation)
            self._used = True
        except VectorsUnavailable as error:
            self._note(error)

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
            points = self._points(rows, embedder)
        except KgmemError as error:
            return self._note(error)
        if not self._lock.acquire(blocking=False):
            self._behind = True
            return Drained(0, "the index is busy")
        try:
            if embedder is not self.embedder:  # a rebuild came in between
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
        long documents; quick where nothing was."""
        if self._behind and space not in self._caught_up:
            self.drain(long=False, space=space)

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
            try:
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
            self._use(self.generation)
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
            drained = self.drain(force=True)
            if drained.failure:
                raise VectorsUnavailable(
                    f"vectors are still waiting: {drained.failure}"
                )
            self._settle()
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

    def restore(self, kind: PointKind, point_ids: Sequence[str]) -> None:
        """Write these points from the graph. Raises VectorsUnavailable."""
        for start in range(0, len(point_ids), BATCH):
            part = self._locked_take_up(kind, point_ids[start : start + BATCH])
            if part.failure:
                raise VectorsUnavailable(part.failure)

    def _locked_take_up(self, kind: PointKind, point_ids: Sequence[str]) -> Drained:
        with self._lock:
            return self._take_up(self._store.points(kind, point_ids))

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
            for row in self._store.waiting(limit, space)
            if self._unsettled.get(row.outbox_id) != row.stamp
            and row.outbox_id not in self.refused
        ]

    def _handle(self, rows: Sequence[Waiting]) -> Drained:
        for points in self._nodes(rows):
            part = self._take_up(points)
            if part.failure:
                return part
        try:
            _delete(self.index, rows)
        except VectorsUnavailable as error:
            return self._note(error)
        # Also rows whose node is gone: there is nothing left to index.
        self._unsettled.update(
            {r.outbox_id: r.stamp for r in rows if r.outbox_id not in self.refused}
        )
        return Drained(len(rows))

    def _nodes(self, rows: Sequence[Waiting]) -> Iterator[list[Row]]:
        """What the index keeps of the nodes that are to be taken up, by kind."""
        for name in sorted({row.kind for row in rows if row.op == "upsert"}):
            ids = [r.point_id for r in rows if r.kind == name and r.op == "upsert"]
            yield self._store.points(KINDS[name], ids)

    def _take_up(self, rows: Sequence[Row]) -> Drained:
        if self.mismatch or not rows:
            return Drained(0, self.mismatch)
        try:
            points = self._points(rows)
        except ServiceError as error:
            return self._note(error)
        return self._put(rows, points)

    def _put(self, rows: Sequence[Row], points: Sequence[VectorPoint]) -> Drained:
        try:
            _upsert(self.index, points)
            for point in points:
                if point.kind == FACT.name:
                    self._without_facts.pop(point.space, None)
            self._unlinked += [point for point in points if point.kind == TASK.name]
            if len(self._unlinked) >= LINK_AFTER:
                self._link()
        except KgmemError as error:  # what was learned is learned
            return self._note(error)
        done = {point.point_id for point in points}
        # Rows that come from the outbox carry no stamp here: _handle notes them.
        self._unsettled.update(
            {
                _outbox_id(row): row["stamp"]
                for row in rows
                if "stamp" in row and row["point_id"] in done
            }
        )
        if (self._eager_flush or self._due()) and (failed := self._try_settle()):
            return failed
        self.failure, self._failed_at = None, 0.0
        return Drained(len(points))

    def _points(
        self, rows: Sequence[Row], embedder: Embedder | None = None
    ) -> list[VectorPoint]:
        refused: Mapping[int, str] = {}
        try:
            vectors = self.embed([_embedded(row) for row in rows], embedder)
        except TextsRefused as error:
            vectors, refused = error.vectors, error.refused
        for n, row in enumerate(rows):
            self.refused.pop(_outbox_id(row), None)
            if n in refused:
                self.refused[_outbox_id(row)] = refused[n]
                log.warning("a text is refused: %s: %s", _outbox_id(row), refused[n])
        return [
            VectorPoint(
                point_id=row["point_id"],
                space=row["space"],
                kind=row["kind"],
                version=row["version"],
                dense=vector.tolist(),
                sparse=sparse_document(_worded(row), KINDS[row["kind"]].average_length),
                payload=payload_of(row),
            )
            for n, (row, vector) in enumerate(zip(rows, vectors, strict=True))
            if n not in refused
        ]

    def vectors(
        self, space: str, task_ids: Sequence[str]
    ) -> dict[str, Sequence[float]]:
        """Vectors of the tasks that the index holds; none while it can't be read."""
        if self.mismatch:
            return {}
        try:
            return self.index.dense("experiences", space, task_ids)
        except StoreUnavailable as error:
            log.warning("tasks are compared by their words alone: %s", error)
            return {}

    def may_have_facts(self, space: str) -> bool:
        """False where a search found no fact of the space a moment ago, and none was
        taken up since: what another process adds is seen after LOOK_AGAIN seconds."""
        since = self._without_facts.get(space)
        return since is None or time.monotonic() - since > LOOK_AGAIN

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
        """SIMILAR_TO edges from new tasks to their nearest neighbours."""
        points, self._unlinked = self._unlinked, []
        calibration = self.embedder.calibration
        if calibration is None or not points or not self._has_room(len(points)):
            return
        queries = [
            VectorQuery(p.space, ("task",), LINKS_PER_TASK + 1, dense=p.dense)
            for p in points
        ]
        found = self.index.search("experiences", queries)
        links = [
            (point.point_id, hit.point_id, score)
            for point, answer in zip(points, found, strict=True)
            for hit in answer.dense
            if hit.point_id != point.point_id
            and (score := calibration(hit.score)) >= LINK_ABOVE
        ]
        self._store.link_similar(links)

    def _has_room(self, more: int) -> bool:
        """Is the index still small enough to link what arrives?"""
        if self._linkable is None:
            self._linkable = LINK_LIMIT - self._store.read("count_tasks")[0]["n"] + more
        self._linkable -= more
        return self._linkable >= 0

    def _settle(self) -> None:
        if not self._unsettled:
            return
        self._link()
        self.index.flush()
        if self._keep_rows:
            return
        self._store.settle(list(self._unsettled.items()))
        self._unsettled.clear()

    def _due(self) -> bool:
        return len(self._unsettled) >= SETTLE_AFTER and not self._keep_rows

    def _try_settle(self) -> Drained | None:
        """Settle; what went wrong, noted, or None. The graph has what was learned:
        a failure here must not look like one of learning."""
        try:
            self._settle()
        except KgmemError as error:
            return self._note(error)
        return None

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
        """Build a new generation beside the current one and switch to it.

        Returns the number of points. Until the switch, which is one write to the
        graph, the old generation serves, and nobody waits; then it is removed.
        Raises MemoryClosed if the memory is closed meanwhile.
        """
        with self._rebuild:
            with self._lock:
                self._check_open()
                with suppress(KgmemError):
                    self._settle()
                self._keep_rows = True
            try:
                points = self._next_generation(embedder or self.embedder, progress)
            finally:
                self._keep_rows = False
        self.drain(force=True)  # what came in the last moment, or waited for this model
        return points

    def _next_generation(
        self, embedder: Embedder, progress: Callable[[int, int | None], None] | None
    ) -> int:
        old, old_index = self.generation, self.index
        new = Generation(old.number + 1, embedder.model, embedder.dimensions)
        beside = old_index.beside()
        try:
            beside.drop(new)  # what an interrupted rebuild left
            beside.use(new)
            # These rows are of nodes that are there already, or gone.
            done = {row.outbox_id: row.stamp for row in self._all_waiting()}
            points = self._refill(beside, embedder, progress)
            self._follow(beside, embedder, done)
            beside.flush()
            with self._lock:
                self._check_open()
                self._record(new)
                self._switch(new, beside, embedder, done)
        except BaseException:
            with suppress(KgmemError):
                beside.drop(new)
            beside.close()
            raise
        old_index.close()
        beside.drop(old)
        return points

    def _switch(
        self,
        generation: Generation,
        index: VectorIndex,
        embedder: Embedder,
        done: Mapping[str, str],
    ) -> None:
        """From here on the other index serves; `done` are the rows that it took up."""
        with suppress(KgmemError):
            self._link()  # what waits to be linked has vectors of the old model
        self._unlinked.clear()
        self.index, self.embedder, self.mismatch = index, embedder, None
        self.generation, self._used = generation, True
        self._unsettled = dict(done)
        self._keep_rows, self._behind = False, True

    def _follow(
        self, index: VectorIndex, embedder: Embedder, done: dict[str, str]
    ) -> None:
        """Take up what came meanwhile, which is noted in `done`, until there is nothing
        new; where others are quicker, the rest follows after the switch."""
        for _ in range(FOLLOWED):
            rows = [
                row
                for row in self._all_waiting()
                if done.get(row.outbox_id) != row.stamp
                and row.outbox_id not in self.refused
            ]
            for batch in batches(rows, CHUNK_BATCH):
                self._check_open()
                for points in self._nodes(batch):
                    _upsert(index, self._points(points, embedder))
                _delete(index, batch)
                done |= {row.outbox_id: row.stamp for row in batch}
            if not rows:
                return

    def _all_waiting(self) -> list[Waiting]:
        count: int = self._store.read("count_waiting")[0]["n"]
        return self._store.waiting(count + READ_AHEAD)

    def _check_open(self) -> None:
        if self._closed:
            raise MemoryClosed("the memory was closed; open it again")

    def _refill(
        self,
        index: VectorIndex,
        embedder: Embedder,
        progress: Callable[[int, int | None], None] | None,
    ) -> int:
        total = sum(self._store.read(kind.count)[0]["n"] for kind in KINDS.values())
        done = 0
        for kind in KINDS.values():
            for rows in self._all_of(kind):
                self._check_open()
                index.upsert(kind.collection, self._points(rows, embedder))
                self._wait_for_refused(kind, rows)
                done += len(rows)
                if progress:
                    progress(done, total)
        return done

    def _wait_for_refused(self, kind: PointKind, rows: Sequence[Row]) -> None:
        """What the new embedder does not take waits in the outbox."""
        lacking = [row for row in rows if _outbox_id(row) in self.refused]
        if lacking:
            self._store.engine.write(lambda tx: put_outbox(tx, kind, lacking))

    def _all_of(self, kind: PointKind) -> Iterator[list[Row]]:
        """What the index keeps of all nodes of a kind, a batch at a time."""
        size = CHUNK_BATCH if kind.name == "chunk" else BATCH
        after = ""
        while rows := self._store.read(kind.after, after=after, limit=size):
            after = rows[-1]["point_id"]
            yield [{**row, "kind": kind.name} for row in rows]

    # closing ----------------------------------------------------------------------

    def close(self) -> None:
        """Settle what can be settled and release the index; a rebuild stops first."""
        self._closed = True
        with self._rebuild, self._lock:
            try:
                self._settle()
            except KgmemError as error:
                log.warning("vectors stay in the outbox: %s", error)
            self.index.close()


def _outbox_id(row: Row) -> str:
    return f"{row['kind']}:{row['point_id']}"


def _embedded(row: Row) -> str:
    """The text whose vector stands for a node; a part of a document stands under its
    headings."""
    return embed_text("\n".join([*_headings(row), row["text"]]))


def _worded(row: Row) -> str:
    """The text whose words a node is found by."""
    more = row.get("keywords") or () if row["kind"] == FACT.name else ()
    return " ".join([_embedded(row), *more])


def _headings(row: Row) -> list[str]:
    headings = row.get("headings") or ()
    return [" > ".join(headings)] if headings else []


def payload_of(row: Row) -> dict[str, str]:
    """What filters of the index can ask for."""
    fields = {
        "app": fold_app(row.get("app")),
        "domain": fold_app(row.get("domain")),
        **{
            name: row.get(name)
            for name in ("source", "language", "intent", "text_hash")
        },
    }
    return {name: value for name, value in fields.items() if value}


def _upsert(index: VectorIndex, points: Sequence[VectorPoint]) -> None:
    for collection in COLLECTIONS:
        theirs = [p for p in points if KINDS[p.kind].collection == collection]
        if theirs:
            index.upsert(collection, theirs)


def _delete(index: VectorIndex, rows: Sequence[Waiting]) -> None:
    """The points of those rows that ask for it."""
    gone = [row for row in rows if row.op == "delete"]
    for collection in sorted({row.collection for row in gone}):
        index.delete(
            _collection(collection),
            [row.point_id for row in gone if row.collection == collection],
        )


def _collection(name: str) -> Collection:
    return "facts" if name == "facts" else "experiences"
