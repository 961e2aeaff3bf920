"""Another generation of the index: filled beside the one that serves, then put in its
place.

lease -> number -> fill -> follow -> switch -> compare

Filling writes what the new generation does not hold yet, so that a reindex that was
interrupted goes on where it stopped. Outbox rows stay as long as the lease is held, and
are taken up before the switch. Should the lease have run out in between, or a point
gone astray, the comparison after the switch finds it.
"""

import logging
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from typing import TypeVar

from kgmem.errors import ServiceError, VectorsUnavailable
from kgmem.graph.counting import nodes_of, waiting_rows
from kgmem.graph.generations import Generations
from kgmem.graph.lease import Lease
from kgmem.graph.points import KINDS, IndexedNode, PointKind, Waiting
from kgmem.graph.store import GraphStore
from kgmem.index.compare import mend
from kgmem.index.embedding import embedded_points
from kgmem.index.projection import Projection
from kgmem.index.vector_points import delete, upsert
from kgmem.model.values.batches import batches
from kgmem.ports import Embedder, Generation, VectorIndex, VectorPoint

log = logging.getLogger(__name__)

Item = TypeVar("Item")
Result = TypeVar("Result")

PAGE = 256
"""Nodes that are read, and looked up in the index, together."""
BATCH = 32
"""Texts that are embedded together."""
IN_FLIGHT = 3
"""Batches that are embedded at once: one fewer than a service is asked at once, so that
a recall finds a place."""
FOLLOWED = 10
"""Passes in which it takes up what is learned meanwhile, before it switches."""
READ_AHEAD = 2_048
"""Outbox rows that may come between their count and their reading."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Nodes of one kind that the new generation lacks."""

    kind: PointKind
    nodes: Sequence[IndexedNode]
    seen: int
    """Nodes of all kinds up to the last of them."""


@dataclass(slots=True)
class Rebuild:
    """One reindex, of whoever holds the lease."""

    projection: Projection
    generations: Generations
    lease: Lease
    embedder: Embedder
    progress: Callable[[int, int | None], None] | None
    done: dict[str, str] = field(default_factory=dict)
    """Stamp by id of the outbox rows that the new generation took up."""

    def __call__(self) -> int:
        """Points of the new generation, which serves now.

        Raises whatever stops it; the old one serves then, and the next reindex for the
        same model goes on from there.
        """
        projection = self.projection
        old, serving = projection.generation, projection.index
        beside = serving.beside()
        try:
            new = self._begin(beside)
            self.done = self._begun()
            points = self._fill(beside)
            self._follow(beside)
            beside.flush()
            self._switch(new, beside)
        except BaseException:
            beside.close()
            raise
        serving.close()
        if beside.exclusive:
            beside.drop(old)
        else:
            beside.publish()
        self._compare()
        return points

    def _compare(self) -> None:
        """Put right what went astray; that it could not be told is no reason to do all
        of it again."""
        try:
            mend(self._store, self.projection)
            self.projection.made_whole()
        except (VectorsUnavailable, ServiceError) as error:
            self.projection.lacking = (
                f"the new vectors were not compared with the graph: {error}; run "
                "`kgmem repair`"
            )
            log.warning(self.projection.lacking)

    @property
    def _store(self) -> GraphStore:
        return self.projection.graph

    def _begin(self, beside: VectorIndex) -> Generation:
        """The generation to fill, whose number the graph gives; what an abandoned
        reindex left, and what was in use before this one, is gone."""
        state = self.generations.state()
        assert state is not None, "it was opened"
        new = state.next_for(self.embedder.model, self.embedder.dimensions)
        for over in (state.building, state.previous):
            if over and over != new:
                beside.drop(over)
        self.generations.begin(self.lease, new)
        beside.use(new)
        return new

    def _begun(self) -> dict[str, str]:
        """Outbox rows of nodes that are read now anyway."""
        rows = self._waiting()
        return {row.outbox_id: row.stamp for row in rows if row.op == "upsert"}

    def _switch(self, new: Generation, beside: VectorIndex) -> None:
        with self.projection.lock:
            self._check()
            self.generations.switch(
                self.lease,
                new,
                beside.store,
                self.done.items(),
                keep_previous=not beside.exclusive,
            )
            self.projection.switch(new, beside, self.embedder)

    def _check(self) -> None:
        self.projection.check_open()
        self.lease.check()

    # filling ----------------------------------------------------------------------

    def _fill(self, beside: VectorIndex) -> int:
        """Write what it does not hold yet; how many nodes there are."""
        total = nodes_of(self._store, KINDS.values())
        lacking = self._lacking(beside)
        told = 0
        with closing(in_flight(self._embedded, lacking, IN_FLIGHT)) as embedded:
            for batch, points in embedded:
                self._check()
                if points:
                    beside.upsert(batch.kind.collection, points)
                if self.progress and batch.seen > told:
                    self.progress(batch.seen, total)
                told = batch.seen
        return told

    def _lacking(self, beside: VectorIndex) -> Iterator[Batch]:
        """What is not there in its present version; an empty batch ends a page."""
        seen = 0
        for kind in KINDS.values():
            for page in self._pages(kind):
                held = beside.held(kind.collection, [one.point_id for one in page])
                lacking = [one for one in page if held.get(one.point_id) != one.version]
                for n, nodes in enumerate(batches(lacking, BATCH), 1):
                    yield Batch(kind, nodes, seen + min(n * BATCH, len(lacking)))
                seen += len(page)
                if len(lacking) < len(page):
                    yield Batch(kind, [], seen)

    def _pages(self, kind: PointKind) -> Iterator[list[IndexedNode]]:
        """What the index keeps of all nodes of a kind, a page at a time."""
        after = ""
        while nodes := self._store.points_after(kind, after, PAGE):
            after = nodes[-1].point_id
            yield nodes

    def _embedded(self, batch: Batch) -> tuple[Batch, list[VectorPoint]]:
        nodes = batch.nodes
        return batch, embedded_points(nodes, self.embedder) if nodes else []

    # what is learned meanwhile ----------------------------------------------------

    def _follow(self, beside: VectorIndex) -> None:
        """Take up what came meanwhile, which is noted in `done`, until there is nothing
        new; where others are quicker, the rest follows after the switch."""
        for _ in range(FOLLOWED):
            rows = [
                row
                for row in self._waiting()
                if self.done.get(row.outbox_id) != row.stamp
            ]
            for batch in batches(rows, BATCH):
                self._check()
                for nodes in self.projection.nodes(batch):
                    upsert(beside, embedded_points(nodes, self.embedder))
                delete(beside, batch)
                self.done |= {row.outbox_id: row.stamp for row in batch}
            if not rows:
                return

    def _waiting(self) -> list[Waiting]:
        return self._store.waiting(waiting_rows(self._store) + READ_AHEAD)


def in_flight(
    work: Callable[[Item], Result], items: Iterable[Item], at_once: int
) -> Generator[Result, None, None]:
    """`work` of each item, in their order, so many at once; no more items are read
    ahead than that. No thread outlives it."""
    with ThreadPoolExecutor(at_once, "kgmem-reindex") as pool:
        ahead: deque[Future[Result]] = deque()
        try:
            for item in items:
                ahead.append(pool.submit(work, item))
                if len(ahead) == at_once:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for future in ahead:
                future.cancel()
